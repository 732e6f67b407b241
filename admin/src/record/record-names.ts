import { type CalendarRecord } from '../api';
import { titleOf } from '../schema';

/** The parameter that finds records as one types. */
export const searchFor = (text: string) => (text === '' ? {} : { search: text });

/** The title of an event, or the name of another record, and the one that a search has found in the other language. */
export const nameOf = (kind: string) => (record: CalendarRecord) =>
  [record[titleOf(kind)], kind === 'venues' && record.city].filter(Boolean).join(', ') +
  (record.otherName ? ` (${record.otherName})` : '');

/** The order in which people look for a name. */
export const byName = { field: 'name', order: 'ASC' } as const;
