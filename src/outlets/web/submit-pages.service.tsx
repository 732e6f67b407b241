import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type CalendarRequest, type RequestContext } from '../../http/request-context.js';
import { apiErrorOf } from '../../http/response/api-error.filter.js';
import { NO_STORE } from '../../http/response/cache-control.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { type ApiError, RouteNotFound, Unavailable, UnsupportedImage } from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { type Language, otherLanguage, perLanguage } from '../../lib/i18n/language.js';
import { type Received, SubmissionReceiver } from '../submissions/submission-receiver.js';
import { SubmissionTokens } from '../submissions/submission-tokens.js';
import { SubmissionsService } from '../submissions/submissions.service.js';
import { pageBody } from './components/render.js';
import { ReceivedPage, SubmitPage } from './components/submit-page.js';
import { CalendarPages } from './data/calendar-page.service.js';
import { PageSite } from './data/page-site.js';
import { errorTexts, failureText, type SubmitForm, TypedFields, withScheme } from './data/submit-form.js';
import { type SubmitQuery } from './page.query.js';
import { SUBMIT_FOLDERS } from './routes.js';
import { submitTextsIn } from './texts/submit-texts.js';

/** A request of a page, and where its response is written. */
interface Exchange {
  readonly request: CalendarRequest;
  readonly response: Response;
  readonly context: RequestContext;
}

/** The form with which visitors send events, and the page after it. */
@Injectable()
export class SubmitPages {
  constructor(
    private readonly site: PageSite,
    private readonly calendar: CalendarPages,
    private readonly tokens: SubmissionTokens,
    private readonly receiver: SubmissionReceiver,
    private readonly submissions: SubmissionsService,
  ) {}

  show({ reference }: SubmitQuery, exchange: Exchange): Promise<BufferedBody> {
    const language = languageOf(exchange);
    return reference === undefined
      ? this.form({}, exchange, language)
      : Promise.resolve(this.received(reference, exchange, language));
  }

  /** Stores what was sent, or shows the form again as it was filled. */
  async submit({ token = '' }: SubmitQuery, exchange: Exchange): Promise<BufferedBody> {
    const { request, response } = exchange;
    const language = languageOf(exchange);
    const texts = submitTextsIn(language);
    const state = await this.tokens.stateOf(token);
    // The body of a form that this calendar has not made is not read.
    if (state === 'forged') return this.refused(400, { notice: texts.forged }, exchange, language);
    let filled: Partial<SubmitForm> | undefined;
    try {
      const work = async (given: Received) => {
        const received: Received = { ...given, language, fields: withScheme(given.fields) };
        const hadPicture = given.file !== undefined || given.isFileTooLarge || given.failure !== undefined;
        filled = { typed: new TypedFields(given.fields), hadPicture };
        if (given.failure) throw given.failure;
        if (state !== 'valid') throw new WrongMoment(state === 'too young' ? texts.quick : texts.late);
        const reference = await this.submissions.create(received);
        response.status(303).location(this.site.links.submit(language, { reference }));
        return this.received(reference, exchange, language);
      };
      return await this.receiver.receive(request, response, work, true);
    } catch (thrown) {
      // The page of the error says that what was typed is still in the browser.
      if (!filled) throw thrown;
      if (thrown instanceof WrongMoment)
        return this.refused(400, { ...filled, notice: thrown.message }, exchange, language);
      const errors = fieldErrorsOf(thrown);
      if (errors) return this.refused(400, { ...filled, errors: errorTexts(errors, language) }, exchange, language);
      return this.failed(apiErrorOf(thrown, request), filled, exchange, language);
    }
  }

  /** The form as it was filled, after an error that no field has caused. @throws {RouteNotFound} where it is switched off */
  private failed(
    error: ApiError,
    filled: Partial<SubmitForm>,
    exchange: Exchange,
    language: Language,
  ): Promise<BufferedBody> {
    if (error instanceof RouteNotFound) throw error;
    exchange.request.errorCode = error.code;
    exchange.response.set(error.headers);
    // A database that does not answer is not asked for the categories.
    const categories = error instanceof Unavailable ? { categories: [] } : {};
    const form = { ...filled, ...categories, notice: failureText(error, language) };
    return this.refused(error.status, form, exchange, language);
  }

  private refused(
    status: number,
    form: Partial<SubmitForm>,
    exchange: Exchange,
    language: Language,
  ): Promise<BufferedBody> {
    exchange.response.status(status);
    return this.form(form, exchange, language);
  }

  /** The form, with a new token. */
  private async form(
    form: Partial<SubmitForm>,
    { response, context }: Exchange,
    language: Language,
  ): Promise<BufferedBody> {
    const { site } = this;
    // Browsers forget what was typed into a page that they may not store, for those who come back to it.
    response.setHeader('Cache-Control', 'private, no-cache');
    const { token } = await this.tokens.create();
    const categories = form.categories ?? (await this.calendar.readCategories({ ...context, language }));
    const shown = { typed: new TypedFields(), errors: new Map<string, string>(), hadPicture: false, ...form };
    const alternates = perLanguage((one) => site.links.absolute(site.links.submit(one)));
    return pageBody(
      site,
      { ...context, language },
      {
        meta: { title: submitTextsIn(language).title, canonical: alternates[language], alternates },
        other: site.links.submit(otherLanguage(language)),
        children: <SubmitPage form={{ ...shown, token, categories }} site={site} language={language} />,
      },
    );
  }

  private received(reference: string, { response, context }: Exchange, language: Language): BufferedBody {
    const { site } = this;
    response.setHeader('Cache-Control', NO_STORE);
    return pageBody(
      site,
      { ...context, language },
      {
        meta: { title: submitTextsIn(language).received, isHidden: true },
        other: site.links.submit(otherLanguage(language), { reference }),
        children: <ReceivedPage reference={reference} site={site} language={language} />,
      },
    );
  }
}

/** The form was sent too early or too late. */
class WrongMoment extends Error {}

/** The errors that a form shows at its fields; undefined for what no field can show. */
function fieldErrorsOf(error: unknown): ReadonlyMap<string, FieldError> | undefined {
  if (error instanceof UnsupportedImage) return new Map([['file', new FieldError(error.wording)]]);
  return error instanceof InvalidParameters ? error.errors : undefined;
}

/** The language of the page. @throws {RouteNotFound} for the word of one language below the other */
function languageOf({ request }: Exchange): Language {
  const language = request.root ?? 'en';
  if (!new RegExp(`/${SUBMIT_FOLDERS[language]}/?$`, 'i').test(request.path)) throw new RouteNotFound();
  return language;
}
