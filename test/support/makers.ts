import { type TestedResource } from './resources.js';
import { type RequestOptions, type TestCalendar } from './test-calendar.js';

/** A record as an answer shows it. */
export type Answer = Record<string, never> & { id: number; slug: string };

type Fields = Record<string, unknown>;

/** Makers create through the interface, as an administrator in English where the test says nothing else. */
export function makers(calendar: () => Pick<TestCalendar, 'post'>) {
  const made = async (path: string, fields: Fields, options: RequestOptions): Promise<Answer> => {
    const answer = await calendar().post(path, fields, { as: 'administrator', ...options });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Answer;
  };
  return {
    /** A record of any kind; terms need a name of their own. */
    aRecord: ({ path, least }: TestedResource, fields: Fields = {}, options: RequestOptions = {}) =>
      made(path, { ...least, ...fields }, options),
    /** An event in the evening of 21 June 2027. */
    anEvent: (fields: Fields = {}, options: RequestOptions = {}) =>
      made(
        '/events',
        { title: 'Concert', start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00', ...fields },
        options,
      ),
    aVenue: (fields: Fields = {}, options: RequestOptions = {}) =>
      made('/venues', { venue: 'Hall', ...fields }, options),
    anOrganizer: (fields: Fields = {}, options: RequestOptions = {}) =>
      made('/organizers', { organizer: 'Society', ...fields }, options),
    aCategory: (fields: Fields = {}, options: RequestOptions = {}) =>
      made('/categories', { name: 'Music', ...fields }, options),
    aTag: (fields: Fields = {}, options: RequestOptions = {}) =>
      made('/tags', { name: 'outdoors', ...fields }, options),
  };
}
