import { Button } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { type CalendarRecord, send, uniqueKey } from '../api';
import { useAttempt } from '../attempt';
import { mayCreate, mayEdit, mayEditAll } from '../rights';
import { hasRoute, isPublished } from '../schema';
import { useRecordForm } from './context';
import { useRemoval } from './removal';

const Preview = lazy(() => import('./preview'));
const Merge = lazy(() => import('./merge'));

/** Shows the actions on a record that the account may use: preview, duplicate, merge, trash. */
export function Actions() {
  const t = useTranslate();
  const { kind, record, me } = useRecordForm();
  const [open, setOpen] = useState<'preview' | 'merge'>();
  if (!record) return null;
  const isTrashed = record.status === 'trash';
  const isPublic = isPublished(kind) && record.status === 'publish';
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
      {mayCreate(me, kind) && hasRoute(kind, 'duplicate') && !isTrashed && <Duplicate />}
      {mayEditAll(me, kind) && hasRoute(kind, 'merge') && !isTrashed && (
        <Button onClick={() => setOpen('merge')}>{t('merge.title')}</Button>
      )}
      {mayEdit(me, kind, record) && (isTrashed ? <Restore record={record} /> : <Remove record={record} />)}
      <Suspense>
        {open === 'preview' && <Preview record={record} onClose={() => setOpen(undefined)} />}
        {open === 'merge' && <Merge record={record} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  );
}

function Duplicate() {
  const t = useTranslate();
  const notify = useNotify();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const { kind, record } = useRecordForm();
  const duplicate = async () => {
    const headers = { 'Idempotency-Key': uniqueKey() };
    const { data } = await send<CalendarRecord>('POST', `/${kind}/${record?.id}/duplicate`, { body: {}, headers });
    notify('done.duplicated', { type: 'success' });
    void navigate(`/${kind}/${data.id}`);
  };
  return <Button onClick={() => void attempt(duplicate)}>{t('action.duplicate')}</Button>;
}

function Remove({ record }: { readonly record: CalendarRecord }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { kind } = useRecordForm();
  const { remove, question } = useRemoval(kind);
  return (
    <>
      <Button color="error" onClick={() => void remove([record]).then((isDone) => isDone && navigate(`/${kind}`))}>
        {t(isPublished(kind) ? 'action.trash' : 'action.remove')}
      </Button>
      {question}
    </>
  );
}

function Restore({ record }: { readonly record: CalendarRecord }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { kind, reload } = useRecordForm();
  const { restore } = useRemoval(kind);
  const run = async () => {
    if (!(await restore([record]))) return;
    await reload();
    void queries.invalidateQueries();
  };
  return (
    <Button variant="contained" onClick={() => void run()}>
      {t('action.restore')}
    </Button>
  );
}
