import { type Language, type PerLanguage } from '../../lib/i18n/language.js';
import {
  type Example,
  mapProperties,
  mapValues,
  reference,
  refName,
  type RequestBody,
  type Schema,
  requireSchema,
  type Schemas,
} from './openapi-document.js';
import { accountBodies } from './account-operations.js';
import { type Route } from './route.js';
import { SUBMISSION_BODIES, withPicture } from './submission-operations.js';
import { type Translate } from './translate.js';

/** The body of an operation as JSON and as a form. Adds the schemas that it needs in addition to those of the DTO classes. */
export function requestBodyOf(
  route: Route,
  schemas: Schemas,
  t: Translate,
  language: Language,
): RequestBody | undefined {
  if (route.handler === 'uploadImage') return uploadBody(t);
  const json = route.hasBody ? route.operation.requestBody?.content['application/json']?.schema : undefined;
  if (!json) return undefined;
  const schema = route.isBySlug ? withoutPassword(json, schemas) : json;
  const body = {
    required: !route.isBodyOptional,
    content: {
      'application/json': { schema, examples: bodyExamples(route, t, language) },
      'application/x-www-form-urlencoded': { schema: formSchema(schema, schemas) },
    },
  };
  return route.handler === 'submitEvent' ? withPicture(body, schemas, t) : body;
}

/** The body of an upload, for which Swagger UI shows a file input. */
function uploadBody(t: Translate): RequestBody {
  const file = { type: 'string', format: 'binary', description: t('The picture.') };
  const schema: Schema = { type: 'object', required: ['file'], properties: { file } };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** The fields that the body must have. */
export function requiredFields(body: RequestBody | undefined, schemas: Schemas): readonly string[] {
  const schema = body?.content['application/json']?.schema;
  return (schema && schemas[refName(schema)]?.required) ?? [];
}

/** Routes by slug do not accept `password`, so they have their own schema without it. */
function withoutPassword(schema: Schema, schemas: Schemas): Schema {
  const { properties = {}, ...rest } = requireSchema(schemas, refName(schema));
  const { password, ...others } = properties;
  if (!password) return schema;
  const name = `${refName(schema)}BySlug`;
  schemas[name] = { ...rest, properties: others };
  return reference('schemas', name);
}

/** A form has no nested objects, and no null: an empty field clears. */
function formSchema(json: Schema, schemas: Schemas): Schema {
  const name = `${refName(json)}Form`;
  const schema = requireSchema(schemas, refName(json));
  const fields = Object.entries(schema.properties ?? {}).filter(([, { type }]) => type !== 'object');
  schemas[name] = mapProperties({ ...schema, properties: Object.fromEntries(fields) }, flatField);
  return reference('schemas', name);
}

function flatField({ default: _default, example: _example, nullable: _nullable, ...schema }: Schema): Schema {
  const { oneOf, items, enum: values, ...rest } = schema;
  const words = values && { enum: values.filter((value) => value !== null) };
  return { ...rest, ...words, ...flat(oneOf), ...(items && { items: items.oneOf ? flat(items.oneOf) : items }) };
}

function flat(alternatives: readonly Schema[] = []): Schema {
  const oneOf = alternatives
    .filter(({ type, $ref }) => !$ref && type !== 'object')
    .map(({ nullable: _nullable, ...alternative }) => alternative);
  return oneOf.length > 1 ? { oneOf } : { ...oneOf[0] };
}

const WEBHOOK_BODY = {
  url: 'https://search.example.org/hooks/calendar',
  events: ['*'],
  description: 'Search index',
};

const IMAGE_BODIES: PerLanguage<object> = {
  en: { focus: { x: 0.5, y: 0.3 }, alt: { en: 'A band on a stage' } },
  fr: { focus: { x: 0.5, y: 0.3 }, alt: { fr: 'Un groupe sur une scène' } },
};

/** Swagger UI preselects the first example. */
function bodyExamples({ resource, handler }: Route, t: Translate, language: Language): Record<string, Example> {
  if (['restoreRevision', 'testWebhook', 'inviteAccount'].includes(handler))
    return { empty: { summary: t('Without fields'), value: {} } };
  if (handler === 'updateWebhook') return { rotate: { summary: t('Another secret'), value: { rotate_secret: true } } };
  if (handler === 'updateImage') return { update: { summary: t('A few fields'), value: IMAGE_BODIES[language] } };
  if (handler === 'submitEvent') return { short: { summary: t('Minimal'), value: SUBMISSION_BODIES[language] } };
  const ofAccounts = accountBodies(language)[handler];
  if (ofAccounts) return mapValues(ofAccounts, ({ summary, value }) => ({ summary: t(summary), value }));
  if (!resource) return { full: { summary: t('All changes'), value: WEBHOOK_BODY } };
  if (handler === 'merge') return { merge: { summary: t('Into another record'), value: { into: 2 } } };
  if (handler === 'previewOccurrences') {
    const times = { start_date: '2027-07-06 19:30:00', end_date: '2027-07-06 22:00:00' };
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=5' };
    return { series: { summary: t('A series'), value: { ...times, recurrence } } };
  }
  const { short, full, update } = resource.docs.bodies[language];
  if (handler === 'update' || handler === 'duplicate') return { update: { summary: t('A few fields'), value: update } };
  return { short: { summary: t('Minimal'), value: short }, full: { summary: t('More fields'), value: full } };
}
