import { type RequestOptions, type TestCalendar } from './test-calendar.js';

/** An event of a response, as far as the tests of restored series read it. */
export interface Shown extends Record<string, unknown> {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly recurrence: { readonly rrule: string | null; readonly exdates: string[]; readonly rdates: string[] } | null;
  readonly occurrence: { readonly series: number; readonly date: string } | null;
  readonly dates_added?: number;
  readonly dates_removed?: number;
}

/** An entry of the list of revisions. */
export interface Entry {
  readonly revision: number;
  readonly change: string;
  readonly fields: readonly string[];
  readonly of_series?: number;
}

const editor: RequestOptions = { as: 'editor' };

/** What an editor does with events and their revisions. Each function fails unless the service accepts it. */
export function restoring(calendar: () => TestCalendar) {
  const revisionsOf = async (id: number): Promise<Entry[]> => {
    const answer = await calendar().get(`/events/${id}/revisions?per_page=100`, editor).expect(200);
    return answer.body.revisions as Entry[];
  };
  return {
    revisionsOf,
    /** The first revision that is the event's own. */
    first: async (id: number) => (await revisionsOf(id)).filter((one) => one.of_series === undefined).at(-1)!,
    read: async (id: number) => (await calendar().get(`/events/${id}`, editor).expect(200)).body as Shown,
    /** The public dates with a tag, in order. */
    datesWith: async (tag: number): Promise<Shown[]> => {
      const { body } = await calendar().get(`/events?tags=${tag}&per_page=100&starts_after=1990-01-01`).expect(200);
      return (body as { events: Shown[] }).events;
    },
    change: async (id: number, body: object, query = ''): Promise<Shown> => {
      const answer = await calendar().patch(`/events/${id}${query}`, body, editor);
      expect([answer.status, answer.body.data?.params]).toEqual([200, undefined]);
      return answer.body as Shown;
    },
    restore: async (id: number, { revision }: Entry, query = ''): Promise<Shown> => {
      const answer = await calendar().post(`/events/${id}/revisions/${revision}/restore${query}`, undefined, editor);
      expect([answer.status, answer.body.message, answer.body.data?.params]).toEqual([200, undefined, undefined]);
      return answer.body as Shown;
    },
  };
}

export const numbers = ({ dates_added: added, dates_removed: removed }: Shown) => [added, removed];
export const identities = (events: readonly Shown[]) => events.map(({ id, slug }) => [id, slug]);
export const titles = (events: readonly Shown[]) => events.map(({ title }) => title);
