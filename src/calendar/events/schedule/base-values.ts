import { type Event, type EventTranslation } from '../event.entity.js';

type Columns = Partial<Omit<Event, 'translations' | 'image' | 'parent'>>;

/** The values of a series in the fields that its record overrides for its own date. */
export interface BaseValues {
  readonly columns: Columns;
  readonly relatedIds: Readonly<Record<string, readonly number[]>>;
  /** All texts of the series if the record overrides any of them. */
  readonly texts?: readonly Omit<EventTranslation, 'record' | 'image'>[];
}

const MOMENTS: ReadonlySet<string> = new Set(['startUtc', 'endUtc', 'publishedAt'] satisfies (keyof Columns)[]);

/** @returns undefined if the record has the values of its series, as most have */
export function storedBaseValues({ baseValues }: Partial<Pick<Event, 'baseValues'>>): BaseValues | undefined {
  if (!baseValues) return undefined;
  const revive = (name: string, value: unknown) =>
    MOMENTS.has(name) && typeof value === 'string' ? new Date(value) : value;
  return JSON.parse(baseValues, revive) as BaseValues;
}

/** Columns of the record of a series with the values of the series, which the other dates follow. */
export function seriesColumns<R extends Columns>(record: R): R {
  const base = storedBaseValues(record);
  return base ? { ...record, ...base.columns, ...statusOf(record, base.columns) } : record;
}

/** The status of a series whose record has another one: a series in the trash is there as a whole. */
function statusOf(record: Columns, { status, publishedAt }: Columns): Columns {
  if (status === undefined || status === 'trash') return {};
  if (record.status === 'trash') return { status: 'trash', trashedStatus: status };
  const isDue = status === 'future' && publishedAt !== undefined && publishedAt <= new Date();
  return isDue ? { status: 'publish', wasPublished: true } : {};
}
