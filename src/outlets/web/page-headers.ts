import { Injectable, type NestMiddleware } from '@nestjs/common';
import { type NextFunction, type Response } from 'express';
import { Settings } from '../../lib/config/settings.js';
import { isLanguage } from '../../lib/i18n/language.js';
import { type LanguageRequest } from '../../http/language/request-language.js';

/** Pages load their own files only; pictures of records may be on any host. */
function policy(ancestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: http: https:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

export const PAGE_POLICY = policy("'self'");

/** The headers of pages. Middleware sets them, since cached responses never reach the handlers. */
@Injectable()
export class PageHeaders implements NestMiddleware {
  use(request: LanguageRequest, response: Response, next: NextFunction): void {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    // Previews, which show what is not public.
    if (request.headers.authorization !== undefined) response.setHeader('X-Robots-Tag', 'noindex');
    next();
  }
}

/** Without a script, the form of the calendar sends “All categories” as an empty text, which means no filter. */
@Injectable()
export class CalendarForm implements NestMiddleware {
  use({ query }: LanguageRequest, _response: Response, next: NextFunction): void {
    if (query.categories === '') delete query.categories;
    next();
  }
}

/** The headers and the language of the page that other sites may show in a frame. */
@Injectable()
export class EmbedHeaders implements NestMiddleware {
  private readonly policy: string;

  constructor({ frameAncestors }: Settings) {
    this.policy = policy(frameAncestors.join(' ') || "'none'");
  }

  use(request: LanguageRequest, response: Response, next: NextFunction): void {
    response.setHeader('Content-Security-Policy', this.policy);
    response.setHeader('X-Robots-Tag', 'noindex');
    // X-Frame-Options does not support lists of origins; browsers follow the Content-Security-Policy instead.
    response.removeHeader('X-Frame-Options');
    const { lang } = request.query;
    request.root = isLanguage(lang) ? lang : 'en';
    next();
  }
}
