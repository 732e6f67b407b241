import {
  Button,
  Card,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemText,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useGetList, usePermissions, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me } from '../api';
import { useLabels } from '../i18n';
import { PageHead } from '../page-head';
import { nameOf } from '../record/auto-input';
import { useRemoval } from '../record/removal';
import { isEditor, mayEdit } from '../rights';
import { isPublished, kinds } from '../schema';

/** What was deleted, kind by kind. */
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
  const { restore, trash } = useRemoval(kind);
  const [asked, setAsked] = useState<CalendarRecord>();
  const { data = [], total } = useGetList<CalendarRecord>(kind, {
    pagination: { page: 1, perPage: MOST },
    sort: { field: 'modified', order: 'DESC' },
    filter: { status: 'trash', ...(kind === 'events' && { from: '1970-01-01' }) },
  });
  const remove = async (record: CalendarRecord) => {
    setAsked(undefined);
    await trash([record], undefined, true);
  };
  const id = `trash-${kind}`;
  return (
    <Card component="section" className="section" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {labels.kind(kind)} {total !== undefined && <span className="number">{total}</span>}
      </Typography>
      {total === 0 && <Typography color="text.secondary">{t('trash.none')}</Typography>}
      <List dense disablePadding>
        {data.map((record) => (
          <ListItem key={record.id} className="trash-item">
            <ListItemText
              primary={<Link to={`/${kind}/${record.id}`}>{nameOf(kind)(record) || t('form.noTitle')}</Link>}
            />
            {me && mayEdit(me, kind, record) && (
              <Button onClick={() => void restore([record])}>{t('action.restore')}</Button>
            )}
            {me && isEditor(me) && (
              <Button color="error" onClick={() => setAsked(record)}>
                {t('action.remove')}
              </Button>
            )}
          </ListItem>
        ))}
      </List>
      <Dialog open={asked !== undefined} onClose={() => setAsked(undefined)} aria-labelledby={`${id}-title`}>
        <DialogTitle id={`${id}-title`}>{t('trash.removeTitle')}</DialogTitle>
        <DialogContent>{t('trash.removeHelp')}</DialogContent>
        <DialogActions>
          <Button onClick={() => setAsked(undefined)}>{t('action.cancel')}</Button>
          <Button color="error" variant="contained" onClick={() => asked && void remove(asked)}>
            {t('action.remove')}
          </Button>
        </DialogActions>
      </Dialog>
    </Card>
  );
}
