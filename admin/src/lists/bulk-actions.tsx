import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useListContext, useNotify, usePermissions, useRefresh, useTranslate } from 'react-admin';
import { type CalendarRecord, type Me, send } from '../api';
import { useAttempt } from '../attempt';
import { isTimed } from '../record/body';
import { useLinksNotice } from '../record/links-notice';
import { draftsOf, linksNote, mayPublishLinks, showsLinks } from '../record/draft-links';
import { useCategories } from '../record/categories';
import { NoteDialog } from '../record/note-dialog';
import { useQuestion } from '../record/questions';
import { refuseRecord } from '../record/refuse-record';
import { onePerSeries, useRemoval } from '../record/removal';
import { mayEdit, mayEditAll, mayPublish } from '../rights';
import { isPublished } from '../schema';

/** The actions on several records, applied to those that the account may change. */
export function BulkActions() {
  const t = useTranslate();
  const notify = useNotify();
  const notifyOfLinks = useLinksNotice();
  const { permissions: me } = usePermissions<Me>();
  const { resource, selectedIds, data = [], onUnselectItems: unselect } = useListContext<CalendarRecord>();
  const { remove, question: removal } = useRemoval(resource);
  const { askDates, question } = useQuestion();
  const attempt = useAttempt();
  const records = data.filter((record) => selectedIds.includes(record.id) && me && mayEdit(me, resource, record));
  if (!me || records.length === 0) return null;
  const change = async (bodyFor: (record: CalendarRecord) => Record<string, unknown>) => {
    const apply = await askDates(records);
    if (apply === 'none') return;
    const changed = apply === 'all' ? onePerSeries(records) : records;
    const isShown = (record: CalendarRecord) => resource === 'events' && showsLinks(bodyFor(record), record.status);
    const publishes = mayPublishLinks(me);
    const answers: CalendarRecord[] = [];
    const isDone = await attempt(async () => {
      for (const record of changed) {
        const links = (isShown(record) && publishes) || undefined;
        const query = { apply: record.occurrence ? apply : undefined, publish_links: links };
        const path = `/${resource}/${record.id}`;
        answers.push((await send<CalendarRecord>('PATCH', path, { body: bodyFor(record), query })).data);
      }
    });
    const drafts = new Map(
      changed
        .slice(0, answers.length)
        .filter(isShown)
        .flatMap((record) => [...draftsOf(record)]),
    );
    const note = linksNote(drafts, publishes, answers);
    if (note) notifyOfLinks(note);
    if (isDone) notify('done.changed', { type: 'success', messageArgs: { smart_count: changed.length } });
    unselect();
  };
  return (
    <>
      {isPublished(resource) && mayPublish(me) && (
        <Button size="small" onClick={() => void change(published)}>
          {t('action.publish')}
        </Button>
      )}
      {resource === 'events' && <AddCategory onCategory={(id) => void change(withCategory(id))} />}
      {records.every(({ status }) => status === 'pending') && mayEditAll(me, resource) && (
        <RefuseAll records={records} onRefused={unselect} />
      )}
      <Button size="small" color="error" onClick={() => void remove(records).then((isDone) => isDone && unselect())}>
        {t(isPublished(resource) ? 'action.trash' : 'action.remove')}
      </Button>
      {question}
      {removal}
    </>
  );
}

/** Without a time ahead it is public at once; the service would keep the time at which a draft was first saved. */
const published = (record: CalendarRecord) => ({ status: 'publish', ...(!isTimed(record) && { date: 'now' }) });

const withCategory = (id: number) => (record: CalendarRecord) => ({
  categories: [...(record.categories ?? []).map((category) => category.id), id],
});

/** Refuses several records that wait for approval, with one note. */
function RefuseAll({ records, onRefused }: { readonly records: CalendarRecord[]; readonly onRefused: () => void }) {
  const t = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const attempt = useAttempt();
  const { resource } = useListContext();
  const [isAsking, setIsAsking] = useState(false);
  const refuse = async (note: string) => {
    setIsAsking(false);
    const refused = onePerSeries(records);
    const isDone = await attempt(async () => {
      for (const record of refused) await refuseRecord(resource, record, note);
    });
    if (isDone) notify('done.refusedAll', { type: 'success', messageArgs: { smart_count: refused.length } });
    refresh();
    onRefused();
  };
  return (
    <>
      <Button size="small" color="error" onClick={() => setIsAsking(true)}>
        {t('review.refuse')}
      </Button>
      {isAsking && (
        <NoteDialog
          decision="refuse"
          kind={resource}
          isSubmission={records.every(({ submission }) => submission)}
          onNote={(note) => void refuse(note)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function AddCategory({ onCategory }: { readonly onCategory: (id: number) => void }) {
  const t = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const categories = useCategories();
  return (
    <>
      <Button size="small" onClick={(event) => setAnchor(event.currentTarget)}>
        {t('action.addCategory')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {categories.map(({ id, name }) => (
          <MenuItem key={id} onClick={() => (setAnchor(null), onCategory(id))}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
