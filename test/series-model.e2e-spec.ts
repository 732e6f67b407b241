import fc from 'fast-check';
import { DateTime } from 'luxon';
import { type Response } from 'supertest';
import { amount, seed } from './support/amounts.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import {
  parseAddedDate,
  allDates,
  inWholeDays,
  isImpossible,
  isExcluded,
  isOccurrence,
  horizonEnd,
  MONTHS_AHEAD,
  startOfRepresentative,
  ruleTimes,
  SeriesModel,
  shiftBy,
  skippedTimes,
  timesOf,
  utc,
  localText,
  type ModelOccurrence,
  type Recurrence,
  type Times,
  type ModelEvent,
  type Values,
} from './support/series-model.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

/** The number of generated histories; SERIES_HISTORIES and TEST_SEED change what is generated. */
const RUNS = amount('SERIES_HISTORIES');
const SEED = seed();

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const as = 'administrator' as const;
const SITE_TIMEZONE = 'America/Toronto';

let calendar: TestCalendar;
let venues: number[];
let categories: number[];

const { anEvent, aVenue, aCategory, aTag } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_TIMEZONE, SERIES_HORIZON: String(MONTHS_AHEAD) });
  venues = [(await aVenue({ venue: 'Hall' })).id, (await aVenue({ venue: 'Park' })).id];
  categories = [(await aCategory({ name: 'Music' })).id, (await aCategory({ name: 'Talks' })).id];
});

afterAll(() => calendar.stop());

/** One of the zones changes its clocks at midnight, one by half an hour. */
const ZONES = ['America/Toronto', 'Europe/Paris', 'America/Santiago', 'Australia/Lord_Howe'];

// The steps of a history. Numbers choose among the records that exist by then.

const timings = fc.record({
  /** Some series have begun long before today. */
  day: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 150 }) },
    { weight: 2, arbitrary: fc.integer({ min: -150, max: -1 }) },
    { weight: 1, arbitrary: fc.integer({ min: -1300, max: -700 }) },
    // On which one of the zones sets its clocks forward.
    { weight: 2, arbitrary: fc.constantFrom(48, 62, 223, 251) },
  ),
  hour: fc.constantFrom('08:00:00', '19:30:00', '02:15:00', '23:00:00', '00:00:00'),
  hours: fc.constantFrom(1, 3, 30),
  timezone: fc.constantFrom(...ZONES),
  allDay: fc.boolean(),
});

const shifts = fc.record({
  days: fc.constantFrom(0, 0, 1, -1, 7, 3),
  hours: fc.constantFrom(0, 0, 1, -2),
  longer: fc.constantFrom(0, 0, 1),
  zone: fc.constantFrom(false, false, true),
  allDay: fc.constantFrom(false, false, false, true),
});

const rules = fc.record({
  freq: fc.constantFrom(
    'FREQ=WEEKLY',
    'FREQ=WEEKLY',
    'FREQ=DAILY',
    'FREQ=MONTHLY',
    'FREQ=WEEKLY;INTERVAL=2',
    'FREQ=WEEKLY;BYDAY=TU,TH',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTHDAY=-1,15',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY',
    'FREQ=YEARLY;BYMONTH=1,4;BYDAY=2SU',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    null,
  ),
  end: fc.oneof(
    fc.integer({ min: 1, max: 6 }).map((count) => ({ count })),
    fc.integer({ min: 0, max: 30 }).map((days) => ({ days })),
    fc.constant(null),
  ),
  /** The indexes of excluded dates. */
  without: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
  added: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 20 }),
      time: fc.constantFrom('', ' 15:00', ' 21:00/23:00', ' 22:00/01:00'),
    }),
    { maxLength: 2, selector: ({ day }) => day },
  ),
});

type Rules = typeof rules extends fc.Arbitrary<infer T> ? T : never;

const writing = fc.record({
  what: fc.constantFrom(
    'title',
    'description',
    'both',
    'no French',
    'venue',
    'categories',
    'cost',
    'website',
    'featured',
    'status',
    'times',
  ),
  pick: fc.integer({ min: 0, max: 2 }),
  language: fc.constantFrom('en' as const, 'fr' as const),
  shift: shifts,
  /** Whether the complete response of a read is sent back with it. */
  whole: fc.boolean(),
});

type Writing = typeof writing extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), which: fc.nat(99), writing }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('write series' as const), which: fc.nat(99), writing }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rule' as const), which: fc.nat(99), rule: rules }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('no rule' as const), which: fc.nat(99) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      which: fc.nat(99),
      force: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete series' as const),
      which: fc.nat(99),
      force: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('restore' as const),
      which: fc.nat(99),
      pick: fc.integer({ min: 0, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('following' as const), which: fc.nat(99), writing }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete following' as const),
      which: fc.nat(99),
      force: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('this' as const), which: fc.nat(99), writing }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete this' as const),
      which: fc.nat(99),
      force: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('all' as const), which: fc.nat(99), writing }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete all' as const),
      which: fc.nat(99),
      force: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('nothing' as const),
      which: fc.nat(99),
      language: fc.constantFrom('en', 'fr'),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const histories = fc.record({
  timing: timings,
  rule: rules,
  steps: fc.array(step, { minLength: 1, maxLength: 12, size: 'max' }),
  window: fc.integer({ min: -300, max: 200 }),
});

const first = utc('2027-01-25 00:00:00');
const dayOf = (days: number) => localText(first + days * DAY).slice(0, 10);

function timesFor({
  day,
  hour,
  hours,
  timezone,
  allDay,
}: typeof timings extends fc.Arbitrary<infer T> ? T : never): Times {
  const start = `${dayOf(day)} ${hour}`;
  return { start, end: localText(utc(start) + hours * HOUR), timezone, allDay };
}

function moved({ start, end, timezone, allDay }: Times, shift: Writing['shift']): Times {
  const by = shift.days * DAY + shift.hours * HOUR;
  const other = ZONES[(ZONES.indexOf(timezone) + 1) % ZONES.length]!;
  return {
    start: localText(utc(start) + by),
    end: localText(utc(end) + by + shift.longer * HOUR),
    timezone: shift.zone ? other : timezone,
    allDay: allDay !== shift.allDay,
  };
}

/** The order in which a read returns them. */
function recurrenceFor({ freq, end, without, added }: Rules, times: Times): Recurrence | null {
  const startsOn = utc(times.start.slice(0, 10));
  const later = (days: number) => localText(startsOn + days * DAY).slice(0, 10);
  // Daily rules have an end, and so do rules that began years ago unless they are monthly or yearly.
  const isOften = freq === 'FREQ=DAILY' || (startsOn < first - 365 * DAY && /WEEKLY/.test(freq ?? ''));
  const until = end ?? (isOften ? { days: 5 } : null);
  const tail =
    until && ('count' in until ? `;COUNT=${until.count}` : `;UNTIL=${later(until.days).replaceAll('-', '')}`);
  const rrule = freq && `${freq}${tail ?? ''}`;
  const rdates = added.map(({ day, time }) => `${later(day)}${time}`).sort();
  if (rrule === null && rdates.length === 0) return null;
  const dates = allDates({ rrule, exdates: [], rdates }, times);
  const exdates = without.flatMap((place) => dates[place]?.date ?? []);
  return { rrule, exdates: [...new Set(exdates)].sort(), rdates };
}

interface Change {
  readonly body: object;
  readonly fields: Partial<Values>;
  readonly language: string;
}

/** Two different values of the same text are refused. */
const isWhole = ({ whole, what }: Writing) => whole && what !== 'both';

let named = 0;

/** A body, and its meaning for the model. */
function changeOf({ what, pick, language, shift }: Writing, { values }: ModelEvent): Change {
  const text = `Text ${++named}`;
  const english = { language: 'en' };
  switch (what) {
    case 'title':
      return { body: { title: text }, fields: { [`${language}.title`]: text }, language };
    case 'description': {
      const one = values[`${language}.title`] === null ? (language === 'en' ? 'fr' : 'en') : language;
      return { body: { description: text }, fields: { [`${one}.description`]: text }, language: one };
    }
    case 'both':
      return {
        body: { translations: { en: { title: `${text} en` }, fr: { title: `${text} fr`, description: text } } },
        fields: { 'en.title': `${text} en`, 'fr.title': `${text} fr`, 'fr.description': text },
        ...english,
      };
    case 'no French':
      if (values['en.title'] === null) return { body: {}, fields: {}, ...english };
      return { body: { translations: { fr: null } }, fields: { 'fr.title': null }, ...english };
    case 'venue': {
      const venue = [[], [venues[0]!], [...venues]][pick]!;
      return { body: { venue }, fields: { venue }, ...english };
    }
    case 'categories': {
      const some = [[], [categories[0]!], [...categories]][pick]!;
      return { body: { categories: some }, fields: { categories: some }, ...english };
    }
    case 'cost': {
      const cost = [null, '$5', '$7'][pick]!;
      return { body: { cost }, fields: { cost }, ...english };
    }
    case 'website': {
      const website = [null, 'https://example.com/a', 'https://example.com/b'][pick]!;
      return { body: { website }, fields: { website }, ...english };
    }
    case 'featured':
      return { body: { featured: pick > 0 }, fields: { featured: pick > 0 }, ...english };
    case 'status': {
      const status = ['publish', 'draft', 'private'][pick]!;
      return { body: { status }, fields: { status }, ...english };
    }
    default: {
      const times = moved(values.times, shift);
      const { start, end, timezone, allDay } = times;
      const body = { start_date: start, end_date: end, timezone, all_day: allDay };
      return { body, fields: { times }, ...english };
    }
  }
}

type Body = Response['body'];

async function send(method: 'patch' | 'delete', id: number, query: string, body: object | undefined, language = 'en') {
  return calendar.send(method, `/events/${id}${query}`, { as, language }, body);
}

/** All events of a history, those in the trash as well. */
async function readAll(tag: number): Promise<Body[]> {
  const all: Body[] = [];
  for (let page = 1; ; page += 1) {
    const query = `tags=${tag}&status=any,trash&starts_after=1990-01-01&per_page=100&translations=all&orderby=id`;
    const { body } = await calendar.get(`/events?${query}&page=${page}`, { as }).expect(200);
    all.push(...body.events);
    if (page >= body.total_pages) return all;
  }
}

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id).sort((one, other) => one - other);

const seen = ({ id, translations, ...event }: Body) => ({
  id,
  en: translations.en ? [translations.en.title, translations.en.description] : null,
  fr: translations.fr ? [translations.fr.title, translations.fr.description] : null,
  venue: idsOf(event.venue),
  categories: idsOf(event.categories),
  ...{ cost: event.cost, website: event.website, featured: event.featured, status: event.status },
  ...{ start: event.start_date, end: event.end_date, timezone: event.timezone, allDay: event.all_day },
  ...{ parent: event.post_parent, occurrence: event.occurrence, recurrence: event.recurrence },
});

const expected = (one: ModelEvent) => {
  const { values, series } = one;
  // Events in the trash are not shown as parents.
  const shown = series === one || !series?.inTrash ? series?.id : null;
  const text = (language: 'en' | 'fr') =>
    values[`${language}.title`] === null ? null : [values[`${language}.title`], values[`${language}.description`]];
  return {
    id: one.id,
    ...{ en: text('en'), fr: text('fr'), venue: [...values.venue], categories: [...values.categories] },
    ...{ cost: values.cost, website: values.website, featured: values.featured },
    status: one.inTrash ? 'trash' : values.status,
    ...values.times,
    parent: isOccurrence(one) ? shown : null,
    occurrence: series ? { series: shown, date: one.date } : null,
    recurrence: one.recurrence,
  };
};

/** Adds the events that the calendar has created to the model. */
function learnIds(model: SeriesModel, all: readonly Body[]): void {
  const known = new Set(model.events.map(({ id }) => id));
  for (const one of model.events.filter(({ id }) => id === undefined)) {
    const found = all.find(
      ({ id, occurrence, status }) =>
        !known.has(id) &&
        (status !== 'trash') === !one.inTrash &&
        occurrence?.series === one.series?.id &&
        occurrence?.date === one.date,
    );
    one.id = found?.id;
    known.add(one.id);
  }
}

/** The slug of the series plus the day, if it follows the title of the series. */
function newSlug(model: SeriesModel, all: readonly Body[], id: number, language: 'en' | 'fr', slug: string): string {
  const one = model.events.find((event) => event.id === id)!;
  if (!isOccurrence(one) || one.overrides.has(`${language}.title`)) return slug;
  const slugOfSeries = all.find((event) => event.id === one.series!.id).translations[language].slug as string;
  // A date that represents the series now has it without the day.
  const day = one.series!.representativeStart === undefined ? '' : /-\d{4}-\d\d-\d\d(?:-\d{4})?(?:-\d{1,3})?$/;
  const ofSeries = slugOfSeries.replace(day, '');
  const wanted = `${ofSeries}-${one.date!.replace(' ', '-').replaceAll(':', '')}`;
  return /^-[0-9]+$/.test(slug.slice(wanted.length)) && slug.startsWith(wanted) ? slug : wanted;
}

const instant = ({ start, timezone }: Times) =>
  DateTime.fromISO(start.replace(' ', 'T'), { zone: timezone }).toMillis();

const numbersOf = (counts: readonly { value: string; count: number }[]) =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]));

/**
 * The days in the site’s zone on which any part of an event takes place; an end at midnight does not count for the
 * next day.
 */
function daysOf({ times }: Values): string[] {
  const [begin, end] = [times, { ...times, start: times.end }].map(instant) as [number, number];
  const last = DateTime.fromMillis(Math.max(begin, end - 1), { zone: SITE_TIMEZONE }).toISODate()!;
  const days = [DateTime.fromMillis(begin, { zone: SITE_TIMEZONE }).toISODate()!];
  while (days.at(-1)! < last) days.push(localText(utc(`${days.at(-1)!} 00:00:00`) + DAY).slice(0, 10));
  return days;
}

/** The maximum number of days that counts cover. */
const DAYS_COUNTED = 400;

/** The totals of a list of each day: a series on several days counts on each of them. */
function byDay(
  events: readonly ModelEvent[],
  listedAs: (one: ModelEvent) => ModelEvent | undefined,
): Record<string, number> {
  const listed: Record<string, Set<ModelEvent>> = {};
  for (const one of events) {
    const found = listedAs(one);
    if (found) for (const day of daysOf(one.values)) (listed[day] ??= new Set()).add(found);
  }
  const days = Object.entries(listed).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(days.slice(0, DAYS_COUNTED).map(([day, some]) => [day, some.size]));
}

/** The events that visitors see from a day on. */
async function holdLists(model: SeriesModel, tag: number, day: string): Promise<void> {
  const from = DateTime.fromISO(day, { zone: SITE_TIMEZONE }).toMillis();
  const inOrder = (events: readonly ModelEvent[]) =>
    [...events].sort((one, other) => instant(one.values.times) - instant(other.values.times) || one.id! - other.id!);
  const isPublic = ({ inTrash, values }: ModelEvent) => !inTrash && values.status === 'publish';
  const shown = inOrder(model.events.filter((one) => isPublic(one) && instant(one.values.times) >= from));
  const next = shown.filter(
    (one, place) => one.series === null || shown.findIndex(({ series }) => series === one.series) === place,
  );
  const series = inOrder([...new Set(shown.map((one) => one.series ?? one))].filter(isPublic));
  const ofSeries = (one: ModelEvent) => one.series ?? one;
  const lists = [
    { occurrences: 'all', events: shown, listedAs: (one: ModelEvent) => one },
    { occurrences: 'next', events: next, listedAs: ofSeries },
    { occurrences: 'series', events: series, listedAs: (one: ModelEvent) => [ofSeries(one)].find(isPublic) },
  ];
  for (const { occurrences, events, listedAs } of lists) {
    const query = `tags=${tag}&start_date=${day}&end_date=2035-01-01&per_page=100&occurrences=${occurrences}`;
    const { body } = await calendar.get(`/events?${query}`).expect(200);
    const ids = (body.events as Body[]).map(({ id }) => id as number);
    const said = { occurrences, total: body.total as number, ids };
    expect(said).toEqual({ occurrences, total: events.length, ids: events.map(({ id }) => id).slice(0, 100) });
    const { body: counted } = await calendar.get(`/events/counts?by=day&${query}`).expect(200);
    const days = { occurrences, total: counted.total as number, ...numbersOf(counted.counts) };
    expect(days).toEqual({ occurrences, total: events.length, ...byDay(shown, listedAs) });
  }
}

const spoken = (dates: readonly ModelOccurrence[]) => dates.map(({ start, end }) => [start, end]);

/** The part of the rule and dates of a series from one of its occurrences on. */
function restOf(model: SeriesModel, one: ModelEvent): Recurrence {
  const series = one.series!;
  const [recurrence, times] = [series.recurrence!, ruleTimes(series)];
  const at = model.ruleStartOf(one, { recurrence, times });
  const goesOn = allDates({ ...recurrence, rdates: [] }, times).some(({ wall }) => wall > at);
  return {
    rrule: goesOn ? recurrence.rrule : null,
    exdates: recurrence.exdates.filter((date) => date >= one.date!.slice(0, date.length)),
    rdates: recurrence.rdates.filter((rdate) => parseAddedDate(rdate, times).wall > at),
  };
}

/** Splits a series of the model like the calendar; compares the dates of both parts with those of the whole. */
async function divide(
  model: SeriesModel,
  one: ModelEvent,
  after: Recurrence | null,
  wasOwn = one.overrides.has('times'),
): Promise<void> {
  const series = one.series!;
  const former = { recurrence: series.recurrence!, times: ruleTimes(series) };
  const at = model.ruleStartOf(one, former);
  const { body } = await calendar.get(`/events/${series.id}`, { as }).expect(200);
  const before = body.recurrence as Recurrence | null;
  const dates = allDates(former.recurrence, former.times).filter(
    (date) => !isExcluded(date, former.recurrence, former.times),
  );
  const [head, tail] = [dates.filter(({ wall }) => wall < at), dates.filter(({ wall }) => wall > at)];
  const madeOf = (recurrence: Recurrence | null, times: Times) =>
    recurrence ? allDates(recurrence, times).filter((date) => !isExcluded(date, recurrence, times)) : [];
  expect(spoken(madeOf(before, former.times).slice(1))).toEqual(spoken(head.slice(1)));
  // A date with another duration begins a series of that duration.
  const isLonger = former.recurrence.rdates.some((rdate) => {
    const added = parseAddedDate(rdate, former.times);
    return added.wall === at && added.end !== undefined;
  });
  const isOwn = one.overrides.has('times');
  model.divide(one, before, after, wasOwn);
  if (!isOwn && !(isLonger && former.recurrence.rrule !== null))
    expect(spoken(madeOf(after, ruleTimes(one)).slice(1))).toEqual(spoken(tail));
}

/**
 * Whether a date comes after the one that represents its series: if it is split before, another one represents it
 * first.
 */
function isAfterStand(model: SeriesModel, one: ModelEvent): boolean {
  if (!isOccurrence(one)) return false;
  const series = one.series!;
  const times = ruleTimes(series);
  return model.ruleStartOf(one, { recurrence: series.recurrence!, times }) > startOfRepresentative(series, times);
}

const isShift = ({ start, end }: { start: number; end: number }) => start !== 0 || end !== 0;

/** Compares the dates after a move of a series with those before. */
function holdMove(one: ModelEvent, recurrence: Recurrence, by: number): void {
  const times = ruleTimes(one);
  const moved = { ...times, start: localText(utc(times.start) + by), end: localText(utc(times.end) + by) };
  const known = utc(horizonEnd(times.timezone));
  const wallsOf = (dates: Recurrence, at: Times, to: number) =>
    allDates(dates, at, localText(to))
      .filter((date) => !isExcluded(date, dates, at))
      .map(({ wall }) => wall);
  const was = wallsOf(one.recurrence!, times, known).map((wall) => localText(utc(wall) + by));
  expect(wallsOf(recurrence, moved, known + by)).toEqual(was);
}

async function take(model: SeriesModel, step: Step): Promise<void> {
  const among = (events: readonly ModelEvent[]) => events[step.which % Math.max(1, events.length)];
  const live = model.events.filter(({ inTrash }) => !inTrash);
  const series = model.events.filter(({ recurrence }) => recurrence !== null);
  switch (step.kind) {
    case 'write':
    case 'write series': {
      const one = among(step.kind === 'write' ? model.events : series);
      if (!one) return;
      const { body, fields, language } = changeOf(step.writing, one);
      const read =
        isWhole(step.writing) && !one.inTrash ? (await calendar.get(`/events/${one.id}`, { as, language })).body : {};
      const answer = await send('patch', one.id!, '', { ...read, ...body }, language);
      if (one.inTrash && fields.status === undefined) return expect(answer.status).toBe(410);
      const isMoved =
        one.representativeStart !== undefined && fields.times !== undefined && isShift(shiftBy(one, fields.times));
      // Some rules have days that cannot be moved. The texts of a series may lack the title that its record has.
      const mayFail = isMoved || (one.base !== undefined && /French|description/.test(step.writing.what));
      if (mayFail && answer.status === 400) return;
      const moved = isMoved ? (answer.body.recurrence as Recurrence) : undefined;
      if (moved) holdMove(one, moved, shiftBy(one, fields.times!).start);
      const isDone =
        one.base === undefined ? model.change(one, fields, undefined, moved) : model.changeAll(one, fields, moved);
      if (answer.status !== (isDone ? 200 : 400)) throw new Error(JSON.stringify(answer.body));
      return;
    }
    case 'rule': {
      const one = among(live.filter((event) => !isOccurrence(event)));
      const recurrence = one && recurrenceFor(step.rule, ruleTimes(one));
      if (!one || !recurrence) return;
      const answer = await send('patch', one.id!, '', { recurrence });
      const isDone = model.changeSeries(one, {}, recurrence);
      if (answer.status !== (isDone ? 200 : 400)) throw new Error(JSON.stringify(answer.body));
      return;
    }
    case 'no rule': {
      const one = among(series.filter(({ inTrash }) => !inTrash));
      if (!one) return;
      model.changeSeries(one, {}, null);
      expect((await send('patch', one.id!, '', { recurrence: null })).status).toBe(200);
      return;
    }
    case 'delete':
    case 'delete series': {
      const one = among(step.kind === 'delete' ? model.events.filter((event) => event.recurrence === null) : series);
      if (!one) return;
      const answer = await send('delete', one.id!, step.force ? '?force=true' : '', undefined);
      if (one.inTrash && !step.force) return expect(answer.status).toBe(410);
      expect(answer.status).toBe(200);
      return model.remove(one, step.force);
    }
    case 'restore': {
      const one = among(model.events.filter(({ inTrash }) => inTrash));
      if (!one) return;
      const status = ['publish', 'draft', one.values.status][step.pick]!;
      if (one.base === undefined) model.change(one, { status });
      else model.changeAll(one, { status }, undefined);
      expect((await send('patch', one.id!, '', { status })).status).toBe(200);
      return;
    }
    case 'this': {
      // Most of them to the record of a series, which is also one of its dates.
      const dates = live.filter((event) => event.series !== null);
      const one = among(step.writing.pick > 0 ? series.filter(({ inTrash }) => !inTrash) : dates);
      if (!one) return;
      const { body, fields, language } = changeOf(step.writing, one);
      const read = isWhole(step.writing) ? (await calendar.get(`/events/${one.id}`, { as, language })).body : {};
      const answer = await send('patch', one.id!, '?apply=this', { ...read, ...body }, language);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      if (isOccurrence(one)) model.change(one, fields);
      else model.changeOwn(one, fields);
      return;
    }
    case 'delete this': {
      const one = among(series.filter((event) => !event.inTrash && model.othersOf(event).length > 0));
      if (!one) return;
      const answer = await send('delete', one.id!, `?apply=this${step.force ? '&force=true' : ''}`, undefined);
      expect(answer.status).toBe(200);
      model.replaceRepresentative(one, model.successorOf(one)!);
      return model.remove(one, step.force);
    }
    case 'all': {
      const one = among(live.filter((event) => isOccurrence(event) && !event.series!.inTrash));
      if (!one) return;
      const { body, fields, language } = changeOf(step.writing, one);
      const read = isWhole(step.writing) ? (await calendar.get(`/events/${one.id}`, { as, language })).body : {};
      const answer = await send('patch', one.id!, '?apply=all', { ...read, ...body }, language);
      const mayFail = fields.times !== undefined || /French|description/.test(step.writing.what);
      if (mayFail && answer.status === 400) return;
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const shift = fields.times && shiftBy(one, fields.times);
      const { recurrence } = (await calendar.get(`/events/${one.series!.id}`, { as })).body as ModelEvent;
      if (shift) holdMove(one.series!, recurrence!, shift.start);
      model.changeAll(one, fields, shift && isShift(shift) ? recurrence! : undefined);
      return;
    }
    case 'delete all': {
      const one = among(live.filter((event) => isOccurrence(event) && !event.series!.inTrash));
      if (!one) return;
      expect((await send('delete', one.id!, `?apply=all${step.force ? '&force=true' : ''}`, undefined)).status).toBe(
        200,
      );
      return model.remove(one.series!, step.force);
    }
    case 'following': {
      const one = among(live.filter((event) => isAfterStand(model, event) && !event.series!.inTrash));
      if (!one) return;
      const { body, fields, language } = changeOf(step.writing, one);
      const read = isWhole(step.writing) ? (await calendar.get(`/events/${one.id}`, { as, language })).body : {};
      const answer = await send('patch', one.id!, '?apply=following', { ...read, ...body }, language);
      if (answer.status === 400 && fields.times && isImpossible(restOf(model, one), inWholeDays(fields.times))) return;
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const after = answer.body.recurrence as Recurrence | null;
      const wasOwn = one.overrides.has('times');
      if (fields.times) one.overrides.add('times');
      await divide(model, one, after, wasOwn);
      model.change(one, fields, after ?? undefined);
      return;
    }
    case 'delete following': {
      const one = among(live.filter((event) => isAfterStand(model, event) && !event.series!.inTrash));
      if (!one) return;
      const answer = await send('delete', one.id!, `?apply=following${step.force ? '&force=true' : ''}`, undefined);
      expect(answer.status).toBe(200);
      await divide(model, one, answer.body.recurrence as Recurrence | null);
      return model.remove(one, step.force);
    }
    default: {
      const one = among(live);
      if (!one) return;
      const { body, headers } = await calendar.get(`/events/${one.id}`, { as, language: step.language });
      const answer = await send('patch', one.id!, '', body, step.language);
      expect([answer.status, answer.headers.etag, answer.body]).toEqual([200, headers.etag, body]);
    }
  }
}

async function begin({ timing, rule }: { timing: Parameters<typeof timesFor>[0]; rule: Rules }, tag: number) {
  const asked = timesFor(timing);
  const meant = inWholeDays(asked);
  const drawn = recurrenceFor(rule, meant);
  const recurrence =
    drawn && !isImpossible(drawn, meant) ? drawn : { rrule: 'FREQ=WEEKLY;COUNT=5', exdates: [], rdates: [] };
  const model = new SeriesModel();
  const times = timesOf(asked);
  const { start, end, timezone, allDay } = asked;
  const [venue, some] = [[venues[0]!], [categories[0]!]];
  const { id } = await anEvent({
    ...{ title: `Series of ${tag}`, start_date: start, end_date: end, timezone, all_day: allDay },
    ...{ recurrence, venue, categories: some, tags: [tag] },
  });
  const values: Values = {
    ...{ 'en.title': `Series of ${tag}`, 'en.description': null, 'fr.title': null, 'fr.description': null },
    ...{ venue, categories: some, cost: null, website: null, featured: false, status: 'publish', times },
  };
  const one: ModelEvent = { id, values, overrides: new Set(), series: null, date: null, recurrence, inTrash: false };
  one.first = skippedTimes(asked, times);
  one.series = one;
  model.events.push(one);
  model.sync(one);
  return model;
}

let runs = 0;

it(
  `series are after every write what a simple model says (seed ${SEED})`,
  async () => {
    const property = fc.asyncProperty(histories, async ({ timing, rule, steps, window }) => {
      const { id: tag } = await aTag({ name: `history-${++runs}` });
      const model = await begin({ timing, rule }, tag);
      const slugs = new Map<string, string>();
      const hold = async (done: string) => {
        const all = await readAll(tag);
        learnIds(model, all);
        const byId = (one: { id?: number | undefined }, other: { id?: number | undefined }) =>
          (one.id ?? 0) - (other.id ?? 0);
        expect([done, all.map(seen).sort(byId)]).toEqual([done, model.events.map(expected).sort(byId)]);
        for (const { id, translations } of all)
          for (const language of ['en', 'fr'] as const) {
            // A new translation has a slug of its new title.
            if (!translations[language]) slugs.delete(`${language} ${id}`);
            if (!translations[language]) continue;
            const known =
              slugs.get(`${language} ${id}`) ?? newSlug(model, all, id, language, translations[language].slug);
            expect([id, translations[language].slug]).toEqual([id, known]);
            slugs.set(`${language} ${id}`, known);
          }
        await holdLists(model, tag, dayOf(window));
      };
      await hold('create');
      for (const one of steps) {
        const before = one.kind === 'nothing' ? await readAll(tag) : undefined;
        await take(model, one);
        if (before) expect(await readAll(tag)).toEqual(before);
        await hold(one.kind);
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  },
  HOUR,
);
