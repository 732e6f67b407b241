/** Holds the errors and the body of the operations with which visitors submit events. */
import { MAX_FILE_MEGABYTES } from '../submissions/submission-receiver.js';
import { type PerLanguage } from '../../lib/i18n/language.js';
import {
  type ApiError,
  BodyTooLarge,
  InvalidJson,
  RequestTimeout,
  RouteNotFound,
  StoreUnavailable,
  UnsupportedImage,
} from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { type Wording } from '../../lib/i18n/messages.js';
import {
  mapProperties,
  reference,
  refName,
  type RequestBody,
  requireSchema,
  type Schemas,
} from './openapi-document.js';
import { type Translate } from './translate.js';

const TIMES = { start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' };

export const SUBMISSION_BODIES: PerLanguage<object> = {
  en: {
    ...{ title: 'Open chess evening', ...TIMES, venue: 'Town library', city: 'Kingston' },
    ...{ contact_name: 'Robin Green', contact_email: 'robin@example.org' },
  },
  fr: {
    ...{ title: 'Soirée d’échecs ouverte', ...TIMES, venue: 'Bibliothèque municipale', city: 'Gatineau' },
    ...{ contact_name: 'Marie Tremblay', contact_email: 'marie@example.org' },
  },
};

const invalid = (name: string, wording: Wording) => new InvalidParameters(new Map([[name, new FieldError(wording)]]));

/** The errors 400 of an operation; undefined if it is no submission. */
export function submissionBadRequests(handler: string, required: readonly string[]): ApiError[] | undefined {
  if (handler !== 'submitEvent') return undefined;
  const missing = new InvalidParameters(new Map(required.map((name) => [name, FieldError.missing])));
  return [invalid('token', (messages) => messages.submissionTooFast), missing, new InvalidJson()];
}

/** The other errors of an operation. */
export function submissionErrors({ handler, tag }: { readonly handler: string; readonly tag: string }): ApiError[] {
  if (tag !== 'submissions') return [];
  if (handler !== 'submitEvent') return [new RouteNotFound()];
  return [
    ...[new RouteNotFound(), new BodyTooLarge(MAX_FILE_MEGABYTES), new UnsupportedImage()],
    ...[new RequestTimeout(), new StoreUnavailable()],
  ];
}

/** Adds the form with a picture to the body, whose nested fields have names such as `translations[fr][title]`. */
export function withPicture(body: RequestBody, schemas: Schemas, t: Translate): RequestBody {
  const { content } = body;
  const form = content['application/x-www-form-urlencoded']?.schema;
  if (!form) return body;
  const name = `${refName(form)}WithPicture`;
  const schema = requireSchema(schemas, refName(form));
  const file = { type: 'string', format: 'binary', description: t('A picture of at most 5 MB and 24 million pixels.') };
  schemas[name] = mapProperties({ ...schema, properties: { ...schema.properties, file } }, (property) => property);
  return { ...body, content: { ...content, 'multipart/form-data': { schema: reference('schemas', name) } } };
}
