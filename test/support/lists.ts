import { resourceOf } from './resources.js';
import { type Answer } from './makers.js';
import { type RequestOptions, type TestCalendar } from './test-calendar.js';

/** A page of a list, as an answer shows it. */
export type Page<K extends string> = Record<K, Answer[]> & {
  rest_url: string;
  next_rest_url?: string;
  previous_rest_url?: string;
  total: number;
  total_pages: number;
};

/** Short ways to ask for one list. */
export function lister<K extends string>(calendar: () => TestCalendar, kind: K) {
  const { nameField } = resourceOf(kind);
  const list = (query = '', options: RequestOptions = {}) => calendar().get(`/${kind}?${query}`, options);

  /** The page that a query answers. */
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

  /** The parameters that a query is refused for, with their messages. */
  const refused = async (query: string, options: RequestOptions = {}): Promise<Record<string, string>> => {
    const answer = await list(query, options);
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
    return answer.body.data.params;
  };

  return { list, page, names, refused };
}
