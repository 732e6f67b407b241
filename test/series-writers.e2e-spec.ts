import { Database } from '../src/database/database.js';
import { query } from '../src/database/sql/statements.js';
import { amount, seed } from './support/amounts.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { Random } from './support/random.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

const SEED = seed();
/** Rounds with 8 writers, and with 16. SERIES_WRITERS_ROUNDS changes it. */
const ROUNDS = amount('SERIES_WRITERS_ROUNDS');
const DATES = 30;

let calendar: TestCalendar;
const { anEvent, aTag } = makers(() => calendar);

// On a busy machine, 16 writes that wait for each other may take longer than 4 s.
beforeAll(async () => (calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '30000' })));
afterAll(() => calendar.stop());

const editor: RequestOptions = { as: 'editor' };

interface Shown {
  readonly id: number;
  readonly title: string;
  readonly website: string | null;
  readonly excerpt: string | null;
  readonly start_date: string;
  readonly occurrence: { readonly series: number; readonly date: string } | null;
  readonly recurrence: object | null;
}

/** A write to one date of a series, by its place. */
interface PlannedWrite {
  readonly place: number;
  readonly query: string;
  /** Undefined for a deletion. */
  readonly body?: Record<string, unknown>;
  /** A text that only the revision of this write contains at first. */
  readonly mark: string;
}

let series = 0;

/** The ids of the dates of a new series, in order, and its tag. */
async function aSeries(count = DATES): Promise<{ readonly tag: number; readonly ids: readonly number[] }> {
  const { id: tag } = await aTag({ name: `writers ${(series += 1)}` });
  await anEvent({
    ...{ title: 'Market', start_date: '2027-06-01 08:00:00', end_date: '2027-06-01 13:00:00', tags: [tag] },
    recurrence: `FREQ=DAILY;COUNT=${count}`,
  });
  return { tag, ids: (await datesOf(tag)).map(({ id }) => id) };
}

async function datesOf(tag: number): Promise<Shown[]> {
  const { body } = await calendar.get(`/events?tags=${tag}&per_page=100&starts_after=1990-01-01`, editor).expect(200);
  return body.events as Shown[];
}

/** The dates without ids, which differ between two series: the series of a date by the place of its record. */
async function stateOf({ tag, ids }: { readonly tag: number; readonly ids: readonly number[] }) {
  return (await datesOf(tag)).map(({ id, occurrence, title, website, excerpt, start_date: start, recurrence }) => ({
    ...{ title, website, excerpt, start, recurrence },
    place: ids.indexOf(id),
    date: occurrence?.date,
    series: occurrence && ids.indexOf(occurrence.series),
  }));
}

/** Writes with all kinds of `apply`, to all fields that can be overridden. No other write names a date that is deleted. */
function planned(random: Random, writers: number, name: string): PlannedWrite[] {
  const deleted = [3, 11, 19, 27].filter(() => random.next() < 0.5);
  const places = Array.from({ length: DATES }, (_, place) => place).filter((place) => !deleted.includes(place));
  return Array.from({ length: writers }, (_, number): PlannedWrite => {
    const place = deleted[number];
    const mark = `https://example.com/${name}/${number}/`;
    if (place !== undefined) return { place, query: '?apply=this', mark };
    const body: Record<string, unknown> = { website: mark };
    if (random.next() < 0.6) body.title = `Market ${number}`;
    if (random.next() < 0.4) body.excerpt = `Text ${number}`;
    const query = random.pick(['', '?apply=this', '?apply=following', '?apply=following', '?apply=all']);
    return { place: random.pick(places), query, body, mark };
  });
}

async function write({ place, query: apply, body }: PlannedWrite, ids: readonly number[]): Promise<unknown> {
  const path = `/events/${ids[place]!}${apply}`;
  const answer = await (body ? calendar.patch(path, body, editor) : calendar.delete(path, editor));
  return answer.status === 200 ? 200 : [apply, answer.status, answer.body];
}

/** A date that an earlier division has left alone is a single event, to which `apply` cannot refer. */
function isOfNoSeries(answer: unknown): boolean {
  const [, status, body] = answer as [string, number, { data?: { params?: object } }];
  return status === 400 && Object.keys(body.data?.params ?? {}).join() === 'apply';
}

/** The writes in the order in which they were committed: that of the revisions that they have made. */
async function inOrder(writes: readonly PlannedWrite[], ids: readonly number[]): Promise<PlannedWrite[]> {
  const sql = "SELECT id, recordId, operation, content FROM revisions WHERE kind = 'events' ORDER BY id";
  const rows = await calendar.app
    .get(Database)
    .read((manager) => query<{ recordId: number; operation: string; content: string }>(manager, sql));
  const placeOf = ({ mark, body, place }: PlannedWrite) =>
    rows.findIndex(({ recordId, operation, content }) =>
      body ? content.includes(`"${mark}"`) : recordId === ids[place] && operation === 'trashed',
    );
  const places = new Map(writes.map((one) => [one, placeOf(one)]));
  expect([...places.values()]).not.toContain(-1);
  return writes.toSorted((one, other) => places.get(one)! - places.get(other)!);
}

describe(`writers of one series at once (TEST_SEED=${SEED})`, () => {
  it.each([8, 16])('give what they give one after the other, and none is refused: %d', async (writers) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const random = new Random(SEED + round);
      const writes = planned(random, writers, `${writers}-${round}`);
      const [together, alone] = [await aSeries(), await aSeries()];
      const answers = await Promise.all(writes.map((one) => write(one, together.ids)));
      const refused = answers.filter((answer) => answer !== 200 && !isOfNoSeries(answer));
      expect([round, refused]).toEqual([round, []]);
      const accepted = writes.filter((_one, place) => answers[place] === 200);
      const ordered = await inOrder(accepted, together.ids);
      for (const one of ordered) expect(await write(one, alone.ids)).toBe(200);
      expect([round, ordered, await stateOf(together)]).toEqual([round, ordered, await stateOf(alone)]);
    }
  });

  it('may all divide the same series, again and again', async () => {
    for (let round = 0; round < 16 * ROUNDS; round += 1) {
      const { tag, ids } = await aSeries(8);
      // Later dates first, so that each has left the series that the next ones have read.
      const places = round % 2 === 0 ? [6, 5, 4, 3, 2, 1] : [1, 2, 3, 4, 5, 6];
      const write = (place: number) =>
        calendar.patch(`/events/${ids[place]!}?apply=following`, { title: `From ${place}` }, editor);
      const answers = await Promise.all(places.map(async (place) => (await write(place)).status));
      expect([round, answers]).toEqual([round, places.map(() => 200)]);
      expect((await datesOf(tag)).map(({ id }) => id)).toEqual(ids);
    }
  });

  it('refuses only those that say which state they expect', async () => {
    const { ids } = await aSeries();
    const { etag } = (await calendar.get(`/events/${ids[0]!}`, editor)).headers;
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const sent = calendar.patch(`/events/${ids[0]!}?apply=all`, { title: `All ${number}` }, editor);
        return (await sent.set('If-Match', String(etag))).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
  });
});
