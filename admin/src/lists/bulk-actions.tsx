import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useGetList, useListContext, useNotify, usePermissions, useTranslate, useUnselectAll } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { type CalendarRecord, type Me, send } from '../api';
import { nameOf } from '../record/auto-input';
import { useRemoval } from '../record/removal';
import { mayEdit, mayPublish } from '../rights';
import { isPublished } from '../schema';

/** What can be done with several records at once: those of them that the account may change. */
export function BulkActions() {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const { permissions: me } = usePermissions<Me>();
  const { resource, selectedIds, data = [] } = useListContext<CalendarRecord>();
  const unselect = useUnselectAll(resource);
  const { trash } = useRemoval(resource);
  const records = data.filter((record) => selectedIds.includes(record.id) && me && mayEdit(me, resource, record));
  if (!me || records.length === 0) return null;
  const change = async (bodyFor: (record: CalendarRecord) => object) => {
    try {
      for (const record of records) await send('PATCH', `/${resource}/${record.id}`, { body: bodyFor(record) });
      notify('done.changed', { type: 'success', messageArgs: { smart_count: records.length } });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    unselect();
    void queries.invalidateQueries();
  };
  return (
    <>
      {isPublished(resource) && mayPublish(me) && (
        <Button size="small" onClick={() => void change(() => ({ status: 'publish' }))}>
          {t('action.publish')}
        </Button>
      )}
      {resource === 'events' && <AddCategory onCategory={(id) => void change(withCategory(id))} />}
      <Button size="small" color="error" onClick={() => void trash(records).then(unselect)}>
        {t(isPublished(resource) ? 'action.trash' : 'action.remove')}
      </Button>
    </>
  );
}

const withCategory = (id: number) => (record: CalendarRecord) => ({
  categories: [...(record.categories ?? []).map((category) => category.id), id],
});

function AddCategory({ onCategory }: { readonly onCategory: (id: number) => void }) {
  const t = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data = [] } = useGetList<CalendarRecord>('categories', { pagination: { page: 1, perPage: 100 } });
  return (
    <>
      <Button size="small" onClick={(event) => setAnchor(event.currentTarget)}>
        {t('action.addCategory')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {data.map((category) => (
          <MenuItem key={category.id} onClick={() => (setAnchor(null), onCategory(category.id))}>
            {nameOf('categories')(category)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
