import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useCloseNotification, useNotify, useTranslate } from 'react-admin';
import { ApiError, type CalendarRecord, send } from '../api';
import { hasRoute, isPublished } from '../schema';
import { type Dates } from './use-save';

/** Moves records to the trash, where they can be taken back from, and restores them. */
export function useRemoval(kind: string) {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    notify(error.status === 0 ? 'error.network' : error.message, { type: 'error' });
    return false;
  };

  /** Deletes: to the trash, or for good where a kind has none or `force` is given. @returns whether it has worked */
  const trash = async (records: readonly CalendarRecord[], apply?: Dates, force = false): Promise<boolean> => {
    try {
      const query = { ...(apply && { apply }), ...(force && { force }) };
      for (const { id } of records) await send('DELETE', `/${kind}/${id}`, { query });
    } catch (error) {
      return refuse(error);
    }
    void queries.invalidateQueries();
    if (force || !isPublished(kind)) notify('done.removed', { type: 'success' });
    else notify(<Trashed onUndo={() => void restore(records)} />, { autoHideDuration: 10_000 });
    return true;
  };

  /** Takes records out of the trash, with the status that they had. */
  const restore = async (records: readonly CalendarRecord[]): Promise<boolean> => {
    try {
      for (const record of records) await restoreOne(kind, record);
    } catch (error) {
      return refuse(error);
    }
    void queries.invalidateQueries();
    notify(t('done.restored'), { type: 'success' });
    return true;
  };
  return { trash, restore };
}

async function restoreOne(kind: string, { id, status }: CalendarRecord): Promise<void> {
  if (status !== 'trash') return void (await send('PATCH', `/${kind}/${id}`, { body: { status: status as string } }));
  const revision = await lastBeforeTrash(kind, id);
  if (revision !== undefined) await send('POST', `/${kind}/${id}/revisions/${revision}/restore`, { body: {} });
  else await send('PATCH', `/${kind}/${id}`, { body: { status: 'draft' } });
}

/** The revision that knows what the record was before it went to the trash, where revisions are kept. */
async function lastBeforeTrash(kind: string, id: number): Promise<number | undefined> {
  if (!hasRoute(kind, 'revisions')) return undefined;
  const { data } = await send<{ revisions: { revision: number; change: string }[] }>('GET', `/${kind}/${id}/revisions`);
  return data.revisions.find(({ change }) => change !== 'trashed')?.revision;
}

function Trashed({ onUndo }: { readonly onUndo: () => void }) {
  const t = useTranslate();
  const close = useCloseNotification();
  const undo = () => {
    close();
    onUndo();
  };
  return (
    <Alert
      severity="success"
      variant="filled"
      action={
        <Button color="inherit" onClick={undo}>
          {t('action.undo')}
        </Button>
      }
    >
      {t('done.trashed')}
    </Alert>
  );
}
