import { Alert, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useGetList, usePermissions, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me, type Schemas, send } from '../api';
import { dataProvider, toTranslate } from '../data';
import { asUtc, formats, useLabels } from '../i18n';
import { listAddress } from '../lists/addresses';
import { whenOf } from '../lists/when-of';
import { PageHead } from '../page-head';
import { isContributor, mayCreate } from '../rights';
import { hasParameter } from '../schema';
import { currentLanguage, LANGUAGES } from '../session';
import { FirstSteps } from './first-steps';
import { LinkItem, ListCard, REFRESHED } from './list-card';
import { Returned, Waiting } from './waiting';

/** Each series counts once. */
const TASKS = [
  { name: 'week', filter: { from: 'today', to: '+6 days', occurrences: 'next' } },
  { name: 'future', filter: { status: 'future', occurrences: 'next' } },
  { name: 'drafts', filter: { status: 'draft', occurrences: 'next' } },
] as const;

/** The first screen: events of this week, waiting and scheduled ones, and the numbers of missing translations. */
export function Start() {
  const t = useTranslate();
  const labels = useLabels();
  const { permissions: me } = usePermissions<Me>();
  if (!me) return null;
  const mayWrite = isContributor(me);
  return (
    <div className="start">
      <PageHead title={t('menu.start')}>
        {mayCreate(me, 'events') && (
          <Button component={Link} to="/events/create" variant="contained">
            {labels.newKind('events')}
          </Button>
        )}
      </PageHead>
      {!mayWrite && <Alert severity="info">{t('start.readerHelp')}</Alert>}
      <div className="cards">
        {['events', 'venues'].some((kind) => mayCreate(me, kind)) && <FirstSteps me={me} />}
        {mayWrite && <Returned me={me} />}
        {TASKS.filter(({ name }) => mayWrite || name === 'week').map(({ name, filter }) => (
          <Fragment key={name}>
            <Task name={name} filter={filter} />
            {name === 'week' && mayWrite && <Waiting />}
          </Fragment>
        ))}
        {mayWrite && <ToTranslate me={me} />}
      </div>
    </div>
  );
}

interface TaskProps {
  readonly name: (typeof TASKS)[number]['name'];
  readonly filter: Readonly<Record<string, string>>;
}

function Task({ name, filter }: TaskProps) {
  const t = useTranslate();
  const { data = [], total } = useGetList<CalendarRecord>(
    'events',
    {
      pagination: { page: 1, perPage: 5 },
      sort: { field: 'start_date', order: 'ASC' },
      filter,
    },
    REFRESHED,
  );
  const all = (
    <Button component={Link} to={listAddress(filter)}>
      {t('start.all')}
    </Button>
  );
  return (
    <ListCard title={t(`start.${name}`)} total={total} none="start.none" more={(total ?? 0) > data.length && all}>
      {data.map((event) => (
        <LinkItem
          key={event.id}
          to={`/events/${event.id}`}
          primary={event.title || t('form.noTitle')}
          secondary={secondaryOf(name, event)}
        />
      ))}
    </ListCard>
  );
}

function secondaryOf(name: TaskProps['name'], event: CalendarRecord): ReactNode {
  return name === 'future' ? <Scheduled event={event} /> : whenOf(event);
}

/** When an event takes place, and when it will be public. */
function Scheduled({ event }: { readonly event: CalendarRecord }) {
  const t = useTranslate();
  return (
    <>
      <div>{whenOf(event)}</div>
      {event.date_utc && t('start.publishedOn', { time: formats().instant(asUtc(event.date_utc)) })}
    </>
  );
}

/** The records to translate of each kind, counted as the screen that shows them does: a series once. */
async function countToTranslate(me: Me) {
  const { data } = await send<Schemas['TranslationCounts']>('GET', '/translations');
  const counts = data.translations.map(async ({ kind, language, missing, partial, outdated }) => {
    const number = missing + partial + outdated;
    if (number === 0 || !hasParameter(kind, 'occurrences')) return { kind, language, number };
    const filter = toTranslate(me, kind, language);
    const { total = 0 } = await dataProvider.getList(kind, { filter, pagination: { page: 1, perPage: 1 } });
    return { kind, language, number: total };
  });
  return Promise.all(counts);
}

/** The numbers of records to translate, each a link to them. */
function ToTranslate({ me }: { readonly me: Me }) {
  const t = useTranslate();
  const labels = useLabels();
  const queryKey = ['translations', currentLanguage()];
  const { data: counts } = useQuery({ queryKey, queryFn: () => countToTranslate(me), ...REFRESHED });
  const rows = LANGUAGES.flatMap(
    (language) => counts?.filter((row) => row.language === language && row.number > 0) ?? [],
  );
  const total = counts && rows.reduce((sum, { number }) => sum + number, 0);
  return (
    <ListCard title={t('start.translate')} total={total} none="start.none">
      {rows.map(({ kind, language, number }) => (
        <LinkItem
          key={`${kind} ${language}`}
          to={`/translations?into=${language}&kind=${kind}`}
          primary={labels.kind(kind)}
          secondary={t('start.toTranslate', { language: t(`language.${language}`), smart_count: number })}
        />
      ))}
    </ListCard>
  );
}
