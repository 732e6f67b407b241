import { amount, seed } from './support/amounts.js';
import { itEach, resources, type TestedResource } from './support/resources.js';
import { makers } from './support/makers.js';
import { Random } from './support/random.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const SEED = seed();
/** Records of each kind with random writes; REVISION_HISTORIES changes it. */
const RECORDS = amount('REVISION_HISTORIES');
/** Writes and restored revisions of each record. */
const STEPS = 25;

let calendar: TestCalendar;
const { aRecord, aVenue } = makers(() => calendar);
let venues: number[];

beforeAll(async () => {
  calendar = await TestCalendar.start();
  venues = [(await aVenue()).id, (await aVenue()).id, (await aVenue()).id];
});
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;

const editor: RequestOptions = { as: 'editor' };
const LANGUAGES = ['en', 'fr'] as const;

let named = 0;

/** Fields without language of each resource, with a function that makes a value. */
function valuesOf(kind: TestedResource, random: Random): Record<string, () => unknown> {
  const text = () => random.pick([null, `Text ${random.next()}`, 'Tom & Jerry', 'L’été', '5 < 6 & 7 > 2']);
  const url = () => random.pick([null, 'https://example.com/?a=1&b=2', `https://example.com/${named}`]);
  const image = () => random.pick([null, 'https://example.com/a.jpg', 'https://example.com/b.jpg']);
  const flag = () => random.pick([true, false]);
  if (!kind.isPublished) return {};
  const shared = { website: url, image };
  if (kind.plural === 'venues')
    return { ...shared, address: text, city: text, phone: text, zip: text, show_map: flag, show_map_link: flag };
  if (kind.plural !== 'events') return { ...shared, ...(kind.plural === 'organizers' && { phone: text }) };
  const cost = () =>
    random.pick([null, '0', 'free', '20', '10 - 25.50', '15 EUR', '€20', 'Pay what you can', 'Entrée libre']);
  const related = () => venues.filter(() => random.next() < 0.5);
  return {
    ...{ ...shared, online_url: url, cost, venue: related, featured: flag, ticketed: flag, all_day: flag },
    event_status: () => random.pick(['scheduled', 'cancelled', 'postponed']),
    tags: () => [1, 2, 3].filter(() => random.next() < 0.4).map((number) => `model tag ${number}`),
    timezone: () => random.pick(['America/Toronto', 'Europe/Paris', 'UTC']),
  };
}

/** A change of some fields, of texts and values of both languages. */
function randomBody(kind: TestedResource, random: Random, languages: readonly string[]): Body {
  const values = valuesOf(kind, random);
  const body: Body = {};
  for (const [name, value] of Object.entries(values)) if (random.next() < 0.25) body[name] = value();
  if (kind.plural === 'events' && random.next() < 0.3) {
    const day = random.pick(['2027-03-14', '2027-06-21', '2027-11-07']);
    Object.assign(body, { start_date: `${day} 01:30:00`, end_date: `${day} 04:15:00` });
  }
  const translations: Record<string, Body | null> = {};
  for (const language of LANGUAGES) {
    const others = languages.filter((other) => other !== language);
    if (random.next() < 0.15 && others.length > 0 && others.every((other) => translations[other] !== null)) {
      translations[language] = null;
      continue;
    }
    if (random.next() < 0.4) continue;
    named += 1;
    const isNew = !languages.includes(language);
    translations[language] = {
      ...((isNew || random.next() < 0.5) && {
        [kind.nameField]: random.pick([`Name ${named}`, `A &amp;amp; B ${named}`]),
      }),
      ...(random.next() < 0.5 && { description: random.pick([null, `<p>Text &amp; ${named}</p>`, `plain ${named}`]) }),
      ...(kind.isPublished &&
        random.next() < 0.3 && { website: random.pick([null, `https://example.com/${language}`]) }),
      ...(kind.plural === 'events' &&
        random.next() < 0.3 && { cost: random.pick([null, 'free', '20', '15 EUR', 'Contribution volontaire']) }),
      ...(kind.isPublished && random.next() < 0.2 && { image: random.pick([null, 'https://example.com/own.jpg']) }),
    };
  }
  return { ...body, translations };
}

/** Fields that a restored revision does not bring back, or that derive from the time of the write. */
const UNRESTORED = /^(?:modified.*|translation_status|json_ld|count)$/;
const NOT_OF_THE_RECORD = new Set(['venue', 'tags', 'image']);

/** The record as both languages show it. Of related records, only the ids. */
async function shown(path: string): Promise<unknown> {
  const states = await Promise.all(
    LANGUAGES.map(
      async (language) => (await calendar.get(`${path}?translations=all`, { ...editor, language })).body as Body,
    ),
  );
  return states.map((state) =>
    Object.fromEntries(
      Object.entries(state)
        .filter(([name]) => !UNRESTORED.test(name))
        .map(([name, value]) => [name, NOT_OF_THE_RECORD.has(name) ? idsIn(value) : value]),
    ),
  );
}

function idsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: { id: number }) => one.id);
  const { id, alt } = (value ?? {}) as { id?: number; alt?: string | null };
  return { id, alt };
}

describe(`random writes and restored revisions (TEST_SEED=${SEED})`, () => {
  itEach(resources, 'give back what the record was: %s', async (kind) => {
    const random = new Random(SEED);
    for (let number = 0; number < RECORDS; number += 1) {
      const record = await aRecord(kind, { [kind.nameField]: `Model ${(named += 1)}` });
      const path = `${kind.path}/${record.id}`;
      const last = async () =>
        ((await calendar.get(`${path}/revisions?per_page=1`, editor)).body.revisions as { revision: number }[])[0]!
          .revision;
      const model = new Map<number, unknown>([[await last(), await shown(path)]]);
      for (let step = 0; step < STEPS; step += 1) {
        if (random.next() < 0.35) {
          const revision = random.pick([...model.keys()]);
          const answer = await calendar.post(`${path}/revisions/${revision}/restore`, undefined, {
            ...editor,
            language: random.pick(LANGUAGES),
          });
          expect([answer.status, answer.body.message]).toEqual([200, undefined]);
          expect([kind.plural, step, await shown(path)]).toEqual([kind.plural, step, model.get(revision)]);
        } else {
          const now = (await calendar.get(`${path}?translations=all`, editor)).body as Body;
          const body = randomBody(kind, random, Object.keys(now.translations as Body));
          const answer = await calendar.patch(path, body, { ...editor, language: random.pick(LANGUAGES) });
          expect([answer.status, answer.body.message, answer.body.data?.params]).toEqual([200, undefined, undefined]);
        }
        model.set(await last(), await shown(path));
      }
    }
  });
});
