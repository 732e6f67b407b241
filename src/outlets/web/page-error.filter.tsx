import { Catch, Injectable } from '@nestjs/common';
import { EVENT } from '../../calendar/events/event.names.js';
import { type CalendarRequest } from '../../http/request-context.js';
import { ApiErrorFilter } from '../../http/response/api-error.filter.js';
import { CacheControl } from '../../http/response/cache-control.js';
import { type ApiError, PasswordRequired } from '../../lib/errors/api-error.js';
import { type Language, otherLanguage } from '../../lib/i18n/language.js';
import { messages } from '../../lib/i18n/messages.js';
import { ErrorPage, type Failure, titleOf } from './components/error-page.js';
import { renderPage } from './components/render.js';
import { PageSite } from './data/page-site.js';
import { failureText } from './data/submit-form.js';
import { sendsForm } from './routes.js';

/** Shows errors of pages as pages. Clients that prefer JSON get the error of the API. */
@Injectable()
@Catch()
export class PageErrorFilter extends ApiErrorFilter {
  constructor(
    cacheControl: CacheControl,
    protected readonly site: PageSite,
  ) {
    super(cacheControl);
  }

  protected override format(error: ApiError, request: CalendarRequest, language: Language) {
    if (!this.isForBrowser(request)) return super.format(error, request, language);
    const { site } = this;
    const failure = failureOf(error, request, language);
    const isFramed = /^\/embed\/?$/.test(request.path);
    const home = site.hasPages && !isFramed ? site.links.calendar(language) : undefined;
    const title = titleOf(failure, language);
    // The slug of this language leads to the form in the other one.
    const slug = String(request.params['slug']);
    const other = failure.password && site.links.page(otherLanguage(language), EVENT.plural, slug);
    const text = renderPage({
      ...{ site, language, other, isFramed, meta: { title, isHidden: true } },
      children: <ErrorPage failure={failure} language={language} home={home} />,
    });
    return { type: 'html', text };
  }

  protected isForBrowser(request: CalendarRequest): boolean {
    return request.accepts(['html', 'json']) === 'html';
  }
}

function failureOf(error: ApiError, request: CalendarRequest, language: Language): Failure {
  const { params = {} } = error.data(messages[language]) as { params?: Record<string, string> | string[] };
  const parameters = Array.isArray(params) ? {} : params;
  const { Location: location } = error.headers;
  const message = error.wording(messages[language]);
  const failure = { status: error.status, message, parameters, location };
  if (sendsForm(request) && error.status !== 404)
    return { ...failure, message: failureText(error, language), parameters: {}, isOfForm: true };
  if (!(error instanceof PasswordRequired)) return failure;
  return { ...failure, password: request.method === 'POST' ? 'wrong' : 'needed' };
}
