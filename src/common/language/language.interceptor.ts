import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { type CalendarRequest } from '../http/calendar-request.js';
import { contextOf } from '../http/context.decorator.js';

/** Settles the language of a request, says it in the answer, and hands over the headers that the service left for it. */
@Injectable()
export class LanguageInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const context = contextOf(http.getRequest<CalendarRequest>());
    const response = http.getResponse<Response>();
    response.setHeader('Content-Language', context.language);
    return next.handle().pipe(tap(() => context.headers.forEach((value, name) => response.setHeader(name, value))));
  }
}
