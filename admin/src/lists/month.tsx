import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import { Button, IconButton, Typography, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useListContext, usePermissions, useTranslate } from 'react-admin';
import { type Me } from '../api';
import { readAll } from '../data';
import { formats } from '../i18n';
import { mayCreate } from '../rights';
import { type EventFilters } from './event-filters';
import { SignLegend } from './event-sign';
import { shiftMonth, spanOf, thisMonth, weeksOf } from './month-days';
import { MonthDays } from './month-list';
import { MonthWeeks } from './month-weeks';

/** The events of a month under the filters of the list: weeks, or on a phone one day below the other. */
export function Month() {
  const t = useTranslate();
  const { permissions: me } = usePermissions<Me>();
  const isNarrow = useMediaQuery('(max-width: 700px)');
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const filters = filterValues as EventFilters;
  const { month = thisMonth() } = filters;
  const weeks = weeksOf(month);
  const filter = { ...filters, from: weeks[0]?.[0], to: weeks.at(-1)?.[6] };
  const { data = [] } = useQuery({ queryKey: ['events', filter], queryFn: () => readAll('events', filter) });
  const open = (next: string) => setFilters({ ...filters, month: next }, displayedFilters);
  const spans = data.map(spanOf);
  const isCreator = me !== undefined && mayCreate(me, 'events');
  const { view: _view, month: _month, ...others } = filters;
  return (
    <section className="month" aria-labelledby="month">
      <div className="month-head">
        <IconButton aria-label={t('event.previous')} onClick={() => open(shiftMonth(month, -1))}>
          <PreviousIcon />
        </IconButton>
        <Typography variant="h2" id="month" aria-live="polite">
          {formats().month(`${month}-01`)}
        </Typography>
        <IconButton aria-label={t('event.next')} onClick={() => open(shiftMonth(month, 1))}>
          <NextIcon />
        </IconButton>
        <Button onClick={() => open(thisMonth())}>{t('event.today')}</Button>
      </div>
      {isNarrow ? (
        <MonthDays {...{ month, spans, isCreator }} days={weeks.flat().filter((day) => day.startsWith(month))} />
      ) : (
        <MonthWeeks {...{ month, spans, isCreator, weeks }} filter={others} />
      )}
      <SignLegend events={data} />
    </section>
  );
}
