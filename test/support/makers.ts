import { type TestedResource } from './resources.js';
import { type RequestOptions, type TestCalendar } from './test-calendar.js';

/** A record of a response. */
export type ApiRecord = Record<string, never> & { id: number; slug: string };

type Fields = Record<string, unknown>;

/** Functions that create records through the API, by default as an administrator and in English. */
export function makers(calendar: () => Pick<TestCalendar, 'post'>) {
  const create = async (path: string, fields: Fields, options: RequestOptions): Promise<ApiRecord> => {
    const answer = await calendar().post(path, fields, { as: 'administrator', ...options });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as ApiRecord;
  };
  return {
    /** A record of any resource. Terms need a unique name. */
    aRecord: ({ path, minimalBody }: TestedResource, fields: Fields = {}, options: RequestOptions = {}) =>
      create(path, { ...minimalBody, ...fields }, options),
    /** An event in the evening of 21 June 2027. */
    anEvent: (fields: Fields = {}, options: RequestOptions = {}) =>
      create(
        '/events',
        { title: 'Concert', start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00', ...fields },
        options,
      ),
    aVenue: (fields: Fields = {}, options: RequestOptions = {}) =>
      create('/venues', { venue: 'Hall', ...fields }, options),
    anOrganizer: (fields: Fields = {}, options: RequestOptions = {}) =>
      create('/organizers', { organizer: 'Society', ...fields }, options),
    aCategory: (fields: Fields = {}, options: RequestOptions = {}) =>
      create('/categories', { name: 'Music', ...fields }, options),
    aTag: (fields: Fields = {}, options: RequestOptions = {}) =>
      create('/tags', { name: 'outdoors', ...fields }, options),
  };
}
