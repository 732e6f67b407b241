import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, send, uniqueKey } from '../api';
import { useAttempt } from '../attempt';
import { mayCreate, mayEdit, mayEditAll } from '../rights';
import { hasRoute, isPublished } from '../schema';
import { useRecordForm } from './context';
import { Merge } from './merge';
import { Preview } from './preview';
import { useRemoval } from './removal';
import { useLeave } from './use-leave';

/** Shows the actions on a record that the account may use: preview, duplicate, merge, trash. */
export function Actions() {
  const t = useTranslate();
  const attempt = useAttempt();
  const { isDirty, mayLeave, leaveTo } = useLeave();
  const { kind, record, me, reload } = useRecordForm();
  const { remove, restore, question } = useRemoval(kind);
  const [open, setOpen] = useState<'preview' | 'merge'>();
  if (!record) return null;
  const isTrashed = record.status === 'trash';
  const isPublic = isPublished(kind) && record.status === 'publish';
  const duplicate = async () => {
    const headers = { 'Idempotency-Key': uniqueKey() };
    const { data } = await send<CalendarRecord>('POST', `/${kind}/${record.id}/duplicate`, { body: {}, headers });
    leaveTo(`/${kind}/${data.id}`);
  };
  const takeBack = async () => (await restore([record])) && reload?.();
  const removeThis = async () => mayLeave() && (await remove([record])) && leaveTo(`/${kind}`);
  return (
    <div className="actions">
      {isPublished(kind) && !isTrashed && <Button onClick={() => setOpen('preview')}>{t('action.preview')}</Button>}
      {isPublic && (
        <Button component="a" href={record.url} target="_blank" rel="noreferrer">
          {t('action.show')}
        </Button>
      )}
      {mayEdit(me, kind, record) && hasRoute(kind, 'revisions') && (
        <Button component={Link} to={`/${kind}/${record.id}/revisions`}>
          {t('action.revisions')}
        </Button>
      )}
      {mayCreate(me, kind) && hasRoute(kind, 'duplicate') && !isTrashed && (
        <Button onClick={() => mayLeave() && void attempt(duplicate, 'done.duplicated')}>
          {t('action.duplicate')}
        </Button>
      )}
      {mayEditAll(me, kind) && hasRoute(kind, 'merge') && !isTrashed && (
        <Button onClick={() => mayLeave() && setOpen('merge')}>{t('merge.title')}</Button>
      )}
      {mayEdit(me, kind, record) && isTrashed && (
        <Button variant="contained" onClick={() => void takeBack()}>
          {t('action.restore')}
        </Button>
      )}
      {mayEdit(me, kind, record) && !isTrashed && (
        <Button color="error" onClick={() => void removeThis()}>
          {t(isPublished(kind) ? 'action.trash' : 'action.remove')}
        </Button>
      )}
      {question}
      {open === 'preview' && <Preview record={record} hasUnsavedChanges={isDirty} onClose={() => setOpen(undefined)} />}
      {open === 'merge' && <Merge record={record} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
