import { type INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { type Extension } from '../common/extensions/extension.js';
import { type Language, otherLanguage } from '../common/language/language.js';
import { addedClasses, addedTexts, withAddedFields } from './added-fields.js';
import { answersOf, errorSchema, headerComponents, shared } from './answers.js';
import { errorsOf } from './errors.js';
import { bodyExamples } from './examples.js';
import {
  type Answer,
  type Body,
  type Document,
  type Operation,
  type Paths,
  type Schema,
  type Schemas,
  type Server,
} from './openapi.js';
import { parametersOf } from './parameters.js';
import { withRecordExamples } from './record-examples.js';
import { handlerId, isBySlug, operationId, type Route, routesOf } from './routes.js';
import { bodySchema, exactSchemas, formSchema, requiredFields, withoutDto } from './schemas.js';
import { introduction } from './texts/introduction.js';
import { operationTexts } from './texts/operations.js';
import { type Words, words as allWords } from './texts/words.js';
import { translated } from './translate.js';

/** What the code says of itself, as the Swagger module finds it: paths, parameters, schemas, in English. */
export type Findings = Pick<Document, 'paths' | 'components'>;

/** What a document depends on beside the code. */
export interface Frame {
  readonly language: Language;
  readonly siteName: string;
  readonly maxPerPage: number;
  readonly servers: readonly Server[];
  /** Those that are on, the same as in the findings. */
  readonly extensions: readonly Extension[];
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
  const routes = routesOf(foundPaths);
  const exact = withRecordExamples(exactSchemas(components.schemas, routes), language);
  const schemas: Schemas = { ...exact, Error: errorSchema(words) };
  const responses: Record<string, Answer> = {};
  const paths: Paths = {};
  for (const route of routes) {
    const operation = describe(route, schemas, frame);
    const answers = Object.entries(operation.responses as Record<string, Answer>).map(
      ([status, answer]) => [status, shared(answer, status, responses)] as const,
    );
    (paths[route.path] ??= {})[route.method] = { ...operation, responses: Object.fromEntries(answers) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: words.title(siteName),
      version: '1',
      description: introduction[language],
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers,
    tags: Object.entries(words.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas, responses, headers: headerComponents(words), securitySchemes: securitySchemes(words) },
  };
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

function describe(route: Route, schemas: Schemas, { language, maxPerPage }: Frame): Operation {
  const words = allWords[language];
  const body = bodySchema(route, schemas);
  const errors = errorsOf(route, requiredFields(body, schemas), maxPerPage);
  return {
    operationId: operationId(route),
    tags: [route.tag],
    ...textOf(route, words, language),
    security: securityOf(route),
    parameters: parametersOf(route, words, language, maxPerPage),
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

function textOf(route: Route, words: Words, language: Language): Pick<Operation, 'summary' | 'description'> {
  const { tag, verb, method, needs } = route;
  const text = operationTexts[`${tag}.${verb}`]?.[language];
  const isVariant = verb === 'update' && method !== 'patch';
  const summary = `${text?.summary ?? verb}${isBySlug(route) ? words.bySlug : ''}${isVariant ? words.byMethod(method) : ''}`;
  const sentences = [isVariant ? words.sameAsPatch : text?.description, needs === 'nobody' ? '' : words.needs(needs)];
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
