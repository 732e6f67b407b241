import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type CalendarRequest } from '../../http/request-context.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { Busy, RateLimited, RouteNotFound } from '../../lib/errors/api-error.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PAGE_POLICY } from './page-headers.js';
import { languageOfVisitor } from './visitor-language.js';

const API = new RegExp(`/${NAMESPACE}(?:[/?]|$)`);

/**
 * Shows browsers a page for addresses that do not exist or cannot be decoded, and for requests that are too many: these
 * errors come before the controller of a page with its own filter. Programs, and the addresses of the API, get the JSON
 * error.
 */
@Injectable()
@Catch(RouteNotFound, URIError, RateLimited, Busy)
export class EarlyErrorFilter extends PageErrorFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<CalendarRequest>();
    if (this.isForBrowser(request)) {
      request.root ??= languageOfVisitor(request);
      http.getResponse<Response>().setHeader('Content-Security-Policy', PAGE_POLICY);
    }
    super.catch(thrown, host);
  }

  /** JSON is the response to clients that accept both alike, as curl does. */
  protected override isForBrowser(request: CalendarRequest): boolean {
    return this.site.hasPages && !API.test(request.originalUrl) && request.accepts(['json', 'html']) === 'html';
  }
}
