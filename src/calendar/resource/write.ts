import { type RecordRef } from '../../lib/errors/api-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { type TextBody } from '../records/translations/text-changes.js';

/** A body that may declare its own language. */
export type RecordBody = TextBody & { readonly translation_language?: Language };

/** A write to a record. */
export interface Write<E, B> {
  /** The record before the write; undefined on create. */
  readonly current: E | undefined;
  readonly body: B;
  /** How the path names the record; absent inside the write of another record. */
  readonly ref?: RecordRef;
  /** Only one of the two states of a record that represents a series: that of the series, or that of its own date. */
  readonly part?: 'series' | 'date' | undefined;
}

/** A record before a write, undefined on create, and after it. */
export interface WrittenRecord<E> {
  readonly before: E | undefined;
  readonly after: E;
  /** Writes to other records that the same request has made: those of the parts of a series. */
  readonly others?: readonly WrittenRecord<E>[];
}
