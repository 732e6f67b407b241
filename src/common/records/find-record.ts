import { type EntityManager, In } from 'typeorm';
import { type Caller } from '../auth/role.js';
import { type Address, Forbidden, RecordGone, RecordNotFound } from '../errors/api-error.js';
import { type RequestContext } from '../http/calendar-request.js';
import { LANGUAGES } from '../language/language.js';
import { type Links } from '../site/links.js';
import { translationIn } from '../translation/shown-text.js';
import { type Translation } from '../translation/translation.js';
import { type Accessible, access, mayEdit } from './access.js';
import { type Kind } from './kind.js';

/** What a path names. */
export interface Addressed {
  readonly id: number;
  /** Whether it is named as it is in the language of the request: by its id, or by the slug in that language. */
  readonly isOwnName: boolean;
}

/** The id that a path names: `addressed` without how. */
export async function addressedId(...where: Parameters<typeof addressed>): Promise<number> {
  return (await addressed(...where)).id;
}

/**
 * What a path names. A slug is looked for in the language of the request first, then in the other one.
 * @throws {RecordNotFound} where no record has the slug; an id is not looked up here
 */
export async function addressed(
  manager: EntityManager,
  kind: Kind,
  translation: new () => Translation,
  address: Address,
  { language }: RequestContext,
): Promise<Addressed> {
  if ('id' in address) return { id: address.id, isOwnName: true };
  const rows = await manager.find<Translation>(translation, {
    select: { recordId: true, language: true, slug: true },
    where: { slug: address.slug, language: In([...LANGUAGES]) },
  });
  // Some databases take `été ` for `ete`.
  const named = rows.filter(({ slug }) => slug === address.slug);
  const row = named.find((candidate) => candidate.language === language) ?? named[0];
  if (!row) throw new RecordNotFound(kind, address);
  return { id: row.recordId, isOwnName: row.language === language };
}

/** Says under which slug a record stands in the language of the answer, where it was found by the other language's slug. */
export function sayLocation(
  kind: Kind,
  translations: readonly Translation[],
  address: Address,
  { language, headers }: RequestContext,
  links: Links,
): void {
  const own = translationIn(translations, language);
  if ('slug' in address && own && own.slug !== address.slug)
    headers.set('Content-Location', links.recordBySlug(language, kind, own.slug!));
}

/**
 * @throws {RecordNotFound} where the caller may not know of the record
 * @throws {RecordGone} where it was public once
 */
export function assertReadable(kind: Kind, record: Accessible, address: Address, caller: Caller): void {
  const granted = access(record, caller);
  if (granted === 'hidden') throw new RecordNotFound(kind, address);
  if (granted === 'gone') throw new RecordGone(kind);
}

/** @throws {Forbidden} where the caller may read the record but not change it, else like `assertReadable` */
export function assertEditable(kind: Kind, record: Accessible, address: Address, caller: Caller): void {
  assertReadable(kind, record, address, caller);
  if (!mayEdit(record, caller)) throw new Forbidden();
}
