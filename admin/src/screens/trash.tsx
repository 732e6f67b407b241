import { Button, Checkbox, ListItem, ListItemText } from '@mui/material';
import { useState } from 'react';
import { useGetList, usePermissions, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me } from '../api';
import { asUtc, formats, useLabels } from '../i18n';
import { whenOf } from '../lists/when-of';
import { PageHead } from '../page-head';
import { nameOf } from '../record/record-names';
import { useRemoval } from '../record/removal';
import { mayEdit, mayEditAll } from '../rights';
import { isPublished, kinds } from '../schema';
import { ListCard } from './list-card';

/** The screen of deleted records, by kind. */
export default function Trash() {
  const t = useTranslate();
  return (
    <div className="screen">
      <PageHead title={t('menu.trash')} />
      {kinds()
        .filter(isPublished)
        .map((kind) => (
          <TrashOf key={kind} kind={kind} />
        ))}
    </div>
  );
}

const MOST = 100;

function TrashOf({ kind }: { readonly kind: string }) {
  const t = useTranslate();
  const labels = useLabels();
  const { permissions: me } = usePermissions<Me>();
  const { restore, remove, question } = useRemoval(kind);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { data = [], total } = useGetList<CalendarRecord>(kind, {
    pagination: { page: 1, perPage: MOST },
    sort: { field: 'modified', order: 'DESC' },
    filter: { status: 'trash' },
  });
  const isListed = (id: number) => data.some((record) => record.id === id);
  // A record that leaves the list is no longer chosen, and so not chosen when it returns to the trash.
  if (![...chosen].every(isListed)) setChosen(new Set([...chosen].filter(isListed)));
  if (!me) return null;
  const editable = data.filter((record) => mayEdit(me, kind, record));
  const records = editable.filter(({ id }) => chosen.has(id));
  const choose = (changed: readonly CalendarRecord[], isChosen: boolean) => {
    const ids = changed.map(({ id }) => id);
    setChosen((before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]));
  };
  const actions = { kind, me, restore, remove, onDone: (done: readonly CalendarRecord[]) => choose(done, false) };
  const note = total !== undefined && total > MOST && t('trash.latest', { count: MOST });
  return (
    <ListCard
      title={labels.kind(kind)}
      total={total}
      none="trash.none"
      more={
        <>
          {note}
          {question}
        </>
      }
    >
      {editable.length > 1 && (
        <ListItem className="trash-item" disableGutters>
          <Checkbox
            edge="start"
            checked={records.length === editable.length}
            indeterminate={records.length > 0 && records.length < editable.length}
            onChange={(_event, isChosen) => choose(editable, isChosen)}
            slotProps={{ input: { 'aria-label': t('trash.all', { kind: labels.kind(kind) }) } }}
          />
          <ListItemText primary={t('trash.chosen', { smart_count: records.length })} />
          <Buttons {...actions} records={records} disabled={records.length === 0} />
        </ListItem>
      )}
      {data.map((record) => (
        <ListItem key={record.id} className="trash-item" disableGutters>
          {editable.length > 1 && (
            <Checkbox
              edge="start"
              disabled={!editable.includes(record)}
              checked={chosen.has(record.id)}
              onChange={(_event, isChosen) => choose([record], isChosen)}
              slotProps={{ input: { 'aria-label': nameOf(kind)(record) || t('form.noTitle') } }}
            />
          )}
          <ListItemText
            primary={<Link to={`/${kind}/${record.id}`}>{nameOf(kind)(record) || t('form.noTitle')}</Link>}
            secondary={<Removed kind={kind} record={record} />}
            slotProps={{ secondary: { component: 'div' } }}
          />
          {editable.includes(record) && <Buttons {...actions} records={[record]} />}
        </ListItem>
      ))}
    </ListCard>
  );
}

/** When an event took place, and who moved the record here: nothing else is written to a record in the trash. */
function Removed({ kind, record }: { readonly kind: string; readonly record: CalendarRecord }) {
  const t = useTranslate();
  const { modified_by: by, modified_utc: at } = record;
  const time = at && formats().longInstant(asUtc(at));
  return (
    <>
      {kind === 'events' && <div>{whenOf(record)}</div>}
      {time && <div>{by ? t('trash.movedBy', { name: by.name, time }) : t('trash.moved', { time })}</div>}
    </>
  );
}

interface ButtonsProps extends Pick<ReturnType<typeof useRemoval>, 'restore' | 'remove'> {
  readonly kind: string;
  readonly me: Me;
  readonly records: readonly CalendarRecord[];
  readonly disabled?: boolean;
  readonly onDone: (records: readonly CalendarRecord[]) => void;
}

function Buttons({ kind, me, records, restore, remove, disabled, onDone }: ButtonsProps) {
  const t = useTranslate();
  const after = async (isDone: Promise<boolean>) => {
    if (await isDone) onDone(records);
  };
  return (
    <>
      <Button disabled={disabled} onClick={() => void after(restore(records))}>
        {t('action.restore')}
      </Button>
      {mayEditAll(me, kind) && (
        <Button color="error" disabled={disabled} onClick={() => void after(remove(records, true))}>
          {t('action.remove')}
        </Button>
      )}
    </>
  );
}
