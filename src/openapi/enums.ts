import { ROLES } from '../http/context/role.js';
import { STATUSES, WRITABLE_STATUSES } from '../content/status.js';
import { COUNT_DIMENSIONS } from '../events/query/counts.js';
import { OCCURRENCES } from '../events/query/collapse-series.js';
import { PRICES } from '../events/pricing/cost.js';
import { ATTENDANCES, EVENT_STATUSES } from '../events/states.js';
import { APPLIES, EVENT_SORTS, SEARCHED } from '../events/events.query.js';
import { LANGUAGES } from '../i18n/language.js';
import { LINKED_SORTS } from '../list/linked.query.js';
import { ORDERS, UNTRANSLATED } from '../list/list.query.js';
import { mapValues, reference, type Schema, type Schemas } from './openapi-document.js';

/**
 * Enumerations that many operations and schemas share. Nest's `enumName` is not used, because it loses the defaults of
 * parameters.
 */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  Language: LANGUAGES,
  Role: ROLES,
  Status: STATUSES,
  WritableStatus: WRITABLE_STATUSES,
  EventStatus: EVENT_STATUSES,
  Attendance: ATTENDANCES,
  Price: PRICES,
  Occurrences: OCCURRENCES,
  AppliesTo: APPLIES,
  CountedBy: COUNT_DIMENSIONS,
  SearchIn: SEARCHED,
  Untranslated: UNTRANSLATED,
  Order: ORDERS,
  EventOrder: EVENT_SORTS,
  RecordOrder: LINKED_SORTS,
};

const names = new Map(Object.entries(ENUMS).map(([name, values]) => [values.join(), name]));

export const enumSchemas: Schemas = mapValues(ENUMS, (values) => ({ type: 'string', enum: values }));

/** Replaces inline enumerations by references to the shared schemas (recursive). Sibling keywords are kept. */
export function withEnumReferences<T>(part: T): T {
  if (Array.isArray(part)) return part.map((member: unknown) => withEnumReferences(member)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const mapped = mapValues(part as Readonly<Record<string, unknown>>, (value) => withEnumReferences(value));
  const { enum: values, type: _type, ...siblings }: Schema = mapped;
  const name = Array.isArray(values) ? names.get(values.join()) : undefined;
  if (name === undefined) return mapped as T;
  const $ref = reference('schemas', name);
  return (Object.keys(siblings).length > 0 ? { ...siblings, allOf: [$ref] } : $ref) as T;
}
