import { Alert, Button, Card, List, ListItemButton, ListItemText, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinearProgress, useGetOne, useNotify, useTranslate } from 'react-admin';
import { get } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { type CalendarRecord, type Schemas, send } from '../api';
import { useAttempt } from '../attempt';
import { asUtc, formats } from '../i18n';
import { PageHead } from '../page-head';
import { nameOf } from '../record/link-input';
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
  return [formats().instant(asUtc(revision.modified_utc)), t(`revisions.${revision.change}`), author]
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
  const attempt = useAttempt();
  const navigate = useNavigate();
  const labelOf = usePathLabel(kind);
  const textOf = useValueText();
  const address = `/${kind}/${record.id}/revisions/${revision}`;
  const { data } = useQuery({
    queryKey: ['revision', address],
    queryFn: () => send<Schemas['RevisionWithRecord']>('GET', address),
  });
  if (!data) return <LinearProgress />;
  const then = data.data.record as Partial<CalendarRecord>;
  const differing = changedPaths(kind, toValues(kind, record), toValues(kind, then)).filter(
    (path) => changed.includes(path) && get(then, path) !== undefined,
  );
  const restore = async () => {
    const headers: Record<string, string> = record._etag ? { 'If-Match': record._etag } : {};
    const { data: restored } = await send<CalendarRecord>('POST', `${address}/restore`, { body: {}, headers });
    const without = Object.keys((restored.restored_without as object | undefined) ?? {}).map(labelOf);
    notify(without.length > 0 ? t('revisions.without', { names: without.join(', ') }) : 'done.restored', {
      type: 'success',
    });
    void navigate(`/${kind}/${record.id}`);
  };
  return (
    <Card className="section" ref={show}>
      {differing.length === 0 && <Typography>{t('revisions.same')}</Typography>}
      {differing.map((path) => (
        <div key={path} className="conflict">
          <Typography variant="h2">{labelOf(path)}</Typography>
          <div className="side-by-side">
            {Object.entries({ then, now: record }).map(([side, version]) => (
              <div key={side} className="conflict-side">
                <small>{t(`revisions.${side}`)}</small>
                <p>{textOf(path, get(version, path)) || t('conflict.empty')}</p>
              </div>
            ))}
          </div>
        </div>
      ))}
      {(differing.length > 0 || record.status === 'trash') && (
        <div className="row end">
          <Button variant="contained" onClick={() => void attempt(restore)}>
            {t('action.restore')}
          </Button>
        </div>
      )}
    </Card>
  );
}
