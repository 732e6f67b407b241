import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Settings } from '../../config/settings.js';
import { Publisher } from '../records/publisher.js';
import { type CalendarRequest } from './calendar-request.js';
import { contextOf } from './context.decorator.js';
import { etagOf } from './etag.js';

/** Makes the bytes of an answer once, and says for how long and for whom they hold. Express answers 304 by the ETag. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly settings: Settings,
    private readonly publisher: Publisher,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    const response = execution.switchToHttp().getResponse<Response>();
    return next.handle().pipe(map((answer: unknown) => this.bytes(answer, request, response)));
  }

  private bytes(answer: unknown, request: CalendarRequest, response: Response): unknown {
    if (!request.root || typeof answer !== 'object' || answer === null || response.hasHeader('ETag')) return answer;
    const { revision, isPrivate } = contextOf(request);
    const json = JSON.stringify(answer);
    response.type('application/json');
    response.setHeader('ETag', etagOf(json, revision));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && isScheduled(answer)) this.publisher.expect(new Date(`${answer.date_utc.replace(' ', 'T')}Z`));
    response.setHeader(
      'Cache-Control',
      isRead && !isPrivate ? `public, max-age=${this.maxAge()}` : 'private, no-store',
    );
    return json;
  }

  /** In seconds; never past the moment at which the next scheduled record appears. */
  private maxAge(): number {
    const untilNext = (this.publisher.nextDue - Date.now()) / 1000;
    return Math.max(0, Math.min(this.settings.cacheMaxAge, Math.floor(untilNext)));
  }
}

/** A record that appears later: until then no answer may be kept for longer. */
function isScheduled(answer: object): answer is { date_utc: string } {
  return 'status' in answer && answer.status === 'future';
}
