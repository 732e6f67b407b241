import { type Extension } from '../extension-api/extension.js';
import { type Format } from '../extension-api/format.js';
import { FORMATS } from '../feeds/formats.js';
import { type Language, otherLanguage, type PerLanguage } from '../i18n/language.js';
import { kinds } from '../kinds.js';
import { type OperationText } from '../resource/definition.js';
import { enumSchemas, withEnumReferences } from './enums.js';
import { extensionTexts } from './extension-fields.js';
import {
  type Document,
  type NestDocument,
  type Operation,
  type Paths,
  refName,
  type Response,
  type Schemas,
  type Server,
} from './openapi-document.js';
import { errorsOf } from './operation-errors.js';
import { type PageLimits, parametersOf } from './parameters.js';
import { requestBodyOf, requiredFields } from './request-body.js';
import { errorSchema, headerComponents, responsesOf, shareResponses } from './responses.js';
import { operationId, type Route, routesOf } from './route.js';
import { withExamples } from './schema-examples.js';
import { strictSchemas, withFieldsSchemas } from './schemas.js';
import { introduction } from './texts/introduction.js';
import { operationTexts } from './texts/operations.js';
import { type Words, words as allWords } from './texts/words.js';
import { translated } from './translate.js';

/** What a document depends on beside the code. */
export interface DocumentOptions {
  readonly language: Language;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly pages: PageLimits;
  readonly servers: readonly Server[];
  /** The extensions that are on, the same as in the Nest document. */
  readonly extensions: readonly Extension[];
}

/** The second of two passes: adds what Nest cannot say. */
export function enrichDocument(nestDocument: NestDocument, options: DocumentOptions): Document {
  const { language, siteName, siteUrl, servers, extensions } = options;
  const words = allWords[language];
  const document = translated(nestDocument, language, extensionTexts(extensions, language));
  const routes = routesOf(document.paths, formatsOf(extensions));
  const schemas = withFieldsSchemas(withExamples(strictSchemas(document, routes), language), schemasWithFields(routes));
  const { paths, responses } = describeOperations(routes, schemas, options);
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'cal_…', description: words.bearer },
    basic: { type: 'http', scheme: 'basic', description: words.basic },
  };
  return {
    openapi: '3.0.3',
    info: {
      title: words.title(siteName),
      version: '1',
      description: introduction[language],
      contact: { name: siteName, url: siteUrl },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers,
    tags: [
      ...kinds.map(({ names, docs }) => tagOf(names.many, docs.about[language])),
      ...Object.entries(words.tags).map(([name, texts]) => tagOf(name, texts)),
    ],
    paths: withEnumReferences(paths),
    components: {
      schemas: { ...withEnumReferences(schemas), ...enumSchemas, Error: errorSchema(words) },
      responses,
      headers: headerComponents(words),
      securitySchemes,
    },
  };
}

export function formatsOf(extensions: readonly Extension[]): Format[] {
  return [...FORMATS, ...extensions.flatMap(({ formats = [] }) => formats)];
}

/** The schemas of the responses that `_fields` applies to. */
function schemasWithFields(routes: readonly Route[]): Set<string> {
  const responses = routes
    .filter(({ takesFields }) => takesFields)
    .flatMap(({ operation }) => Object.values(operation.responses));
  const content = responses.flatMap((response) => ('content' in response ? Object.values(response.content ?? {}) : []));
  return new Set(content.flatMap(({ schema }) => (schema ? [refName(schema)] : [])));
}

/** The operations by path and method, and the responses that they share. Adds the schemas of request bodies. */
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

function describeOperation(route: Route, schemas: Schemas, { language, pages }: DocumentOptions): Operation {
  const words = allWords[language];
  const requestBody = requestBodyOf(route, schemas, words, language);
  const maxPerPage = route.format ? pages.feedMax : pages.maxPerPage;
  const errors = errorsOf(route, requiredFields(requestBody, schemas), maxPerPage);
  // A key is optional where none is needed: with one, the response shows more.
  const optional = route.needs === 'nobody' ? [{}] : [];
  return {
    operationId: operationId(route),
    tags: [route.tag],
    ...summaryAndDescription(route, words, language),
    security: [...optional, { bearer: [] }, { basic: [] }],
    parameters: parametersOf(route, words, language, pages),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, errors, words, language),
  };
}

function summaryAndDescription(route: Route, words: Words, language: Language) {
  const { verb, method, needs, format, isBySlug } = route;
  const text = operationText(route, language);
  const isTwin = verb === 'update' && method !== 'patch';
  const variant = isTwin ? words.byMethod(method) : format ? words.asFormat(format.name) : '';
  const paragraphs = [
    isTwin ? words.sameAsPatch : format ? `${format.about[language]}\n\n${words.sameAsJson}` : text.description,
    ...(needs === 'nobody' ? [] : [words.needs(needs)]),
  ];
  return { summary: `${text.summary}${isBySlug ? words.bySlug : ''}${variant}`, description: paragraphs.join('\n\n') };
}

/** @throws {Error} where an operation has no text */
function operationText({ kind, tag, verb }: Route, language: Language): OperationText {
  const ofKind: Readonly<Record<string, PerLanguage<OperationText>>> | undefined = kind?.docs.operations;
  const text = ofKind ? ofKind[verb] : operationTexts[`${tag}.${verb}`];
  if (!text) throw new Error(`The operation ${tag}.${verb} has no text.`);
  return text[language];
}

function tagOf(name: string, { title, about }: Words['tags'][string]) {
  return { name, 'x-displayName': title, description: about };
}

/** The servers of both languages, that of the document first. */
export function serversOf(language: Language, root: (language: Language) => string): Server[] {
  return [language, otherLanguage(language)].map((one) => ({
    url: root(one),
    description: allWords[language].server[one],
  }));
}

/** The servers of a document that belongs to no site: the reader fills in the origin. */
export function serversOfAnySite(language: Language): Server[] {
  const site = { default: 'http://localhost:3000', description: allWords[language].serverOrigin };
  return serversOf(language, (one) => `{site}/${one}`).map((server) => ({ ...server, variables: { site } }));
}
