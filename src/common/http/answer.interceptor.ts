import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';
import { lastValueFrom, map, type Observable, of } from 'rxjs';
import { Answer, type Headed } from '../cache/answer.js';
import { Answers } from '../cache/answers.js';
import { CACHED } from '../cache/cached.decorator.js';
import { acceptedEncoding } from '../cache/encodings.js';
import { FinishedList } from '../cache/finished-list.js';
import { FinishedRecord } from '../cache/finished-record.js';
import { Lifetime, stalenessHeaders } from '../cache/lifetime.js';
import { Publisher } from '../records/publisher.js';
import { type CalendarRequest } from './calendar-request.js';
import { contextOf } from './context.decorator.js';
import { digestOf, etagOf } from './etag.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Makes the bytes of an answer once, says for how long and for whom they hold, and takes what is kept for those that are
 * public. Express answers 304 by the ETag.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly answers: Answers,
    private readonly lifetime: Lifetime,
    private readonly publisher: Publisher,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    const response = execution.switchToHttp().getResponse<Response>();
    const isCached = this.reflector.get<true | undefined>(CACHED, execution.getClass()) === true;
    const key = isCached ? this.answers.keyOf(request, request.originalUrl) : undefined;
    if (!key) return next.handle().pipe(map((answer: unknown) => this.own(answer, request, response)));
    const { answer, age } = await this.answers.get(key, async (version) => {
      const made: unknown = await lastValueFrom(next.handle());
      const { body, etag } = this.finish(made as object, request, response);
      return Answer.of(body, etag, response as Response & Headed, version, contextOf(request).holdsUntil);
    });
    if (age !== undefined) response.set(stalenessHeaders(age));
    return of(await this.send(answer, request, response));
  }

  /** The bytes of a kept answer, for this request. */
  private async send(answer: Answer, request: CalendarRequest, response: Response): Promise<Buffer> {
    for (let at = 0; at < answer.lines.length; at += 2) response.setHeader(answer.lines[at]!, answer.lines[at + 1]!);
    response.setHeader('Cache-Control', this.lifetime.cacheControl(answer.until));
    const encoding = answer.encodingFor(acceptedEncoding(request.headers['accept-encoding']));
    if (encoding === undefined || request.method === 'HEAD' || request.fresh) return answer.body;
    response.setHeader('Content-Encoding', encoding);
    return answer.encoded(encoding);
  }

  /** An answer that is not kept: to a write, to somebody with a key, or of what is not data. */
  private own(answer: unknown, request: CalendarRequest, response: Response): unknown {
    if (!request.root || typeof answer !== 'object' || answer === null || response.hasHeader('ETag')) return answer;
    const { body } = this.finish(answer, request, response);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && isScheduled(answer)) this.publisher.expect(new Date(`${answer.date_utc.replace(' ', 'T')}Z`));
    const isPublic = isRead && !contextOf(request).isPrivate;
    response.setHeader(
      'Cache-Control',
      isPublic ? this.lifetime.cacheControl(contextOf(request).holdsUntil) : 'private, no-store',
    );
    return body;
  }

  private finish(answer: object, request: CalendarRequest, response: Response): { body: Buffer; etag: string } {
    const isFinished = answer instanceof FinishedList || answer instanceof FinishedRecord;
    const body = isFinished ? answer.bytes : Buffer.from(JSON.stringify(answer));
    const etag = etagOf(isFinished ? answer.digest : digestOf(body), contextOf(request).revision);
    response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('ETag', etag);
    return { body, etag };
  }
}

/** A record that appears later: until then no answer may be kept for longer. */
function isScheduled(answer: object): answer is { date_utc: string } {
  return 'status' in answer && answer.status === 'future';
}
