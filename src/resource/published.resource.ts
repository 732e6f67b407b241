import { type ExtensionData } from '../extension-api/extension-data.js';
import { type EntityManager } from 'typeorm';
import { type ExcerptTextsDto, type PublishedBodyDto } from '../content/published-body.dto.js';
import { type Viewer } from '../content/published-record.dto.js';
import { type TextBody } from '../content/translations/text-changes.js';
import { type PublishedWithTexts, type PublishedResource } from '../content/write-published.js';
import { type FieldErrors } from '../errors/field-error.js';
import { type ResourceDefinition } from './definition.js';

/** A record with the data of extensions. */
export type Extended<E> = E & { additions?: ExtensionData };

/** The body of any published resource. */
export type PublishedBody = PublishedBodyDto &
  TextBody & { translations?: Partial<Record<string, ExcerptTextsDto | null>> };

/** A resource whose records have a status and a trash, and that events may be related to. */
export interface PublishedDefinition<E extends PublishedWithTexts, B extends PublishedBody, D extends object>
  extends Omit<ResourceDefinition, 'entity' | 'translation'>, PublishedResource<E> {
  readonly isPublished: true;
  /** The columns that only this resource has after a write: the values of the body, else the stored ones. */
  readonly columns: (current: E | undefined, body: B, errors: FieldErrors) => Partial<E>;
  /** Fields of responses that are derived from several columns. If a body repeats them unchanged, they are ignored. */
  readonly derived?: (record: E) => Readonly<Record<string, string | null>>;
  /** Searchable words of a record, in addition to its texts. */
  readonly words: (record: Partial<E>) => readonly (string | null)[];
  readonly present: (record: E, viewer: Viewer) => D;
  /** The record as JSON-LD of schema.org, derived from the fields of the response. */
  readonly jsonLd: (shown: D, record: E) => object;
  /** Chooses a record among those with the same name. Without this function, the first one is used. */
  readonly pick?: (manager: EntityManager, ids: readonly number[], body: B) => Promise<number | undefined>;
}
