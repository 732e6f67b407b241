import {
  Alert,
  Button,
  Card,
  Checkbox,
  FormControlLabel,
  List,
  ListItemButton,
  ListItemText,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinearProgress, useGetOne, useNotify, useTranslate } from 'react-admin';
import { get } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { type CalendarRecord, type Schemas, send } from '../api';
import { useAttempt } from '../attempt';
import { asUtc, formats } from '../i18n';
import { PageHead } from '../page-head';
import { restoredNote } from '../record/draft-links';
import { nameOf } from '../record/link-input';
import { useLinksNotice } from '../record/links-notice';
import { changedPaths, pathOf, textPath, toValues } from '../record/body';
import { currentLanguage } from '../session';
import { usePathLabel, useValueText } from '../record/value-text';

type Revision = Schemas['Revision'];

/** The screen of revisions: a list of them, and the differences of the chosen one from the present record, with Restore. */
export default function Revisions() {
  const t = useTranslate();
  const { kind = '', id = '' } = useParams();
  const labelOf = usePathLabel(kind);
  const [chosen, setChosen] = useState<number>();
  const { data: record } = useGetOne<CalendarRecord>(kind, { id: Number(id) });
  const { data, error } = useQuery({
    queryKey: ['revisions', kind, id],
    queryFn: () => send<Schemas['RevisionList']>('GET', `/${kind}/${id}/revisions`, { query: { per_page: 100 } }),
  });
  const name = record ? nameOf(kind)(record) : '';
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data || !record) return <LinearProgress />;
  const { revisions } = data.data;
  return (
    <div className="screen">
      <PageHead title={t('revisions.title')}>
        <Link to={`/${kind}/${id}`}>{name || t('form.noTitle')}</Link>
      </PageHead>
      {revisions.length === 0 && <Typography color="text.secondary">{t('revisions.none')}</Typography>}
      <div className="revisions">
        <Card component="nav" aria-label={t('revisions.title')}>
          <List dense disablePadding>
            {revisions.map((one) => (
              <li key={one.revision}>
                <ListItemButton selected={chosen === one.revision} onClick={() => setChosen(one.revision)}>
                  <ListItemText
                    primary={<RevisionHead revision={one} />}
                    secondary={
                      one.change === 'created'
                        ? undefined
                        : fieldsText(one.fields.map((field) => labelOf(pathOf(kind, field))))
                    }
                  />
                </ListItemButton>
              </li>
            ))}
          </List>
        </Card>
        {chosen === undefined ? (
          revisions.length > 0 && <Typography color="text.secondary">{t('revisions.choose')}</Typography>
        ) : (
          <Comparison
            key={chosen}
            kind={kind}
            record={record}
            revision={chosen}
            changed={changedSince(revisions, chosen)}
          />
        )}
      </div>
    </div>
  );
}

/** So many fields are named; more are counted. */
const MOST = 6;

const fieldsText = (labels: readonly string[]): string =>
  labels.slice(0, MOST).join(', ') + (labels.length > MOST ? ` + ${labels.length - MOST}` : '');

function RevisionHead({ revision }: { readonly revision: Revision }) {
  const t = useTranslate();
  const author = revision.author && t('revisions.by', { name: revision.author.name });
  const all = revision.of_series !== undefined && t('revisions.ofSeries');
  return [formats().instant(asUtc(revision.modified_utc)), t(`revisions.${revision.change}`), all, author]
    .filter(Boolean)
    .join(' · ');
}

/** The fields that were written after a revision, by the paths of forms. */
function changedSince(revisions: readonly Revision[], chosen: number): string[] {
  const names = revisions.filter(({ revision }) => revision > chosen).flatMap(({ fields }) => fields);
  // The API names texts of the request's language without it.
  return names.flatMap((name) => [name, textPath(currentLanguage(), name)]);
}

interface Props {
  readonly kind: string;
  readonly record: CalendarRecord;
  readonly revision: number;
  readonly changed: readonly string[];
}

/** The comparison stands below a list that may be longer than a phone. */
const show = (card: HTMLElement | null): void => card?.scrollIntoView({ block: 'nearest' });

/** The fields that a restoration would change. */
function Comparison({ kind, record, revision, changed }: Props) {
  const t = useTranslate();
  const notify = useNotify();
  const notifyOfLinks = useLinksNotice();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const labelOf = usePathLabel(kind);
  const textOf = useValueText();
  const address = `/${kind}/${record.id}/revisions/${revision}`;
  const { data } = useQuery({
    queryKey: ['revision', address],
    queryFn: () => send<Schemas['RevisionWithRecord']>('GET', address),
  });
  const former = data?.data.record;
  // An entry with `of_series` restores a date alone, unless that represents a series itself.
  const isSeries = Boolean(record.recurrence ?? (former?.recurrence && data?.data.of_series === undefined));
  const [hasDates, setHasDates] = useState(false);
  const outcome = useOutcome(address, record, isSeries, hasDates);
  if (!former || (isSeries && !outcome.data && !outcome.error)) return <LinearProgress />;
  const then = { ...former, ...timesOf(outcome.data) };
  const differing = changedPaths(kind, toValues(kind, record), toValues(kind, then)).filter(
    (path) => changed.includes(path) && get(then, path) !== undefined,
  );
  const restore = async () => {
    const headers: Record<string, string> = record._etag ? { 'If-Match': record._etag } : {};
    const query = hasDates ? { dates: true } : {};
    const { data: restored } = await send<CalendarRecord>('POST', `${address}/restore`, { body: {}, headers, query });
    const without = Object.keys((restored.restored_without as object | undefined) ?? {}).map(labelOf);
    const note = restoredNote([restored]);
    if (note) notifyOfLinks(note);
    notify(without.length > 0 ? t('revisions.without', { names: without.join(', ') }) : 'done.restored', {
      type: 'success',
    });
    void navigate(`/${kind}/${record.id}`);
  };
  return (
    <Card className="section" ref={show}>
      {differing.length === 0 && !isSeries && <Typography>{t('revisions.same')}</Typography>}
      {differing.map((path) => (
        <div key={path} className="conflict">
          <Typography variant="h2">{labelOf(path)}</Typography>
          <div className="side-by-side">
            {Object.entries({ then, now: record }).map(([side, version]) => (
              <div key={side} className="conflict-side">
                <small>{t(`revisions.${side}`)}</small>
                <p>{textOf(path, get(version, path), version.start_date) || t('conflict.empty')}</p>
              </div>
            ))}
          </div>
        </div>
      ))}
      {isSeries && (
        <SeriesOutcome outcome={outcome.data} error={outcome.error} hasDates={hasDates} onChange={setHasDates} />
      )}
      {(differing.length > 0 || isSeries || record.status === 'trash') && (
        <div className="row end">
          <Button variant="contained" disabled={outcome.isPlaceholderData} onClick={() => void attempt(restore)}>
            {t('action.restore')}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface Outcome extends CalendarRecord {
  readonly dates_added?: number;
  readonly dates_removed?: number;
}

/** Rehearses the restoration of a series: the API returns its result and changes nothing. */
function useOutcome(address: string, record: CalendarRecord, isSeries: boolean, hasDates: boolean) {
  const query = { dry_run: true, ...(hasDates && { dates: true }) };
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['outcome', address, hasDates, record._etag],
    queryFn: () => send<Outcome>('POST', `${address}/restore`, { body: {}, query }),
    enabled: isSeries,
    placeholderData: (previous) => previous,
  });
  return { data: data?.data, error, isPlaceholderData };
}

const TIMES = ['start_date', 'end_date', 'all_day', 'timezone', 'recurrence'] as const;

/** Days and the rule are those that the series would have: without its dates, only its hours are restored. */
function timesOf(outcome: Outcome | undefined): Partial<CalendarRecord> {
  return outcome ? Object.fromEntries(TIMES.map((name) => [name, outcome[name]])) : {};
}

interface SeriesOutcomeProps {
  readonly outcome: Outcome | undefined;
  readonly error: Error | null;
  readonly hasDates: boolean;
  readonly onChange: (hasDates: boolean) => void;
}

/** How many dates of a series come or go, and the choice whether any do. */
function SeriesOutcome({ outcome, error, hasDates, onChange }: SeriesOutcomeProps) {
  const t = useTranslate();
  const { dates_added: added = 0, dates_removed: removed = 0 } = outcome ?? {};
  const sentences = [
    added > 0 && t('revisions.datesAdded', { smart_count: added }),
    removed > 0 && t('revisions.datesRemoved', { smart_count: removed }),
    added + removed === 0 && t('revisions.datesKept'),
  ].filter(Boolean);
  return (
    <>
      <Typography>{t('revisions.allDates')}</Typography>
      <FormControlLabel
        control={<Checkbox checked={hasDates} onChange={(event) => onChange(event.target.checked)} />}
        label={t('revisions.withDates')}
      />
      {error ? (
        <Alert severity="error">{error.message}</Alert>
      ) : (
        <Alert severity={removed > 0 ? 'warning' : 'info'} role="status">
          {sentences.join(' ')}
        </Alert>
      )}
    </>
  );
}
