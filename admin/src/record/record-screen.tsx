import { Alert, Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Form, useNotify, usePermissions, useResourceContext, useTranslate } from 'react-admin';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { LoadingBar } from '../loading-bar';
import { type CalendarRecord, type Me } from '../api';
import { formats, useLabels } from '../i18n';
import { PageHead } from '../page-head';
import { mayCreate, mayEdit } from '../rights';
import { useUploads } from '../upload';
import { nameOf } from './record-names';
import { type Base, readForForm, toValues } from './body';
import { RecordFormProvider } from './context';
import { eveningOf, isMoment } from './moments';
import { Fields } from './fields';
import { KeptCopy } from './kept-copy';
import { Side } from './side';
import { Part } from './part';
import { ReturnedNote } from './review';
import { useLinksNotice } from './links-notice';
import { type LinksNote } from './draft-links';
import { useSave } from './use-save';

/** The form of a record, or of a new one. */
export default function RecordScreen() {
  const kind = useResourceContext() ?? '';
  const { id } = useParams();
  const { permissions: me } = usePermissions<Me>();
  if (!me) return <LoadingBar />;
  if (id === undefined) return <RecordForm key={kind} kind={kind} me={me} />;
  return <Loaded key={`${kind}/${id}`} kind={kind} id={Number(id)} me={me} />;
}

/** It is read once, and again only after it was saved: what is being entered is never replaced. */
function Loaded({ kind, id, me }: { readonly kind: string; readonly id: number; readonly me: Me }) {
  const t = useTranslate();
  const [record, setRecord] = useState<CalendarRecord>();
  const [error, setError] = useState('');
  const load = useCallback(async () => setRecord(await readForForm(kind, id)), [kind, id]);
  useEffect(() => void load().catch((cause: Error) => setError(cause.message)), [load]);
  if (error) return <Alert severity="error">{`${t('error.load')} ${error}`}</Alert>;
  if (!record) return <LoadingBar />;
  return <RecordForm kind={kind} me={me} record={record} reload={load} />;
}

interface Props {
  readonly kind: string;
  readonly me: Me;
  readonly record?: CalendarRecord;
  readonly reload?: () => Promise<void>;
}

function RecordForm(props: Props) {
  const { kind, record } = props;
  const base: Base = { values: toValues(kind, record ?? {}), etag: record?._etag };
  const day = useSearchParams()[0].get('start');
  const prefilled = !record && isMoment(day) ? eveningOf(day) : {};
  return (
    <Form
      record={{ ...base.values, ...prefilled }}
      resource={kind}
      warnWhenUnsavedChanges
      disableInvalidFormNotification
      noValidate
      // Enter in an input does not publish anything.
      onSubmit={() => undefined}
      className="record-form"
    >
      <FormBody {...props} loaded={base} />
    </Form>
  );
}

function FormBody({ kind, me, record, reload, loaded }: Props & { readonly loaded: Base }) {
  const t = useTranslate();
  const labels = useLabels();
  const notify = useNotify();
  const notifyOfLinks = useLinksNotice();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [base, setBase] = useState(loaded);
  // A saved form begins again with what was saved; its tabs and open parts stay as they are.
  const { etag } = loaded;
  const [shown, setShown] = useState(etag);
  if (shown !== etag) {
    setShown(etag);
    setBase(loaded);
  }

  const onSaved = async (id: number, status?: string, note?: LinksNote) => {
    void queries.invalidateQueries();
    notify(doneText(record, status), { type: 'success' });
    if (note) notifyOfLinks(note);
    if (!record || record.id !== id) {
      void navigate(`/${kind}/${id}`, { replace: !record });
      return true;
    }
    await reload?.();
    return false;
  };
  const { save, isSaving, question } = useSave({ kind, record, base, onSaved });
  const uploads = useUploads();
  const isReadOnly = record ? !mayEdit(me, kind, record) || record.status === 'trash' : !mayCreate(me, kind);
  const name = record ? nameOf(kind)(record) || t('form.noTitle') : labels.newKind(kind);
  return (
    <RecordFormProvider value={{ kind, record, before: base.values, me, isReadOnly, isSaving, uploads, save, reload }}>
      <PageHead title={record?.occurrence ? `${name} · ${formats().day(String(record.start_date))}` : name} />
      {!isReadOnly && (
        <Part name="unsaved">
          <KeptCopy kind={kind} id={record?.id} base={base} onBase={setBase} />
        </Part>
      )}
      {isReadOnly && record?.status !== 'trash' && <Alert severity="info">{t('form.readOnly')}</Alert>}
      <ReturnedNote />
      <Box className="record-columns">
        {/* After a save the form of the stored record is shown, which does not have what was typed meanwhile. */}
        <Box className="record-main" inert={isSaving}>
          <Fields />
        </Box>
        <Side />
      </Box>
      <Part name="question">{question}</Part>
    </RecordFormProvider>
  );
}

/** The message after saving, which depends on the status of the record. */
function doneText(record: CalendarRecord | undefined, status?: string): string {
  if (status === record?.status) return 'done.saved';
  const texts = { publish: 'published', future: 'scheduled', draft: 'draft', pending: 'submitted' } as const;
  return `done.${texts[status as keyof typeof texts] ?? 'saved'}`;
}
