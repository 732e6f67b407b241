import { inheritTransformationMetadata, inheritValidationMetadata } from '@nestjs/mapped-types';
import { type EntityManager } from 'typeorm';
import { type Schema } from '../../database/data-source.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { type Language } from '../../lib/i18n/language.js';
import { type ListScope } from '../list/listing.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Format } from './format.js';

/**
 * An extension. The service only knows this interface. An extension declares what it adds and holds no state, so that
 * two services in one process can enable different extensions.
 */
export interface Extension {
  /** Its name in the setting EXTENSIONS. */
  readonly name: string;
  /** Its tables. They exist while it is off too, so that no data is lost. */
  readonly schema?: Schema;
  /** Fields that it adds. */
  readonly fields?: readonly AddedFields[];
  readonly records?: readonly RecordExtension[];
  /**
   * Adds WHERE clauses and joins for its parameters to a list of events. A join must not return a row twice.
   * @param unmaskedRows returns the list without events whose venues a password hides from the caller
   * @returns the default order that it suggests, if any
   */
  filterEvents?(unmaskedRows: () => SelectBuilder, parameters: object, scope: ListScope): SuggestedOrder | undefined;
  /** Formats of lists that it adds. */
  readonly formats?: readonly Format[];
}

/** Fields that are validated, returned and documented as if they were declared in another class. */
export interface AddedFields<Fields extends object = object> {
  /** Classes of bodies, queries or responses, without derived ones. A filter of events belongs to `EventsQuery`, `EventCountsQuery` and `CalendarQuery`. */
  readonly targets: readonly DtoClass[];
  readonly source: DtoClass<Fields>;
  /** Descriptions of each field in bodies, responses and lists. */
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}

/** Adds fields to classes, with rules in the validation group of the extension. Texts must be in both languages. */
export function addedFields<Fields extends object>(
  to: readonly DtoClass[],
  from: DtoClass<Fields>,
  texts: Readonly<Record<Language, Readonly<Record<keyof Fields & string, string>>>>,
): AddedFields {
  for (const Dto of to) {
    inheritTransformationMetadata(from, Dto);
    inheritValidationMetadata(from, Dto);
  }
  return { targets: to, source: from, texts };
}

/** Stores additional data of the records of a resource. It only changes together with the record and its revision. */
export interface RecordExtension {
  /** A published resource that events are related to; events and terms are not supported. */
  readonly resource: ResourceNames;
  /** Loads the data of some records by id, in one statement. Records without data may be missing. */
  read(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, RecordData>>;
  /** The value for records without stored data. */
  readonly emptyData: RecordData;
}

/** The data that an extension stores for a record. */
export interface RecordData {
  /** Fields of the response. */
  readonly fields: object;
  /** Properties of the record's JSON-LD, if the `jsonLd` of its resource supports them, as for venues. */
  readonly jsonLd?: object;
  /** Computes what a body changes and collects its errors; undefined if nothing changes. */
  change(body: object, errors: FieldErrors): StoreChange | undefined;
}

/** Stores a change of a record in the transaction that stores the record. Returns the new data. */
export type StoreChange = (manager: EntityManager, id: number) => Promise<RecordData>;

/** Columns to sort by, ascending. */
export type SuggestedOrder = readonly [column: string, ...ties: string[]];
