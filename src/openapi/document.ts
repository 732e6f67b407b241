import { type INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { type Extension } from '../extension-api/extension.js';
import { type Format } from '../extension-api/format.js';
import { type Language, otherLanguage, type PerLanguage } from '../i18n/language.js';
import { FORMATS } from '../feeds/formats.js';
import { kinds } from '../kinds.js';
import { type OperationText } from '../resource/definition.js';
import { addedClasses, addedTexts, withAddedFields } from './added-fields.js';
import { answersOf, errorSchema, headerComponents, shared } from './answers.js';
import { errorsOf } from './errors.js';
import { bodyExamples } from './examples.js';
import {
  type Answer,
  type Body,
  type Document,
  type Findings,
  type Operation,
  type Paths,
  type Schema,
  type Schemas,
  type Server,
} from './make-document.js';
import { type PageLimits, parametersOf } from './parameters.js';
import { withRecordExamples } from './record-examples.js';
import { handlerId, isBySlug, operationId, type Route, routesOf } from './routes.js';
import { bodySchema, exactSchemas, formSchema, requiredFields, withoutDto } from './schemas.js';
import { introduction } from './texts/introduction.js';
import { operationTexts } from './texts/operations.js';
import { type Words, words as allWords } from './texts/words.js';
import { translated } from './translate.js';

/** What a document depends on beside the code. */
export interface Frame {
  readonly language: Language;
  readonly siteName: string;
  readonly pages: PageLimits;
  readonly servers: readonly Server[];
  /** Those that are on, the same as in the findings. */
  readonly extensions: readonly Extension[];
}

export function formatsOf(extensions: readonly Extension[]): Format[] {
  return [...FORMATS, ...extensions.flatMap(({ formats = [] }) => formats)];
}

/** Needs the metadata of the DTO classes to be loaded (`SwaggerModule.loadPluginMetadata`). */
export function findingsOf(app: INestApplication, extensions: readonly Extension[]): Findings {
  const frame = { openapi: '3.0.3', info: { title: '', version: '1' } };
  const found = SwaggerModule.createDocument(app, frame, {
    operationIdFactory: handlerId,
    extraModels: addedClasses(extensions),
  });
  return withAddedFields(withoutDto(found as Findings), extensions);
}

/** The OpenAPI document of the service in one language. */
export function documentOf(findings: Findings, frame: Frame): Document {
  const { language, siteName, servers, extensions } = frame;
  const words = allWords[language];
  const { paths: foundPaths, components } = translated(findings, language, addedTexts(extensions, language));
  const routes = routesOf(foundPaths, formatsOf(extensions));
  const exact = withRecordExamples(exactSchemas(components.schemas, routes), language);
  const schemas: Schemas = { ...exact, Error: errorSchema(words) };
  const { paths, responses } = operationsOf(routes, schemas, frame);
  return {
    openapi: '3.0.3',
    info: {
      title: words.title(siteName),
      version: '1',
      description: introduction[language],
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers,
    tags: [
      ...kinds.map(({ names, docs }) => tagOf(names.many, docs.about[language])),
      ...Object.entries(words.tags).map(([name, texts]) => tagOf(name, texts)),
    ],
    paths,
    components: { schemas, responses, headers: headerComponents(words), securitySchemes: securitySchemes(words) },
  };
}

/** Operations by path and method, and the answers that several of them share. */
function operationsOf(routes: readonly Route[], schemas: Schemas, frame: Frame) {
  const responses: Record<string, Answer> = {};
  const paths: Paths = {};
  for (const route of routes) {
    const operation = describe(route, schemas, frame);
    const answers = Object.entries(operation.responses as Record<string, Answer>).map(
      ([status, answer]) => [status, shared(answer, status, responses)] as const,
    );
    (paths[route.path] ??= {})[route.method] = { ...operation, responses: Object.fromEntries(answers) };
  }
  return { paths, responses };
}

function tagOf(name: string, { title, about }: Words['tags'][string]) {
  return { name, 'x-displayName': title, description: about };
}

/** Both roots, that of the language first. */
export function serversOf(language: Language, root: (language: Language) => string): Server[] {
  return [language, otherLanguage(language)].map((one) => ({
    url: root(one),
    description: allWords[language].server[one],
  }));
}

/** For a document that belongs to no site: readers put the origin in. */
export function serversOfAnySite(language: Language): Server[] {
  const site = { default: 'http://localhost:3000', description: allWords[language].serverOrigin };
  return serversOf(language, (one) => `{site}/${one}`).map((server) => ({ ...server, variables: { site } }));
}

function describe(route: Route, schemas: Schemas, { language, pages }: Frame): Operation {
  const words = allWords[language];
  const body = bodySchema(route, schemas);
  const errors = errorsOf(route, requiredFields(body, schemas), route.format ? pages.feedMax : pages.maxPerPage);
  return {
    operationId: operationId(route),
    tags: [route.tag],
    ...textOf(route, words, language),
    security: securityOf(route),
    parameters: parametersOf(route, words, language, pages),
    ...(body && { requestBody: requestBody(route, body, schemas, words, language) }),
    responses: answersOf(route, errors, words, language),
  };
}

function requestBody(route: Route, schema: Schema, schemas: Schemas, words: Words, language: Language): Body {
  return {
    required: true,
    content: {
      'application/json': { schema, examples: bodyExamples(route, words, language) },
      'application/x-www-form-urlencoded': { schema: formSchema(schema, schemas) },
    },
  };
}

/** @throws {Error} where nothing is said of an operation */
function operationText({ kind, tag, verb }: Route, language: Language): OperationText {
  const operations = kind ? (kind.docs.operations as Readonly<Record<string, PerLanguage<OperationText>>>) : undefined;
  const text = operations ? operations[verb] : operationTexts[`${tag}.${verb}`];
  if (!text) throw new Error(`No text says what ${tag}.${verb} does.`);
  return text[language];
}

function textOf(route: Route, words: Words, language: Language): Pick<Operation, 'summary' | 'description'> {
  const { verb, method, needs, format } = route;
  const text = operationText(route, language);
  const isVariant = verb === 'update' && method !== 'patch';
  const variant = isVariant ? words.byMethod(method) : format ? words.asFormat(format.name) : '';
  const summary = `${text.summary}${isBySlug(route) ? words.bySlug : ''}${variant}`;
  const description = format ? `${format.about[language]}\n\n${words.sameAsJson}` : text.description;
  const sentences = [isVariant ? words.sameAsPatch : description, needs === 'nobody' ? '' : words.needs(needs)];
  return { summary, description: sentences.filter(Boolean).join('\n\n') };
}

/** Without a key where everybody may, and with one all the same, since it shows more. */
function securityOf({ needs }: Route): Record<string, string[]>[] {
  return [...(needs === 'nobody' ? [{}] : []), { bearer: [] }, { basic: [] }];
}

function securitySchemes(words: Words): Record<string, object> {
  return {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'cal_…', description: words.bearer },
    basic: { type: 'http', scheme: 'basic', description: words.basic },
  };
}
