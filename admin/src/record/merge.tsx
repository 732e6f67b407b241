import { Autocomplete, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList, useGetOne, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { type CalendarRecord, send } from '../api';
import { useAttempt } from '../attempt';
import { Popup } from '../controls';
import { useLabels } from '../i18n';
import { isPublished, titleOf } from '../schema';
import { ownLanguageFirst } from '../session';
import { nameOf, searchFor } from './record-names';
import { useRecordForm } from './context';
import { useNotifyWith } from './removal';
import { useLeave } from './use-leave';

/** Replaces a record by another one that is the same thing. */
export function Merge({ record, onClose }: { readonly record: CalendarRecord; readonly onClose: () => void }) {
  const t = useTranslate();
  const notify = useNotify();
  const notifyWith = useNotifyWith();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const { leaveTo } = useLeave();
  const { kind } = useRecordForm();
  const [into, setInto] = useState<CalendarRecord | null>(null);
  const [search, setSearch] = useState('');
  const { data = [] } = useGetList<CalendarRecord>(kind, {
    pagination: { page: 1, perPage: 50 },
    filter: searchFor(search),
  });
  const { data: kept } = useGetOne<CalendarRecord>(kind, { id: into?.id ?? 0 }, { enabled: into !== null });
  const name = nameOf(kind);
  const merge = async () => {
    const isDone = await attempt(() => send('POST', `/${kind}/${record.id}/merge`, { body: { into: into?.id } }));
    if (!isDone) return;
    if (isPublished(kind)) notifyWith('done.merged', 'action.openTrash', () => void navigate('/trash'));
    else notify('done.merged', { type: 'success' });
    leaveTo(`/${kind}/${into?.id}`);
  };
  return (
    <Popup
      title={t('merge.title')}
      onClose={onClose}
      maxWidth="sm"
      className="dialog-form"
      actions={
        <Button variant="contained" disabled={!into} onClick={() => void merge()}>
          {t('merge.submit')}
        </Button>
      }
    >
      <Typography>{t('merge.help', { name: name(record) })}</Typography>
      <Typography>{t(isPublished(kind) ? 'merge.toTrash' : 'merge.forGood')}</Typography>
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
      {into && kept && (
        <div className="side-by-side">
          <Names title="merge.goes" kind={kind} record={record} />
          <Names title="merge.stays" kind={kind} record={kept} />
        </div>
      )}
    </Popup>
  );
}

interface NamesProps {
  readonly title: string;
  readonly kind: string;
  readonly record: CalendarRecord;
}

/** The fields that distinguish records of one name. */
const TOLD_APART_BY = ['address', 'city', 'email', 'phone', 'website'];

/** The names of a record in both languages, and where it is: those of the one that goes away are not taken over. */
function Names({ title, kind, record }: NamesProps) {
  const t = useTranslate();
  const labels = useLabels();
  return (
    <section aria-label={t(title)}>
      <Typography variant="h2">{t(title)}</Typography>
      {ownLanguageFirst().map((language) => (
        <div key={language} className="conflict-side">
          <small>{labels.inLanguage('name', language)}</small>
          <p lang={language}>{record.translations?.[language]?.[titleOf(kind)] ?? t('conflict.empty')}</p>
        </div>
      ))}
      {TOLD_APART_BY.map((name) => [name, record[name]] as const).map(
        ([name, value]) =>
          typeof value === 'string' &&
          value !== '' && (
            <div key={name} className="conflict-side">
              <small>{labels.field(name)}</small>
              <p>{value}</p>
            </div>
          ),
      )}
    </section>
  );
}
