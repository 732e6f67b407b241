import { Button, Card, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form, useGetList, useNotify, usePermissions, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { LoadingBar } from '../loading-bar';
import { type CalendarRecord, type Me, send } from '../api';
import { useAttempt } from '../attempt';
import { Select } from '../controls';
import { dataProvider, STATES, toTranslate } from '../data';
import { useLabels } from '../i18n';
import { SHARED } from '../kinds';
import { PageHead } from '../page-head';
import { type Base, readForForm, toValues } from '../record/body';
import { RecordFormProvider } from '../record/context';
import { KeptCopy } from '../record/kept-copy';
import { Part } from '../record/part';
import { useQuestion } from '../record/questions';
import { mainTexts, TextOf } from '../record/texts';
import { useLeave } from '../record/use-leave';
import { useSave } from '../record/use-save';
import { mayCreate } from '../rights';
import { kinds } from '../schema';
import { currentLanguage, type Language, LANGUAGES, other } from '../session';
import { useUploads } from '../upload';
import { Original } from './original';

/** One record after another: the original on the left, and the input on the right. */
export default function Translations() {
  const t = useTranslate();
  const labels = useLabels();
  const { permissions: me } = usePermissions<Me>();
  const [search, setSearch] = useSearchParams();
  const into = (search.get('into') ?? other(currentLanguage())) as Language;
  const kind = search.get('kind') ?? 'events';
  const state = search.get('state') ?? STATES.join(',');
  const choose = (name: string, value: string) => setSearch({ into, kind, state, [name]: value });
  const select = (name: string, value: string, options: readonly (readonly [string, string])[]) => (
    <Select label={t(`translations.${name}`)} {...{ value, options }} onValue={(next) => choose(name, next)} />
  );
  const states = STATES.map((id) => [id, t(`translation.${id}`)] as const);
  return (
    <div className="screen">
      <PageHead title={t('menu.translations')} />
      <div className="columns filters">
        {select(
          'into',
          into,
          LANGUAGES.map((id) => [id, t(`language.${id}`)]),
        )}
        {select(
          'kind',
          kind,
          kinds()
            .filter((id) => me && mayCreate(me, id))
            .map((id) => [id, labels.kind(id)]),
        )}
        {select('state', state, [[STATES.join(','), t('status.any')], ...states])}
      </div>
      <Queue key={`${into} ${kind} ${state}`} {...{ into, kind, state }} />
    </div>
  );
}

/** The records that are left. The one that is shown stays until it is saved, confirmed or passed over. */
function Queue({ into, kind, state }: { readonly into: Language; readonly kind: string; readonly state: string }) {
  const t = useTranslate();
  const { permissions: me } = usePermissions<Me>();
  const [passed, setPassed] = useState<readonly number[]>([]);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const pagination = { page: 1, perPage: 1 };
  const filter = {
    ...(me && toTranslate(me, kind, into, state)),
    ...(passed.length > 0 && { exclude: passed }),
  };
  // A list that was read before would begin with a record that is done since, and replace it while somebody types.
  const { data, total, isPending } = useGetList<CalendarRecord>(kind, { pagination, filter }, { gcTime: 0 });
  const [shown, setShown] = useState<{ readonly first: number; readonly record: CalendarRecord }>();
  const id = data?.[0]?.id;
  const record = shown?.first === id ? shown?.record : undefined;
  useEffect(() => {
    let isCurrent = true;
    const read = async (first: number) => {
      const found = await readForForm(kind, first);
      if (!found.occurrence || state.includes(found.translation_status?.[into] ?? '')) return found;
      // Only a date that has texts of its own is in such a state.
      const ofSeries = { ...filter, occurrences: 'all', post_parent: first };
      const { data: dates } = await dataProvider.getList<CalendarRecord>(kind, { pagination, filter: ofSeries });
      return dates[0] ? readForForm(kind, dates[0].id) : found;
    };
    if (id !== undefined) void read(id).then((found) => isCurrent && setShown({ first: id, record: found }));
    return () => {
      isCurrent = false;
    };
  }, [kind, id]);
  if (isPending || !me) return <LoadingBar />;
  const offerAgain = () => {
    setPassed(passed.filter((one) => !skipped.includes(one)));
    setSkipped([]);
  };
  if (total === 0 && skipped.length > 0) return <Skipped count={skipped.length} onAgain={offerAgain} />;
  if (total === 0) return <Typography className="empty-list">{t('translations.done')}</Typography>;
  if (!record) return <LoadingBar />;
  const next = () => setPassed([...passed, record.id]);
  const skip = () => {
    setSkipped([...skipped, record.id]);
    next();
  };
  const left = [
    t('translations.left', { smart_count: total }),
    skipped.length > 0 && t('translations.skipped', { smart_count: skipped.length }),
  ];
  return (
    <Form
      key={record._etag}
      record={toValues(kind, record)}
      resource={kind}
      noValidate
      warnWhenUnsavedChanges
      onSubmit={() => undefined}
    >
      <Typography color="text.secondary">{left.filter(Boolean).join(' · ')}</Typography>
      <Translation {...{ into, kind, record, me, next, skip }} />
    </Form>
  );
}

/** All that is left was skipped. */
function Skipped({ count, onAgain }: { readonly count: number; readonly onAgain: () => void }) {
  const t = useTranslate();
  return (
    <div className="empty-list">
      <Typography>{t('translations.skipped', { smart_count: count })}</Typography>
      <Button variant="outlined" onClick={onAgain}>
        {t('translations.again')}
      </Button>
    </div>
  );
}

interface TranslationProps {
  readonly into: Language;
  readonly kind: string;
  readonly record: CalendarRecord;
  readonly me: Me;
  readonly next: () => void;
  /** Goes to the next one without having done this one. */
  readonly skip: () => void;
}

function Translation({ into, kind, record, me, next, skip }: TranslationProps) {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const { isDirty, mayLeave } = useLeave();
  const [base, setBase] = useState<Base>({ values: toValues(kind, record), etag: record._etag as string });
  const onSaved = () => {
    notify('done.saved', { type: 'success' });
    void queries.invalidateQueries({ queryKey: ['translations'] });
    next();
    return Promise.resolve(false);
  };
  const { save, isSaving, question } = useSave({ kind, record, base, onSaved });
  const uploads = useUploads();
  const dates = useQuestion();
  const confirm = async () => {
    const apply = await dates.askDates([record]);
    if (apply === 'none') return;
    const query = { translation_language: into, apply };
    const body = { translation_confirmed: true };
    if (await attempt(() => send('PATCH', `/${kind}/${record.id}`, { body, query }), 'done.confirmed')) next();
  };
  const fields = mainTexts(kind).filter(({ name }) => !SHARED.includes(name));
  return (
    <RecordFormProvider value={{ kind, record, before: base.values, me, isReadOnly: false, isSaving, uploads, save }}>
      <Part name="unsaved">
        <KeptCopy kind={kind} id={record.id} base={base} onBase={setBase} />
      </Part>
      <Card className="section">
        <div className="side-by-side">
          <Original {...{ kind, record, into }} names={fields.map(({ name }) => name)} />
          <section aria-label={t('translations.yours')} className="language">
            <div className="language-head">
              <strong>{t('translations.yours')}</strong>
            </div>
            <Part name="texts">
              {fields.map((field) => (
                <TextOf key={field.name} field={field} language={into} />
              ))}
            </Part>
          </section>
        </div>
        <div className="row end">
          <Button onClick={() => mayLeave() && skip()}>{t('translations.next')}</Button>
          {record.translation_status?.[into] === 'outdated' && (
            <Button onClick={() => mayLeave() && void confirm()}>{t('translations.current')}</Button>
          )}
          <Button variant="contained" disabled={isSaving || !isDirty} onClick={() => save()}>
            {t('translations.saveNext')}
          </Button>
        </div>
      </Card>
      {question}
      {dates.question}
    </RecordFormProvider>
  );
}
