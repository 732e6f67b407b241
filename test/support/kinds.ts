import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type Schema } from '../../src/openapi/openapi-document.js';
import { kinds as definitions } from '../../src/kinds.js';
import { type KindDefinition } from '../../src/resource/definition.js';
import { hasExtension } from './extensions.js';

/** A kind of records as tests see it, by its definition and the document of the interface. */
export interface TestedKind {
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
  readonly definition: KindDefinition;
}

/** A kind that events are linked to. */
export type LinkedKind = TestedKind & { readonly field: string };

function testedKind(definition: KindDefinition): TestedKind {
  const { names, nameField, isPublished, docs, link } = definition;
  return {
    ...{ one: names.one, many: names.many, path: `/${names.many}`, nameField, isPublished, definition },
    writer: isPublished ? 'contributor' : 'editor',
    field: link?.field,
    least: docs.bodies.en.short,
    change: docs.bodies.en.update,
  };
}

/** Every kind that there is. */
export const allKinds = definitions.map(testedKind);

export function kindOf(many: string): TestedKind {
  const kind = allKinds.find((one) => one.many === many);
  if (!kind) throw new Error(`There is no kind ${many}: ${allKinds.map((one) => one.many).join(', ')}.`);
  return kind;
}

/** `ONLY_KIND=venues` has the tests that go over kinds go over one. */
const only = process.env.ONLY_KIND;

/** The kinds that are gone over. */
export const kinds: readonly TestedKind[] = only ? [kindOf(only)] : allKinds;

const isLinked = (kind: TestedKind): kind is LinkedKind => kind.field !== undefined;

/** Events, and what else is drafted, published and trashed. */
export const publishedKinds = kinds.filter(({ isPublished }) => isPublished);
export const termKinds = kinds.filter(({ isPublished }) => !isPublished);

/** Those that events name. */
export const linkedKinds = kinds.filter(isLinked);
export const linkedPublished = linkedKinds.filter(({ isPublished }) => isPublished);
export const linkedTerms = linkedKinds.filter(({ isPublished }) => !isPublished);

/** As `describe.each`, which refuses to have nothing to do. */
export function describeEach<K extends TestedKind>(some: readonly K[], claim: string, tests: (kind: K) => void): void {
  for (const kind of some) describe(claim.replace('%s', kind.many), () => tests(kind));
}

/** As `it.each`. */
export function itEach<K extends TestedKind>(
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
export function textFields({ one, nameField }: TestedKind, word: string): Record<string, string> {
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
