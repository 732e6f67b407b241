import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me } from '../api';
import { dataProvider, readAll } from '../data';
import { useLabels } from '../i18n';
import { listAddress } from '../lists/addresses';
import { whenOf } from '../lists/when-of';
import { nameOf } from '../record/record-names';
import { useSentBy } from '../record/use-sent-by';
import { hasParameter, isPublished, kinds } from '../schema';
import { LinkItem, ListCard, REFRESHED } from './list-card';

interface Found {
  readonly kind: string;
  readonly record: CalendarRecord;
}

/** So many records are shown. */
const SHOWN = 5;

/** A series counts once. */
const once = (kind: string) => (hasParameter(kind, 'occurrences') ? { occurrences: 'next' } : {});

const reviewed = () => kinds().filter(isPublished);

/** The records of all kinds that wait for approval, the oldest first. */
async function readWaiting(): Promise<{ readonly found: readonly Found[]; readonly total: number }> {
  const pages = reviewed().map(async (kind) => {
    const { data, total = 0 } = await dataProvider.getList<CalendarRecord>(kind, {
      filter: { status: 'pending', ...once(kind) },
      sort: { field: 'pending', order: 'ASC' },
      pagination: { page: 1, perPage: SHOWN },
    });
    return { total, found: data.map((record) => ({ kind, record })) };
  });
  const read = await Promise.all(pages);
  const sinceOf = ({ record }: Found) => record.pending_utc ?? '';
  const found = read.flatMap((page) => page.found).sort((one, other) => sinceOf(one).localeCompare(sinceOf(other)));
  return { found: found.slice(0, SHOWN), total: read.reduce((sum, { total }) => sum + total, 0) };
}

/** The records that wait for approval, with their authors and the times since when they wait. */
export function Waiting() {
  const t = useTranslate();
  const { data } = useQuery({ queryKey: ['waiting'], queryFn: readWaiting, ...REFRESHED });
  const all = (
    <Button component={Link} to={listAddress({ status: 'pending', occurrences: 'next' })}>
      {t('start.all')}
    </Button>
  );
  const hasMore = data && data.total > data.found.length;
  return (
    <ListCard title={t('start.pending')} total={data?.total} none="start.none" more={hasMore && all}>
      {data?.found.map((one) => (
        <Item key={`${one.kind} ${one.record.id}`} {...one} secondary={<Sent record={one.record} />} />
      ))}
    </ListCard>
  );
}

/** The drafts of the account that came back with a note, the newest dates first. Absent where there are none. */
export function Returned({ me }: { readonly me: Me }) {
  const t = useTranslate();
  const { data = [] } = useQuery({ queryKey: ['returned', me.id], queryFn: readReturned, ...REFRESHED });
  if (data.length === 0) return null;
  return (
    <ListCard title={t('review.returned')} total={data.length} none="start.none">
      {data.map((one) => (
        <Item
          key={`${one.kind} ${one.record.id}`}
          {...one}
          secondary={<div className="review-note">{one.record.review_note}</div>}
        />
      ))}
    </ListCard>
  );
}

async function readReturned(): Promise<Found[]> {
  const own = reviewed().map(async (kind) => {
    const records = await readAll(kind, { status: 'draft', author: 'me', ...once(kind) });
    return records.filter(({ review_note: note }) => note).map((record) => ({ kind, record }));
  });
  return (await Promise.all(own)).flat();
}

function Item({ kind, record, secondary }: Found & { readonly secondary: React.ReactNode }) {
  const t = useTranslate();
  const labels = useLabels();
  const name = nameOf(kind)(record) || t('form.noTitle');
  return (
    <LinkItem
      to={`/${kind}/${record.id}`}
      primary={kind === 'events' ? name : `${name} (${labels.kind(kind, 1)})`}
      secondary={
        <>
          {kind === 'events' && <div>{whenOf(record)}</div>}
          {secondary}
        </>
      }
    />
  );
}

function Sent({ record }: { readonly record: CalendarRecord }) {
  const sentBy = useSentBy(record);
  return <div>{sentBy}</div>;
}
