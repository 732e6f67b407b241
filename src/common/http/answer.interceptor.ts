import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';
import { lastValueFrom, map, type Observable, of } from 'rxjs';
import { Answer, type Headed, JSON_TYPE } from '../cache/answer.js';
import { Answers } from '../cache/answers.js';
import { CACHED } from '../cache/cached.decorator.js';
import { acceptedEncoding } from '../cache/encodings.js';
import { finished, joined } from '../cache/finished.js';
import { Lifetime, stalenessHeaders } from '../cache/lifetime.js';
import { Recipe } from '../cache/recipe.js';
import { Publisher } from '../records/publisher.js';
import { type CalendarRequest } from './calendar-request.js';
import { contextOf } from './context.decorator.js';
import { etagOf } from './etag.js';

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
    const isCached = this.reflector.get<true | undefined>(CACHED, execution.getHandler()) === true;
    const key = isCached ? this.answers.keyOf(request, request.originalUrl) : undefined;
    if (!key) return next.handle().pipe(map((answer: unknown) => this.own(answer, request, response)));
    const { answer, age } = await this.answers.get(key, async (version) => {
      const shown = await lastValueFrom(next.handle() as Observable<object>);
      const context = contextOf(request);
      const recipe = Recipe.of(context, response as Response & Headed);
      this.answers.learn(key, recipe);
      return Answer.of(shown, context, recipe.headers, version);
    });
    if (age !== undefined) response.set(stalenessHeaders(age));
    return of(await this.send(answer, request, response));
  }

  /** The bytes of a kept answer, for this request. */
  private async send(answer: Answer, request: CalendarRequest, response: Response): Promise<Buffer> {
    for (let at = 0; at < answer.lines.length; at += 2) response.setHeader(answer.lines[at]!, answer.lines[at + 1]!);
    response.setHeader('Cache-Control', this.lifetime.cacheControl(answer.until));
    const encoding = answer.encodingFor(acceptedEncoding(request.headers['accept-encoding']));
    if (encoding === undefined || request.method === 'HEAD' || request.fresh) return joined(answer.bytes(undefined)!);
    response.setHeader('Content-Encoding', encoding);
    return answer.encoded(encoding);
  }

  /** An answer that is not kept: to a write, to somebody with a key, or of what is not data. */
  private own(answer: unknown, request: CalendarRequest, response: Response): unknown {
    if (!request.root || typeof answer !== 'object' || answer === null || response.hasHeader('ETag')) return answer;
    const { pieces, digest } = finished(answer);
    response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('ETag', etagOf(digest, contextOf(request).revision));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && isScheduled(answer)) this.publisher.expect(new Date(`${answer.date_utc.replace(' ', 'T')}Z`));
    const isPublic = isRead && !contextOf(request).isPrivate;
    response.setHeader(
      'Cache-Control',
      isPublic ? this.lifetime.cacheControl(contextOf(request).holdsUntil) : 'private, no-store',
    );
    return joined(pieces);
  }
}

/** A record that appears later: until then no answer may be kept for longer. */
function isScheduled(answer: object): answer is { date_utc: string } {
  return 'status' in answer && answer.status === 'future';
}
