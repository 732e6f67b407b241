import { type Additions } from '../extension-api/additions.js';
import { type EntityManager } from 'typeorm';
import { type ExcerptTextsDto, type PublishedBodyDto } from '../content/published-body.dto.js';
import { type Audience } from '../content/published-record.dto.js';
import { type TextBody } from '../content/translations/text-changes.js';
import { type Published, type PublishedKind } from '../content/write-published.js';
import { type Faults } from '../errors/fault.js';
import { type KindDefinition } from './definition.js';

/** A record with what extensions keep of it. */
export type Extended<E> = E & { additions?: Additions };

/** What a body of any published kind may say. */
export type PublishedBody = PublishedBodyDto &
  TextBody & { translations?: Partial<Record<string, ExcerptTextsDto | null>> };

/** A kind of records that are drafted, published and trashed, and that events may be linked to. */
export interface PublishedDefinition<E extends Published, B extends PublishedBody, D extends object>
  extends Omit<KindDefinition, 'entity' | 'translation'>, PublishedKind<E> {
  readonly isPublished: true;
  /** The columns of the kind's own after a write: what a body says, else what they were. */
  readonly columns: (current: E | undefined, body: B, faults: Faults) => Partial<E>;
  /** Fields of answers that are made of several columns: sent back as they were read, they change nothing. */
  readonly derived?: (record: E) => Readonly<Record<string, string | null>>;
  /** What a search finds of a record beside its texts. */
  readonly words: (record: Partial<E>) => readonly (string | null)[];
  readonly present: (record: E, audience: Audience) => D;
  /** The record as schema.org says it, made of what the answer shows. */
  readonly jsonLd: (shown: D, record: E) => object;
  /** Picks, of the records that have the name of a body, the one that the body means; the first where a kind has no such rule. */
  readonly pick?: (manager: EntityManager, ids: readonly number[], body: B) => Promise<number | undefined>;
}
