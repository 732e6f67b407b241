import { selectNamedInWorker } from '../../database/sql/statements.js';
import { type PerLanguage } from '../../i18n/language.js';
import { type ListScope } from '../../list/listing.js';
import { unmasked } from '../../content/visible.js';
import { type Price } from '../pricing/cost.js';
import { type EventStatus, STATUS_LABELS } from '../states.js';
import { SERIES_KEY } from './collapse-series.js';
import { type EventSelect } from './event-query.js';

/** The properties of events by which they can be counted. */
export const STATES = ['price', 'event_status'] as const;

type State = (typeof STATES)[number];

const COLUMNS: Readonly<Record<State, string>> = { price: 'event.price', event_status: 'event.eventStatus' };

const PRICE_LABELS: PerLanguage<Readonly<Record<Price, string>>> = {
  en: { free: 'Free', paid: 'Paid' },
  fr: { free: 'Gratuit', paid: 'Payant' },
};

/** Counts the events of a list by price or status. If a series counts once, it counts once for each value. */
export async function countStates(
  { manager, context }: ListScope,
  { counted, isCollapsed }: EventSelect,
  state: State,
  limit: number,
): Promise<{ value: string; count: number; label: string }[]> {
  const column = COLUMNS[state];
  const rows = counted.copy().andWhere(`${column} IS NOT NULL`);
  // A password protects what an event costs, as in the filter `price`.
  if (state === 'price') rows.andWhere(unmasked('event', context.caller));
  const { sql, parameters } = rows.sql({
    columns: [`${column} AS value`, `${isCollapsed ? SERIES_KEY : 'event.id'} AS shown`],
  });
  const counts = await selectNamedInWorker<{ value: Price | EventStatus; number: number | string }>(manager, {
    sql:
      `SELECT value, COUNT(DISTINCT shown) AS number FROM (${sql}) listed ` +
      `GROUP BY value ORDER BY number DESC, value LIMIT ${limit}`,
    parameters,
  });
  const { language } = context;
  const labels = { ...PRICE_LABELS[language], ...STATUS_LABELS[language] };
  return counts.map(({ value, number }) => ({ value, count: Number(number), label: labels[value] }));
}
