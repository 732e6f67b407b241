import fc from 'fast-check';
import { type Role } from '../src/http/role.js';
import { amount, seed } from './support/amounts.js';
import {
  type EventsQuestion,
  expectedEvents,
  expectedPlaces,
  expectedTerms,
  type Outcome,
  type Question,
  type OracleContext,
} from './support/oracle/expected.js';
import { type Model } from './support/oracle/model.js';
import { accountsOf, populate } from './support/oracle/populate.js';
import {
  datesQuestions,
  eventsQuestions,
  placesQuestions,
  queryOf,
  type Spelling,
  termsQuestions,
} from './support/oracle/questions.js';
import { randomCalendar } from './support/oracle/random-calendar.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

/** The number of compared lists of each sort; ORACLE_RUNS and TEST_SEED change what is generated. */
const RUNS = amount('ORACLE_RUNS');
const SEED = seed();
const EVENTS = 120;
const HOME = 'America/Toronto';

/** Date ranges are days in the site’s zone, including skipped midnights and ambiguous last hours. */
const SITES = [HOME, 'America/Santiago', 'Asia/Beirut', 'Pacific/Kiritimati'];

type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

let first: TestCalendar;
let model: Model;
let accounts: Record<Role, number>;

beforeAll(async () => {
  first = await TestCalendar.start({ SITE_TIMEZONE: HOME });
  accounts = await accountsOf(first);
  model = await populate(first, randomCalendar(SEED, EVENTS), HOME, accounts);
});

afterAll(() => first.stop());

const spellings = fc.constantFrom<Spelling>('csv', 'repeated', 'brackets');
const PAGES = fc.constantFrom(3, 7, 10, 25, 50, 100, 100, 100);
const ONE_PAGE = fc.constant(100);
/** The total is compared if a page is full. */
const SHORT_PAGES = fc.constantFrom(2, 5);

/** Compares this number of lists with the model. */
async function compare<Q extends Question>(
  calendar: TestCalendar,
  kind: Kind,
  site: string,
  runs: number,
  questions: fc.Arbitrary<Q>,
  expected: (question: Q, world: OracleContext) => Outcome,
  pageLengths: fc.Arbitrary<number> = PAGES,
): Promise<void> {
  const property = fc.asyncProperty(
    fc.noBias(questions),
    spellings,
    pageLengths,
    async (question, spelling, perPage) => {
      const query = queryOf(question, spelling, perPage);
      const outcome = expected(question, { model, site, now: Date.now(), accounts });
      const key = question.caller === null ? undefined : first.keys[question.caller];
      const options = { language: question.root, key };
      expect(await answered(calendar, kind, query, options)).toEqual(outcome);
    },
  );
  await fc.assert(property, { numRuns: runs, seed: SEED + SITES.indexOf(site) });
}

/** All pages of a list, by its links. */
async function answered(calendar: TestCalendar, kind: Kind, query: string, options: RequestOptions): Promise<Outcome> {
  const ids: number[] = [];
  let answer = await calendar.get(`/${kind}?${query}`, options);
  if (answer.status === (options.key === undefined ? 401 : 403)) return { forbidden: true };
  if (answer.status === 400) return { bad: Object.keys(answer.body.data.params).sort() };
  const { total, total_pages: pages } = answer.body;
  for (let page = 1; ; page++) {
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ total, total_pages: pages });
    expect(answer.headers).toMatchObject({ 'x-cal-total': String(total), 'x-cal-totalpages': String(pages) });
    ids.push(...(answer.body[kind] as { id: number }[]).map(({ id }) => id));
    const { next_rest_url: next, previous_rest_url: previous } = answer.body;
    expect([next !== undefined, previous !== undefined]).toEqual([page < pages, page > 1]);
    if (next === undefined) break;
    const { pathname, search } = new URL(String(next));
    const request = calendar.raw().get(pathname + search);
    answer = await (options.key === undefined ? request : request.set('Authorization', `Bearer ${options.key}`));
  }
  expect([ids.length, new Set(ids).size, pages]).toEqual([total, total, Math.ceil(total / perPageOf(query))]);
  return { ids };
}

const perPageOf = (query: string) => Number(new URLSearchParams(query).get('per_page'));

describe(`lists are what the contract makes of the data (seed ${SEED})`, () => {
  describe.each(SITES)('a site in %s', (site) => {
    let calendar: TestCalendar;
    beforeAll(async () => {
      calendar = await TestCalendar.start({ SITE_TIMEZONE: site }, first.url);
    });
    afterAll(() => calendar.stop());

    it('events by dates', async () => {
      const runs = Math.ceil(RUNS / SITES.length);
      await compare(calendar, 'events', site, runs, datesQuestions(model, site), expectedEvents, ONE_PAGE);
    }, 3_600_000);

    it.each([
      ['en', 'exclude'],
      ['fr', 'exclude'],
      ['en', 'only'],
      ['fr', 'only'],
    ] as const)(
      'events by dates, in %s, untranslated=%s',
      async (root, untranslated) => {
        const runs = Math.ceil((RUNS * 0.2) / SITES.length);
        const questions = datesQuestions(model, site).map(({ status: _any, ...dates }): EventsQuestion => {
          return { ...dates, caller: null, root, untranslated };
        });
        await compare(calendar, 'events', site, runs, questions, expectedEvents, SHORT_PAGES);
      },
      3_600_000,
    );

    it.each([
      ['next', null],
      ['series', null],
      ['series', 'editor'],
    ] as const)(
      'events by dates, occurrences=%s',
      async (occurrences, caller) => {
        const runs = Math.ceil((RUNS * 0.2) / SITES.length);
        const questions = fc
          .tuple(datesQuestions(model, site), fc.constantFrom('asc' as const, 'desc' as const, undefined))
          .map(([{ status: _any, ...dates }, order]): EventsQuestion => ({ ...dates, caller, order, occurrences }));
        await compare(calendar, 'events', site, runs, questions, expectedEvents, SHORT_PAGES);
      },
      3_600_000,
    );

    it('events by all parameters', async () => {
      const questions = eventsQuestions(model, site, Object.values(accounts));
      await compare(calendar, 'events', site, Math.ceil((RUNS * 0.6) / SITES.length), questions, expectedEvents);
    }, 3_600_000);
  });

  it.each([
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const)(
    '%s',
    async (kind, one) => {
      const expected = expectedPlaces.bind(null, one);
      await compare(first, kind, HOME, Math.ceil(RUNS * 0.1), placesQuestions(kind, model), expected);
    },
    3_600_000,
  );

  it.each(['categories', 'tags'] as const)(
    '%s',
    async (kind) => {
      const expected = expectedTerms.bind(null, kind);
      await compare(first, kind, HOME, Math.ceil(RUNS * 0.1), termsQuestions(kind, model), expected);
    },
    3_600_000,
  );
});
