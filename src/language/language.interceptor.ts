import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Response } from 'express';
import { type Observable } from 'rxjs';
import { type LanguageRequest, requestLanguage } from './request-language.js';

/**
 * Decides the language of a request, gives it to handlers (`@Lang()`) and states it in `Content-Language`. Guards run
 * before it; the exception filter decides by the same function.
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
