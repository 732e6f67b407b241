import { useQuery } from '@tanstack/react-query';
import { AutocompleteInput, type AutocompleteInputProps, useTranslate } from 'react-admin';
import { type CalendarRecord, type Me, send } from '../api';
import { hasParameter, recordFieldsOf } from '../schema';
import { useRecordForm } from './context';

interface Person {
  readonly id: number;
  readonly name: string;
}

/** The accounts that have written records of a kind of late; the API has no list of accounts for editors. */
async function readWriters(kind: string): Promise<Person[]> {
  if (!recordFieldsOf(kind).includes('modified_by')) return [];
  const order = hasParameter(kind, 'orderby') ? { orderby: 'modified', order: 'desc' } : {};
  const range = kind === 'events' ? { from: '1970-01-01' } : {};
  const query = { ...order, ...range, status: 'any', per_page: 100, _fields: 'modified_by' };
  const { data } = await send<Record<string, unknown>>('GET', `/${kind}`, { query });
  const records = data[kind] as { modified_by?: Person | null }[];
  return records.flatMap(({ modified_by: by }) => (by ? [by] : []));
}

/** The people whom a record can be given to, each once, by name. */
function peopleOf(me: Me, record: CalendarRecord | undefined, writers: readonly Person[]): Person[] {
  const by = record?.modified_by as Person | null | undefined;
  const known = new Map([...writers, ...(by ? [by] : []), me].map(({ id, name }) => [id, { id, name }]));
  return [...known.values()].sort((one, two) => one.name.localeCompare(two.name));
}

/** Whom a record belongs to, by name. An account that has not written of late has its number. */
export function AuthorInput(props: AutocompleteInputProps) {
  const t = useTranslate();
  const { kind, me, record } = useRecordForm();
  const { data: writers = [] } = useQuery({ queryKey: ['writers', kind], queryFn: () => readWriters(kind) });
  const people = peopleOf(me, record, writers);
  const { author } = record ?? {};
  const isKnown = author === undefined || people.some(({ id }) => id === author);
  const choices = isKnown ? people : [...people, { id: author, name: t('form.account', { id: author }) }];
  return <AutocompleteInput {...props} choices={choices} filterSelectedOptions={false} />;
}
