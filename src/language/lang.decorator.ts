import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Language } from '../i18n/language.js';
import { type LanguageRequest, requestLanguage } from './request-language.js';

/** Gives a handler the language of the request. */
export const Lang = createParamDecorator((_data: unknown, execution: ExecutionContext): Language => {
  const request = execution.switchToHttp().getRequest<LanguageRequest>();
  return request.language ?? requestLanguage(request);
});
