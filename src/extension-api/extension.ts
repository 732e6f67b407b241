import { inheritTransformationMetadata, inheritValidationMetadata } from '@nestjs/mapped-types';
import { type EntityManager } from 'typeorm';
import { type Schema } from '../database/data-source.js';
import { type Faults } from '../errors/fault.js';
import { type DtoClass } from '../validation/dto-class.js';
import { type Language } from '../i18n/language.js';
import { type ListScope } from '../list/listing.js';
import { type Rows } from '../database/sql/rows.js';
import { type Kind } from '../i18n/resource-names.js';
import { type Format } from './format.js';

/**
 * What adds to the service without the service knowing it. Says what it adds; holds no state, so that two services in
 * one process may differ in what is on.
 */
export interface Extension {
  /** As the setting EXTENSIONS calls it. */
  readonly name: string;
  /** Its own tables. They are there also while it is off: what they hold is there again when it comes back. */
  readonly schema?: Schema;
  /** Fields on top of those of the service. */
  readonly fields?: readonly AddedFields[];
  readonly records?: readonly RecordExtension[];
  readonly lists?: readonly ListExtension[];
  /** Forms, beside JSON, in which lists are given. */
  readonly formats?: readonly Format[];
}

/** Fields that are read, answered and documented as if they stood in another class. */
export interface AddedFields<Fields extends object = object> {
  /** Classes of bodies, queries or answers, one by one: those derived from them gain nothing. A filter of events belongs to `EventsQuery` and to `EventCountsQuery`. */
  readonly to: readonly DtoClass[];
  readonly from: DtoClass<Fields>;
  /** What the documentation says of each field, in bodies, answers and lists. */
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}

/**
 * Adds fields to classes: their rules, in the validation group of the extension, count wherever these classes are
 * validated. A text that is missing in a language does not compile.
 */
export function addedFields<Fields extends object>(
  to: readonly DtoClass[],
  from: DtoClass<Fields>,
  texts: Readonly<Record<Language, Readonly<Record<keyof Fields & string, string>>>>,
): AddedFields {
  for (const Dto of to) {
    inheritTransformationMetadata(from, Dto);
    inheritValidationMetadata(from, Dto);
  }
  return { to, from, texts };
}

/** Keeps more of the records of a kind than they have columns for. It changes with the record alone, whose revision tells. */
export interface RecordExtension {
  /** A published kind that events are linked to. Neither events nor terms ask what is kept. */
  readonly kind: Kind;
  /** What is kept of some records, by id; those of which nothing is kept may be left out. One statement. */
  read(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, Kept>>;
  /** Of a record of which nothing is kept. */
  readonly nothing: Kept;
}

/** What an extension keeps of one record. */
export interface Kept {
  /** Fields of the answer. */
  readonly fields: object;
  /** Properties of the record's JSON-LD, where the `jsonLd` of its kind takes them, as that of venues does. */
  readonly jsonLd?: object;
  /**
   * Works out what a body changes, and files its faults.
   * @returns undefined where nothing changes
   */
  change(body: object, faults: Faults): StoreChange | undefined;
}

/** Stores a change of a record, in the transaction that stores the record. Tells what is kept from then on. */
export type StoreChange = (manager: EntityManager, id: number) => Promise<Kept>;

/** Answers for parameters of a list that the service itself only declares. */
export interface ListExtension {
  /** Events: other lists do not ask. */
  readonly kind: Kind;
  readonly parameters: readonly string[];
  /**
   * Narrows the list by its parameters, or files faults. What it selects must neither multiply nor repeat rows.
   * @returns what the list is ordered by where the caller does not say, if it has an opinion
   */
  narrow(rows: Rows, parameters: object, scope: ListScope): SuggestedOrder | undefined;
}

/** Columns, the first one first; ascending. */
export type SuggestedOrder = readonly [column: string, ...ties: string[]];
