import { resourceOf } from './resources.js';
import { type ApiRecord } from './makers.js';
import { type RequestOptions, type TestCalendar } from './test-calendar.js';

/** The response of a list. */
export type Page<K extends string> = Record<K, ApiRecord[]> & {
  rest_url: string;
  next_rest_url?: string;
  previous_rest_url?: string;
  total: number;
  total_pages: number;
};

/** Helpers that request one list. */
export function lister<K extends string>(calendar: () => TestCalendar, kind: K) {
  const { nameField } = resourceOf(kind);
  const list = (query = '', options: RequestOptions = {}) => calendar().get(`/${kind}?${query}`, options);

  /** Requests a page, and throws if the status is not 200. */
  const page = async (query = '', options: RequestOptions = {}): Promise<Page<K>> => {
    const answer = await list(query, options);
    if (answer.status !== 200) throw new Error(`GET /${kind}?${query}: ${answer.status} ${answer.text}`);
    return answer.body as Page<K>;
  };

  /** The titles or names that a query lists, in order. */
  const names = async (query = '', options: RequestOptions = {}): Promise<string[]> => {
    const body = await page(query, options);
    return body[kind].map((record) => String(record[nameField]));
  };

  /** The invalid parameters of a query, with their messages. */
  const refused = async (query: string, options: RequestOptions = {}): Promise<Record<string, string>> => {
    const answer = await list(query, options);
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
    return answer.body.data.params;
  };

  return { list, page, names, refused };
}
