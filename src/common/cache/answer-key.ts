import { isParameter } from '../fields/field.js';
import { parseQuery } from '../http/lists.js';
import { type Limit, limitOfRead } from '../limits/rate-limits.js';

/** What Node lets through and Express reads in its own way, such as a fragment. */
const ODD = /[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/;

/** What decides over a public answer to a read: its path, and the parameters that the service knows. */
export class AnswerKey {
  private constructor(
    readonly text: string,
    /** The limit that requests for it count for. */
    readonly limit: Limit,
  ) {}

  /** @returns undefined where the answer is meant for one caller (a password is in the address), or the address is odd */
  static of(url: string): AnswerKey | undefined {
    if (ODD.test(url)) return undefined;
    const [path = '', ...rest] = url.split('?');
    const query = parseQuery(rest.join('?'));
    if (query.password !== undefined) return undefined;
    return new AnswerKey(`answer ${path} ${given(query)}`, limitOfRead(query));
  }

  /** The key of the same for pages of one origin. */
  readFrom(origin: string): AnswerKey {
    return new AnswerKey(`${origin} ${this.text}`, this.limit);
  }
}

/** The parameters that the service knows, in one order, however they were given. */
export function given(query: Readonly<Record<string, unknown>>, counts = (_name: string): boolean => true): string {
  const names = Object.keys(query).filter((name) => isParameter(name) && counts(name));
  return JSON.stringify(names.sort().map((name) => [name, query[name]]));
}
