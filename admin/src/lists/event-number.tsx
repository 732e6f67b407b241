import { useQuery } from '@tanstack/react-query';
import { useListContext, usePermissions, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me, type Schemas, send } from '../api';
import { isContributor } from '../rights';
import { fieldsOf, isCounted } from '../schema';
import { listAddress } from './addresses';

/** The field by which events show records of a kind, where the service counts events by it. */
export const relationOf = (kind: string): string | undefined =>
  fieldsOf('events').find(({ name, reference }) => reference === kind && isCounted(name))?.name;

/** The numbers of events of the records of a page, in one request. */
function useEventNumbers(relation: string): ReadonlyMap<number, number> | undefined {
  const { data = [] } = useListContext<CalendarRecord>();
  const ids = data.map(({ id }) => id);
  const { permissions: me } = usePermissions<Me>();
  const status = me && isContributor(me) ? 'any' : undefined;
  const query = { by: relation, [relation]: ids, from: '1970-01-01', status, limit: 500 };
  const { data: counts } = useQuery({
    queryKey: ['events', 'counts', relation, ids],
    queryFn: () => send<Schemas['EventCounts']>('GET', '/events/counts', { query }),
    enabled: me !== undefined && ids.length > 0,
  });
  return counts && new Map(counts.data.counts.map(({ value, count }) => [Number(value), count]));
}

/** The number of the events that show a record, and the way to them. */
export function EventNumber({ relation }: { readonly relation: string }) {
  const numbers = useEventNumbers(relation);
  const record = useRecordContext<CalendarRecord>();
  if (!numbers || !record) return null;
  const number = numbers.get(record.id) ?? 0;
  if (number === 0) return 0;
  return (
    <Link to={listAddress({ [relation]: [record.id] })} onClick={(event) => event.stopPropagation()}>
      {number}
    </Link>
  );
}
