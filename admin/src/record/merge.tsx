import {
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useGetList, useNotify, useTranslate } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type CalendarRecord, send } from '../api';
import { useAttempt } from '../attempt';
import { nameOf, searchFor } from './auto-input';
import { useRecordForm } from './context';

/** Replaces a record by another one that is the same thing. */
export default function Merge({ record, onClose }: { readonly record: CalendarRecord; readonly onClose: () => void }) {
  const t = useTranslate();
  const notify = useNotify();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { kind } = useRecordForm();
  const [into, setInto] = useState<CalendarRecord | null>(null);
  const [search, setSearch] = useState('');
  const { data = [] } = useGetList<CalendarRecord>(kind, {
    pagination: { page: 1, perPage: 50 },
    filter: searchFor(search),
  });
  const name = nameOf(kind);
  const merge = async () => {
    const isDone = await attempt(() => send('POST', `/${kind}/${record.id}/merge`, { body: { into: into?.id } }));
    if (!isDone) return;
    void queries.invalidateQueries();
    notify('done.merged', { type: 'success' });
    void navigate(`/${kind}/${into?.id}`);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="merge">
      <DialogTitle id="merge">{t('merge.title')}</DialogTitle>
      <DialogContent className="dialog-form">
        <Typography>{t('merge.help', { name: name(record) })}</Typography>
        <Autocomplete
          options={data.filter(({ id }) => id !== record.id)}
          getOptionLabel={name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, two) => one.id === two.id}
          value={into}
          onChange={(_event, chosen) => setInto(chosen)}
          onInputChange={(_event, text) => setSearch(text)}
          filterOptions={(options) => options}
          renderInput={(props) => <TextField {...props} label={t('merge.into')} />}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button variant="contained" disabled={!into} onClick={() => void merge()}>
          {t('merge.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
