import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type Schema } from '../../src/outlets/openapi/openapi-document.js';
import { resources as definitions } from '../../src/calendar/resources.js';
import { type ResourceDefinition } from '../../src/calendar/resource/definition.js';
import { hasExtension } from './extensions.js';

/** A resource as tests need it, derived from its definition. */
export interface TestedResource {
  /** `venue`, in error codes. */
  readonly singular: string;
  /** `venues`, in paths and lists. */
  readonly plural: string;
  readonly path: string;
  /** `title`, `venue`, `name` */
  readonly nameField: string;
  readonly isPublished: boolean;
  /** Who may create records. */
  readonly writer: 'contributor' | 'editor';
  /** The field of events that links to the resource; undefined if there is none. */
  readonly field: string | undefined;
  /** The smallest body of a new record. */
  readonly minimalBody: Readonly<Record<string, unknown>>;
  /** The body of an update. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly definition: ResourceDefinition;
}

/** A resource that events are related to. */
export type RelatedResource = TestedResource & { readonly field: string };

function testedResource(definition: ResourceDefinition): TestedResource {
  const { names, nameField, isPublished, docs, relation } = definition;
  return {
    ...{ singular: names.singular, plural: names.plural, path: `/${names.plural}`, nameField, isPublished, definition },
    writer: isPublished ? 'contributor' : 'editor',
    field: relation?.field,
    minimalBody: docs.bodies.en.short,
    change: docs.bodies.en.update,
  };
}

export const allResources = definitions.map(testedResource);

export function resourceOf(many: string): TestedResource {
  const kind = allResources.find((one) => one.plural === many);
  if (!kind) throw new Error(`There is no kind ${many}: ${allResources.map((one) => one.plural).join(', ')}.`);
  return kind;
}

/** `ONLY_RESOURCE=venues` limits tests that cover all resources to one. */
const onlyResource = process.env.ONLY_RESOURCE;

/** The resources that these tests cover. */
export const resources: readonly TestedResource[] = onlyResource ? [resourceOf(onlyResource)] : allResources;

const isRelated = (kind: TestedResource): kind is RelatedResource => kind.field !== undefined;

/** Resources with a status and a trash; the others are taxonomy terms. */
export const publishedResources = resources.filter(({ isPublished }) => isPublished);
export const termResources = resources.filter(({ isPublished }) => !isPublished);

/** The resources that events are related to. */
export const relatedResources = resources.filter(isRelated);
export const relatedPublished = relatedResources.filter(({ isPublished }) => isPublished);
export const relatedTerms = relatedResources.filter(({ isPublished }) => !isPublished);

/** Like `describe.each`, which throws for an empty list. */
export function describeEach<K extends TestedResource>(
  some: readonly K[],
  claim: string,
  tests: (kind: K) => void,
): void {
  for (const kind of some) describe(claim.replace('%s', kind.plural), () => tests(kind));
}

/** Like `it.each`, but accepts an empty list. */
export function itEach<K extends TestedResource>(
  some: readonly K[],
  claim: string,
  test: (kind: K) => Promise<void>,
): void {
  for (const kind of some) it(claim.replace('%s', kind.plural), () => test(kind));
}

const { components } = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
) as Document;

/** String fields that do not accept any text, that are also in `translations`, or that are derived from others. */
const EXCLUDED_FIELDS =
  /date|timezone|^(?:description|excerpt|slug|password|status|review_note|event_status_reason|translation_language|stateprovince|recurrence)$/;

/** A value that contains `word` for each field of a new record that accepts any text, except translated texts. */
export function textFields({ singular, nameField }: TestedResource, word: string): Record<string, string> {
  const schema = components.schemas[`Create${singular.charAt(0).toUpperCase()}${singular.slice(1)}`];
  if (!schema?.properties) throw new Error(`The document has no body of a new ${singular}.`);
  const fields = Object.entries(schema.properties).filter(
    ([name, field]) => name !== nameField && !EXCLUDED_FIELDS.test(name) && isText(field),
  );
  return Object.fromEntries(fields.map(([name, { format }]) => [name, textOf(word, name, format)]));
}

function isText({ type, enum: values, oneOf = [], 'x-extension': extension }: Schema): boolean {
  const known = extension === undefined || hasExtension(extension);
  return known && values === undefined && (type === 'string' || (oneOf[0]?.type === 'string' && !oneOf[0].format));
}

function textOf(word: string, name: string, format: string | undefined): string {
  if (format === 'email') return `${word}@example.com`;
  return format === 'uri' ? `https://example.com/${word}` : `${word} ${name}`;
}
