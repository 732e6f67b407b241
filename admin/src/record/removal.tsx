import { Alert, Button } from '@mui/material';
import { useCloseNotification, useNotify, useTranslate } from 'react-admin';
import { type CalendarRecord, type Schemas, send } from '../api';
import { useAttempt } from '../attempt';
import { dataProvider } from '../data';
import { formats } from '../i18n';
import { fieldsOf, hasRoute, isPublished } from '../schema';
import { restoredNote } from './draft-links';
import { nameOf } from './record-names';
import { useLinksNotice } from './links-notice';
import { useQuestion } from './questions';

/** The first record of each series, and every record without one: a write to all dates of a series is sent once. */
export function onePerSeries(records: readonly CalendarRecord[]): CalendarRecord[] {
  const series = records.map(({ id, occurrence }) => occurrence?.series ?? id);
  return records.filter((_record, index) => series.indexOf(series[index] ?? 0) === index);
}

/** Moves records to the trash, where they can be taken back from, and restores them. */
export function useRemoval(kind: string) {
  const t = useTranslate();
  const notify = useNotify();
  const notifyWith = useNotifyWith();
  const notifyOfLinks = useLinksNotice();
  const attempt = useAttempt();
  const { question, ask, askDates } = useQuestion();

  const nameIn = (record: CalendarRecord): string =>
    [nameOf(kind)(record) || t('form.noTitle'), record.start_date && formats().day(record.start_date)]
      .filter(Boolean)
      .join(' · ');

  /** Deletes: to the trash, or for good where a kind has none or `force` is given. @returns whether it has worked */
  const remove = async (records: readonly CalendarRecord[], force = false): Promise<boolean> => {
    const isForGood = force || !isPublished(kind);
    const uses = await countUses(kind, records).catch(() => 0);
    const isAsked = isForGood || uses > 0;
    const [title, help, button] = isForGood
      ? (['trash.removeTitle', 'trash.removeHelp', 'action.remove'] as const)
      : (['trash.trashTitle', 'trash.trashHelp', 'action.trash'] as const);
    const used = uses > 0 ? `${t('trash.used', { smart_count: uses })} ` : '';
    if (isAsked && !(await ask(t(title), used + t(help), t(button), records.map(nameIn)))) return false;
    const apply = isForGood ? undefined : await askDates(records, 'series.whichTrash');
    if (apply === 'none') return false;
    const removed = apply === 'all' ? onePerSeries(records) : records;
    const change = async () => {
      for (const { id, occurrence } of removed)
        await send('DELETE', `/${kind}/${id}`, { query: { apply: occurrence && apply, force: force || undefined } });
    };
    if (isForGood) return attempt(change, 'done.removed');
    const isDone = await attempt(change);
    if (isDone) notifyWith('done.trashed', 'action.undo', () => void restore(removed));
    return isDone;
  };

  /** Takes records out of the trash, with the status that they had. */
  const restore = async (records: readonly CalendarRecord[]): Promise<boolean> => {
    const restored: CalendarRecord[] = [];
    const isDone = await attempt(async () => {
      for (const record of records) restored.push(await restoreOne(kind, record));
    });
    const note = restoredNote(restored);
    if (note) notifyOfLinks(note);
    if (isDone) notify('done.restored', { type: 'success' });
    return isDone;
  };
  return { remove, restore, question };
}

/** The number of events that show any of these records; 0 for kinds that events are not related to. */
async function countUses(kind: string, records: readonly CalendarRecord[]): Promise<number> {
  const relation = fieldsOf('events').find(({ reference }) => reference === kind)?.name;
  if (!relation || records.every(({ status }) => status === 'trash')) return 0;
  const filter = { [relation]: records.map(({ id }) => id) };
  const { total = 0 } = await dataProvider.getList('events', { filter, pagination: { page: 1, perPage: 1 } });
  return total;
}

async function restoreOne(kind: string, { id, status }: CalendarRecord): Promise<CalendarRecord> {
  const revision = status === 'trash' ? await newestRevision(kind, id) : undefined;
  const body = { status: status === 'trash' ? 'draft' : status };
  const { data } = await (revision === undefined
    ? send<CalendarRecord>('PATCH', `/${kind}/${id}`, { body })
    : send<CalendarRecord>('POST', `/${kind}/${id}/revisions/${revision}/restore`, { body: {} }));
  return data;
}

/** The newest revision, which gives a record its status before the trash, where revisions are kept. */
async function newestRevision(kind: string, id: number): Promise<number | undefined> {
  if (!hasRoute(kind, 'revisions')) return undefined;
  const { data } = await send<Schemas['RevisionList']>('GET', `/${kind}/${id}/revisions`, { query: { per_page: 100 } });
  // Dates that were only written with their series have its revisions alone.
  const own = data.revisions.find(({ of_series: series }) => series === undefined);
  return (own ?? data.revisions[0])?.revision;
}

/** Says what was done, with what can be done about it. */
export function useNotifyWith() {
  const notify = useNotify();
  return (text: string, action: string, onAction: () => void) =>
    notify(<Done {...{ text, action, onAction }} />, { autoHideDuration: 10_000 });
}

interface DoneProps {
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

function Done({ text, action, onAction }: DoneProps) {
  const t = useTranslate();
  const close = useCloseNotification();
  const act = () => {
    close();
    onAction();
  };
  return (
    <Alert
      severity="success"
      variant="filled"
      action={
        <Button color="inherit" onClick={act}>
          {t(action)}
        </Button>
      }
    >
      {t(text)}
    </Alert>
  );
}
