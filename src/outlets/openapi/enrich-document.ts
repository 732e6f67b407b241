import { type Extension } from '../../calendar/extension-api/extension.js';
import { formatsOf } from '../feeds/formats.js';
import { type Language, otherLanguage, type PerLanguage } from '../../lib/i18n/language.js';
import { resources } from '../../calendar/resources.js';
import { type OperationText } from '../../calendar/resource/definition.js';
import { headerComponents, errorSchema, responsesOf, shareResponses } from './responses.js';
import { enumSchemas, withEnumReferences, strictSchemas, withFieldsSchemas } from './schemas.js';
import {
  type Document,
  type NestDocument,
  type Operation,
  type Paths,
  type Response,
  type Schemas,
  type Server,
  type Tag,
} from './openapi-document.js';
import { errorsOf } from './operation-errors.js';
import { type PageLimits, parametersOf } from './parameters.js';
import { requestBodyOf, requiredFields } from './request-body.js';
import { operationId, type Route, routesOf } from './route.js';
import { withExamples } from './schema-examples.js';
import { operationTexts, readGuide, type Translate, translator, withTranslatedComments } from './translate.js';

const BEARER =
  'An application key, sent as `Authorization: Bearer cal_…`. Enter the key alone, without `Bearer`. The operator of the calendar creates keys.';
const BASIC =
  'The same key as the password of HTTP Basic, with any user name: `curl -u any:cal_…`. One of the two is enough.';
const SAME_AS_JSON =
  'Parameters, rights, languages and caching are those of the same path without the suffix; so are errors, which are JSON.';

/** The input for a document, in addition to the code. */
export interface DocumentOptions {
  readonly language: Language;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly pageLimits: PageLimits;
  readonly servers: Server[];
  /** The extensions that are on, the same as in the Nest document. */
  readonly extensions: readonly Extension[];
}

/** The second of two passes: adds what Nest's Swagger module cannot derive. */
export function enrichDocument(nestDocument: NestDocument, options: DocumentOptions): Document {
  const { language, siteName, siteUrl, servers, extensions } = options;
  const t = translator(language);
  const document = withTranslatedComments(nestDocument, language, extensions);
  const routes = routesOf(document.paths, formatsOf(extensions));
  const reducible = routes.filter(({ takesFields }) => takesFields).map(({ operation }) => operation.responses);
  const schemas = withFieldsSchemas(withExamples(strictSchemas(document, routes), language), reducible);
  const { paths, responses } = describeOperations(routes, schemas, options);
  return {
    openapi: '3.0.3',
    info: {
      title: t('{site} – Events API', { site: siteName }),
      version: '1',
      description: readGuide(language),
      contact: { name: siteName, url: siteUrl },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers,
    tags: tagsOf(t, language),
    paths: withEnumReferences(paths),
    components: {
      schemas: { ...withEnumReferences(schemas), ...enumSchemas, Error: errorSchema(t) },
      responses,
      headers: headerComponents(t),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'cal_…', description: t(BEARER) },
        basic: { type: 'http', scheme: 'basic', description: t(BASIC) },
      },
    },
  };
}

function tagsOf(t: Translate, language: Language): Tag[] {
  const tag = (name: string, title: string, description: string) => ({ name, 'x-displayName': title, description });
  return [
    ...resources.map(({ names, docs }) => tag(names.plural, docs.about[language].title, docs.about[language].about)),
    tag('accounts', t('Accounts'), t('Accounts of people and programs, their keys, and signing in.')),
    tag('changes', t('Changes'), t('What was created, changed or deleted, for those who follow the calendar.')),
    tag('search', t('Search'), t('Suggestions while somebody types.')),
    tag('submissions', t('Submissions'), t('Events that visitors send, where the setting `SUBMISSIONS` is on.')),
    tag('translations', t('Translations'), t('What needs translating.')),
    tag('images', t('Images'), t('Uploaded images, and images elsewhere that records name.')),
    tag('webhooks', t('Webhooks'), t('URLs that receive messages about changes.')),
    tag('documentation', t('Documentation'), t('API documentation.')),
    tag('sitemap', t('Sitemap'), t('The public pages, for search engines.')),
  ];
}

/** The operations by path and method, and their shared responses. Adds the schemas of request bodies. */
function describeOperations(routes: readonly Route[], schemas: Schemas, options: DocumentOptions) {
  const responses: Record<string, Response> = {};
  const paths: Paths = {};
  for (const route of routes) {
    const operation = describeOperation(route, schemas, options);
    const shared = { ...operation, responses: shareResponses(operation.responses, responses) };
    paths[route.path] = { ...paths[route.path], [route.method]: shared };
  }
  return { paths, responses };
}

function describeOperation(route: Route, schemas: Schemas, { language, pageLimits }: DocumentOptions): Operation {
  const t = translator(language);
  const requestBody = requestBodyOf(route, schemas, t, language);
  const maxPerPage = route.format ? pageLimits.feedMax : pageLimits.maxPerPage;
  const errors = errorsOf(route, requiredFields(requestBody, schemas), maxPerPage);
  // A key is optional if none is needed; with one, the response may show more.
  const optional = route.requiredRole === 'public' ? [{}] : [];
  return {
    operationId: operationId(route),
    tags: [route.tag],
    ...summaryAndDescription(route, t, language),
    security: [...optional, { bearer: [] }, { basic: [] }],
    parameters: parametersOf(route, t, language, pageLimits),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, errors, t, language),
  };
}

function summaryAndDescription(route: Route, t: Translate, language: Language) {
  const { handler, method, requiredRole, format, isBySlug } = route;
  const text = operationText(route, t, language);
  const isPatchAlias = handler === 'update' && method !== 'patch';
  const variant = isPatchAlias ? ` (${method.toUpperCase()})` : format ? ` (.${format.name})` : '';
  const paragraphs = format
    ? [format.description[language], t(SAME_AS_JSON)]
    : [isPatchAlias ? t('The same as PATCH.') : text.description];
  if (requiredRole !== 'public')
    paragraphs.push(
      t('Needs a key with the role `{role}` or higher, and rights on the record.', { role: requiredRole }),
    );
  return { summary: `${text.summary}${isBySlug ? t(' by slug') : ''}${variant}`, description: paragraphs.join('\n\n') };
}

/** @throws {Error} if an operation has no text */
function operationText({ resource, handler }: Route, t: Translate, language: Language): OperationText {
  const resourceTexts: Readonly<Record<string, PerLanguage<OperationText>>> | undefined = resource?.docs.operations;
  const own = resourceTexts?.[handler]?.[language];
  const text = own ?? operationTexts[handler];
  if (!text) throw new Error(`The operation ${handler} has no text.`);
  return own ?? { summary: t(text.summary), description: t(text.description) };
}

/** The servers of both languages. That of the document comes first. */
export function serversOf(language: Language, root: (language: Language) => string): Server[] {
  const t = translator(language);
  const names = { en: t('English'), fr: t('French') };
  return [language, otherLanguage(language)].map((one) => ({ url: root(one), description: names[one] }));
}

/** The servers of a document without a site, in which the reader fills in the origin. */
export function serversOfAnySite(language: Language): Server[] {
  const site = { default: 'http://localhost:3000', description: translator(language)('Origin of the site.') };
  return serversOf(language, (one) => `{site}/${one}`).map((server) => ({ ...server, variables: { site } }));
}
