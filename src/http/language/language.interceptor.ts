import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  createParamDecorator,
} from '@nestjs/common';
import { type Response } from 'express';
import { type Observable } from 'rxjs';
import { type Language } from '../../lib/i18n/language.js';
import { LanguageRequest, requestLanguage } from './request-language.js';

/**
 * Determines the language of a request, passes it to handlers (`@Lang()`) and sets `Content-Language`. For errors of
 * guards, which run before, the exception filter determines it with the same function.
 */
@Injectable()
export class LanguageInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<LanguageRequest>();
    request.language = requestLanguage(request);
    http.getResponse<Response>().setHeader('Content-Language', request.language);
    return next.handle();
  }
}

/** Gives a handler the language of the request. */
export const Lang = createParamDecorator((_data: unknown, execution: ExecutionContext): Language => {
  const request = execution.switchToHttp().getRequest<LanguageRequest>();
  return request.language ?? requestLanguage(request);
});
