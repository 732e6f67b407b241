import { Button, ListItem, ListItemText } from '@mui/material';
import { useGetList, usePermissions, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me } from '../api';
import { useLabels } from '../i18n';
import { whenOf } from '../lists/when-of';
import { PageHead } from '../page-head';
import { nameOf } from '../record/link-input';
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
  const { data = [], total } = useGetList<CalendarRecord>(kind, {
    pagination: { page: 1, perPage: MOST },
    sort: { field: 'modified', order: 'DESC' },
    filter: { status: 'trash' },
  });
  return (
    <ListCard title={labels.kind(kind)} total={total} none="trash.none" more={question}>
      {data.map((record) => (
        <ListItem key={record.id} className="trash-item">
          <ListItemText
            primary={<Link to={`/${kind}/${record.id}`}>{nameOf(kind)(record) || t('form.noTitle')}</Link>}
            secondary={kind === 'events' && whenOf(record)}
            slotProps={{ secondary: { component: 'div' } }}
          />
          {me && mayEdit(me, kind, record) && (
            <Button onClick={() => void restore([record])}>{t('action.restore')}</Button>
          )}
          {me && mayEditAll(me, kind) && (
            <Button color="error" onClick={() => void remove([record], true)}>
              {t('action.remove')}
            </Button>
          )}
        </ListItem>
      ))}
    </ListCard>
  );
}
