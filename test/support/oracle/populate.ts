import { type Role, ROLES } from '../../../src/http/role.js';
import { type Language } from '../../../src/lib/i18n/language.js';
import { hasExtension } from '../extensions.js';
import { type RequestOptions, type TestCalendar } from '../test-calendar.js';
import { DAY, dayBounds, instantOf, addMilliseconds, utc, utcText, localTimeAt } from './clock.js';
import { type EventRecord, type Model, type Place, type Published, type Term, type Texts } from './model.js';
import {
  type RandomCalendar,
  type RandomEvent,
  type RandomPlace,
  type RandomPublished,
  type RandomTerm,
  type RandomText,
} from './random-calendar.js';

const administrator: RequestOptions = { as: 'administrator' };
const FAR_FUTURE = '2060-01-01 00:00:00';

type Body = Record<string, unknown>;

/** The ids of the accounts, one for each role. */
export async function accountsOf(calendar: TestCalendar): Promise<Record<Role, number>> {
  const accounts: Partial<Record<Role, number>> = {};
  for (const role of ROLES) accounts[role] = (await calendar.get('/me', { as: role })).body.id;
  return accounts as Record<Role, number>;
}

/** Fills a calendar through HTTP. Returns the model of its expected contents. */
export async function populate(
  calendar: TestCalendar,
  random: RandomCalendar,
  site: string,
  accounts: Readonly<Record<Role, number>>,
): Promise<Model> {
  const builder = new CalendarBuilder(calendar, site, accounts);
  const categories: Term[] = [];
  for (const term of random.categories) categories.push(await builder.term('categories', term, categories));
  const tags: Term[] = [];
  for (const term of random.tags) tags.push(await builder.term('tags', { ...term, parent: undefined }, tags));
  const venues: Place[] = [];
  for (const place of random.venues) venues.push(await builder.place('venues', place));
  const organizers: Place[] = [];
  for (const place of random.organizers) organizers.push(await builder.place('organizers', place));
  const model = { categories, tags, venues, organizers, events: [] as EventRecord[] };
  const occurrences: EventRecord[] = [];
  for (const event of random.events) {
    const record = await builder.event(event, model);
    model.events.push(record);
    if (record.series !== null) occurrences.push(...(await builder.occurrences(event, record)));
  }
  for (const kind of ['venues', 'organizers', 'events'] as const)
    for (const [index, record] of model[kind].entries())
      if (random[kind][index]!.isTrashed) await builder.trash(kind, record);
  // A series is moved to the trash with all its occurrences.
  for (const one of occurrences) {
    const { status, trashedFrom } = model.events.find(({ id }) => id === one.series)!;
    model.events.push(one.status === 'trash' ? one : { ...one, status, ...(trashedFrom && { trashedFrom }) });
  }
  for (const kind of ['venues', 'organizers', 'events'] as const) await builder.noteDates(kind, model[kind]);
  return model;
}

class CalendarBuilder {
  constructor(
    private readonly calendar: TestCalendar,
    private readonly site: string,
    private readonly accounts: Readonly<Record<Role, number>>,
  ) {}

  async term(kind: 'categories' | 'tags', random: RandomTerm, before: Term[]): Promise<Term> {
    const parent = random.parent === undefined ? null : (before[random.parent]?.id ?? null);
    // Names of terms are unique, so they get a number.
    const unique = (text: RandomText) => ({ ...text, name: [...text.name, String(before.length)] });
    const texts = mapTexts(random.texts, unique);
    const translations = mapTexts(texts, ({ name, description }) => ({
      name: name.join(' '),
      description: html(description),
    }));
    const body = { translations, ...(kind === 'categories' && { parent }) };
    const answer = await this.request('post', `/${kind}`, body, 201);
    return { id: Number(answer.id), parent, texts: withSlugs(texts, answer) };
  }

  async place(kind: 'venues' | 'organizers', random: RandomPlace): Promise<Place> {
    const name = kind === 'venues' ? 'venue' : 'organizer';
    const city = kind === 'venues' ? random.city : undefined;
    const point = kind === 'venues' && hasExtension('geoloc') ? random.point : undefined;
    const located = point && { geo_lat: point[0], geo_lng: point[1] };
    const body = { phone: random.phone, city, ...located, translations: translations(random, name) };
    const answer = await this.create(kind, random, body);
    return { ...recordOf(random, answer), isProtected: false, city, point, words: [random.phone, city ?? ''] };
  }

  async event(random: RandomEvent, model: Model): Promise<EventRecord> {
    const zone = random.timezone ?? this.site;
    const { start, end, body: dates } = schedule(random, zone);
    const parent = random.parent === undefined ? null : (model.events[random.parent]?.id ?? null);
    const dayOf = localTimeAt(start, zone);
    // Later occurrences would be beyond the horizon.
    const isSeries = random.again.length > 0 && start < Date.now() + 650 * DAY;
    const { hidden, featured, ticketed, eventStatus, attendance } = random;
    const states = { event_status: eventStatus, attendance };
    const links = {
      categories: random.categories.map((index) => model.categories[index]!.id),
      tags: random.tags.map((index) => model.tags[index]!.id),
      venue: random.venue.map((index) => model.venues[index]!.id),
      organizer: random.organizer.map((index) => model.organizers[index]!.id),
    };
    const answer = await this.create('events', random, {
      ...dates,
      ...links,
      ...{ timezone: random.timezone, all_day: random.allDay, featured, ticketed, hide_from_listings: hidden },
      ...states,
      cost: random.cost,
      ...(random.isProtected && { password: 'sesame' }),
      post_parent: parent,
      ...(isSeries && { recurrence: recurrenceOf(random, dayOf) }),
      translations: translations(random, 'title'),
    });
    expect({ ...random, start: answer.utc_start_date, end: answer.utc_end_date, wall: answer.start_date }).toEqual({
      ...random,
      start: utcText(start),
      end: utcText(end),
      wall: localTimeAt(start, zone),
    });
    const record = recordOf(random, answer);
    const { isProtected } = random;
    const price = priceOf(random.cost);
    const flags = { isProtected, price, hidden, featured, ticketed, eventStatus, attendance };
    return { ...record, ...links, ...flags, start, end, parent, series: isSeries ? record.id : null };
  }

  /** The occurrences of a series, at the same time of day. */
  async occurrences(random: RandomEvent, series: EventRecord): Promise<EventRecord[]> {
    const zone = random.timezone ?? this.site;
    const [start, end] = [localTimeAt(series.start, zone), localTimeAt(series.end, zone)];
    const query = `post_parent=${series.id}&status=any&starts_after=1900-01-01&per_page=100&orderby=start_date`;
    const hidden = series.hidden ? '&hide_from_listings=true' : '';
    const answer = await this.request('get', `/events?${query}${hidden}`, undefined, 200);
    const made = (answer.events as Body[]).filter(({ occurrence }) => occurrence !== null);
    expect(made).toHaveLength(random.again.length);
    const days = [...random.again].sort((one, other) => one - other);
    const records = days.map((day, place): EventRecord => {
      const answered = made[place]!;
      const [first, last] = [start, end].map((wall) => addMilliseconds(wall, day * DAY)) as [string, string];
      const begin = random.allDay ? dayBounds(first.slice(0, 10), zone)[0] : instantOf(first, zone);
      const finish = random.allDay ? dayBounds(last.slice(0, 10), zone)[1] : instantOf(last, zone);
      const times = { start: begin, end: Math.max(begin, finish) };
      expect([answered.utc_start_date, answered.utc_end_date]).toEqual([utcText(times.start), utcText(times.end)]);
      const texts = withSlugs(random.texts, answered);
      return { ...series, ...times, id: Number(answered.id), texts, parent: series.id };
    });
    const [second] = records;
    if (random.hasOwn && second) {
      Object.assign(second, { eventStatus: 'rescheduled', ticketed: !series.ticketed });
      const own = { event_status: second.eventStatus, ticketed: second.ticketed };
      await this.request('patch', `/events/${second.id}`, own, 200);
    }
    if (random.isCut) await this.trash('events', records.at(-1)!);
    return records;
  }

  async trash(kind: string, record: Published): Promise<void> {
    await this.request('delete', `/${kind}/${record.id}`, undefined, 200);
    record.trashedFrom = record.status;
    record.status = 'trash';
  }

  /** Reads the dates of publication and of the last change, which the service sets. */
  async noteDates(kind: 'venues' | 'organizers' | 'events', records: Published[]): Promise<void> {
    for (let page = 1; page <= Math.ceil(records.length / 100); page++) {
      const query = `include=${records.map(({ id }) => id).join()}&status=any,trash&orderby=id&per_page=100&page=${page}`;
      const answer = await this.request('get', `/${kind}?${query}`, undefined, 200);
      for (const { id, date_utc: date, modified_utc: modified } of answer[kind] as Record<string, string>[]) {
        const record = records.find((one) => one.id === Number(id))!;
        Object.assign(record, { publishedAt: utc(date!), modifiedAt: utc(modified!) });
      }
    }
    expect(records.filter(({ modifiedAt }) => modifiedAt === 0)).toEqual([]);
  }

  private async create(kind: string, random: RandomPublished, body: Body): Promise<Body> {
    const { status, wasPublished } = random;
    const author = this.accounts[random.author];
    const date = status === 'future' ? FAR_FUTURE : random.publishedAt;
    const first = wasPublished && status !== 'future' ? 'publish' : status;
    const answer = await this.request(
      'post',
      `/${kind}?translations=all`,
      { ...body, author, date, status: first },
      201,
    );
    expect(answer.status).toBe(first);
    if (first !== status) await this.request('patch', `/${kind}/${String(answer.id)}`, { status }, 200);
    return answer;
  }

  private async request(
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    body: Body | undefined,
    status: number,
  ) {
    const answer = await this.calendar.send(method, path, administrator, body);
    if (answer.status !== status) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.text}`);
    return answer.body as Body;
  }
}

/** @param first the local start time */
function recurrenceOf({ again, isByRule }: RandomEvent, first: string): Body {
  if (isByRule) return { rrule: `FREQ=DAILY;INTERVAL=${again[0]};COUNT=${again.length + 1}` };
  return { rdates: again.map((days) => addMilliseconds(first, days * DAY).slice(0, 10)) };
}

/** Section 13: the price class of a cost. */
function priceOf(cost: string | undefined): EventRecord['price'] {
  if (cost === undefined || cost.startsWith('Ask')) return undefined;
  return /[1-9]/.test(cost) ? 'paid' : 'free';
}

/** Sections 3 and 4: local times in the zone of the event; whole days for all-day events. */
function schedule({ startWall, duration, allDay }: RandomEvent, zone: string) {
  const endWall = addMilliseconds(startWall, duration);
  const isReversed = !allDay && instantOf(endWall, zone) < instantOf(startWall, zone);
  const body = { start_date: startWall, end_date: isReversed ? startWall : endWall };
  const start = instantOf(body.start_date, zone);
  const end = instantOf(body.end_date, zone);
  if (!allDay) return { body, start, end };
  const [firstDay, lastDay] = [localTimeAt(start, zone), localTimeAt(end, zone)].map((wall) => wall.slice(0, 10));
  return { body, start: dayBounds(firstDay!, zone)[0], end: dayBounds(lastDay!, zone)[1] };
}

function recordOf(random: RandomPublished, answer: Body): Omit<Published, 'isProtected'> {
  const { author, status, texts } = random;
  const wasPublished = random.wasPublished || status === 'publish' || status === 'future';
  const dates = { publishedAt: 0, modifiedAt: 0 };
  return { id: Number(answer.id), author, status, wasPublished, texts: withSlugs(texts, answer), ...dates };
}

function mapTexts<V>(texts: RandomTerm['texts'], change: (text: RandomText) => V): Partial<Record<Language, V>> {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, change(text)]));
}

function translations({ texts }: RandomPublished, nameField: string): Partial<Record<Language, Body>> {
  return mapTexts(texts, ({ name, description, excerpt }) => ({
    [nameField]: name.join(' '),
    description: html(description),
    excerpt: html([excerpt]),
  }));
}

/** Paragraphs, with a tag in the middle of each. */
function html(paragraphs: string[][]): string {
  const escaped = (words: string[]) => words.join(' ').replaceAll('&', '&amp;');
  return paragraphs
    .filter((words) => words.length > 0)
    .map(([first = '', ...rest]) => `<p>${escaped([first])}<em title="unseen"> ${escaped(rest)}</em></p>`)
    .join('');
}

function withSlugs(texts: RandomTerm['texts'], answer: Body): Texts {
  const slugs = new Map((answer.alternates as { language: string; slug: string }[]).map((a) => [a.language, a.slug]));
  const visible = (words: string[][]) => words.map((paragraph) => paragraph.join(' ')).join(' ');
  return Object.fromEntries(
    Object.entries(texts).map(([language, { name, description, excerpt }]) => [
      language,
      {
        name: name.join(' '),
        slug: slugs.get(language)!,
        description: visible(description),
        excerpt: excerpt.join(' '),
      },
    ]),
  );
}
