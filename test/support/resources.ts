import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type Schema } from '../../src/openapi/openapi-document.js';
import { resources as definitions } from '../../src/resources.js';
import { type ResourceDefinition } from '../../src/resource/definition.js';
import { hasExtension } from './extensions.js';

/** A kind of records as tests see it, by its definition and the document of the interface. */
export interface TestedResource {
  /** `venue`, in error codes. */
  readonly one: string;
  /** `venues`, in paths and lists. */
  readonly many: string;
  readonly path: string;
  /** `title`, `venue`, `name` */
  readonly nameField: string;
  readonly isPublished: boolean;
  /** Who may create records. */
  readonly writer: 'contributor' | 'editor';
  /** The field of events that names records of the kind; undefined where events are not linked to it. */
  readonly field: string | undefined;
  /** What a new record needs. */
  readonly least: Readonly<Record<string, unknown>>;
  /** A change of a record. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly definition: ResourceDefinition;
}

/** A kind that events are linked to. */
export type LinkedResource = TestedResource & { readonly field: string };

function testedResource(definition: ResourceDefinition): TestedResource {
  const { names, nameField, isPublished, docs, link } = definition;
  return {
    ...{ one: names.singular, many: names.plural, path: `/${names.plural}`, nameField, isPublished, definition },
    writer: isPublished ? 'contributor' : 'editor',
    field: link?.field,
    least: docs.bodies.en.short,
    change: docs.bodies.en.update,
  };
}

/** Every kind that there is. */
export const allResources = definitions.map(testedResource);

export function resourceOf(many: string): TestedResource {
  const kind = allResources.find((one) => one.many === many);
  if (!kind) throw new Error(`There is no kind ${many}: ${allResources.map((one) => one.many).join(', ')}.`);
  return kind;
}

/** `ONLY_KIND=venues` has the tests that go over kinds go over one. */
const only = process.env.ONLY_KIND;

/** The kinds that are gone over. */
export const resources: readonly TestedResource[] = only ? [resourceOf(only)] : allResources;

const isLinked = (kind: TestedResource): kind is LinkedResource => kind.field !== undefined;

/** Events, and what else is drafted, published and trashed. */
export const publishedResources = resources.filter(({ isPublished }) => isPublished);
export const termResources = resources.filter(({ isPublished }) => !isPublished);

/** Those that events name. */
export const linkedResources = resources.filter(isLinked);
export const linkedPublished = linkedResources.filter(({ isPublished }) => isPublished);
export const linkedTerms = linkedResources.filter(({ isPublished }) => !isPublished);

/** As `describe.each`, which refuses to have nothing to do. */
export function describeEach<K extends TestedResource>(
  some: readonly K[],
  claim: string,
  tests: (kind: K) => void,
): void {
  for (const kind of some) describe(claim.replace('%s', kind.many), () => tests(kind));
}

/** As `it.each`. */
export function itEach<K extends TestedResource>(
  some: readonly K[],
  claim: string,
  test: (kind: K) => Promise<void>,
  timeout?: number,
): void {
  for (const kind of some) it(claim.replace('%s', kind.many), () => test(kind), timeout);
}

const { components } = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
) as Document;

/** Texts that are no free texts, what stands in `translations` as well, and what is made of other fields. */
const OTHER =
  /date|timezone|^(?:description|excerpt|slug|password|status|event_status_reason|translation_language|stateprovince|recurrence)$/;

/** A value with a word in it for each field of a new record that takes any text, beside the texts of its languages. */
export function textFields({ one, nameField }: TestedResource, word: string): Record<string, string> {
  const schema = components.schemas[`Create${one.charAt(0).toUpperCase()}${one.slice(1)}`];
  if (!schema?.properties) throw new Error(`The document has no body of a new ${one}.`);
  const fields = Object.entries(schema.properties).filter(
    ([name, field]) => name !== nameField && !OTHER.test(name) && isText(field),
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
