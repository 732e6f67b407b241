import { isParameter } from '../fields/field.js';
import { parseQuery } from '../http/lists.js';
import { type Limit, limitOfRead } from '../limits/rate-limits.js';
import { type Kept, type Memory } from './memory.js';

/** Longer addresses are worked out each time. */
const LONGEST = 2048;

/** What decides over a public answer to a read: its path, and the parameters that the service knows. */
export class AnswerKey implements Kept {
  private constructor(
    readonly text: string,
    /** The limit that requests for it count for. */
    readonly limit: Limit,
  ) {}

  /** @returns undefined where the answer is meant for one caller: a password is in the address */
  static of(url: string): AnswerKey | undefined {
    const [path = '', ...rest] = url.split('?');
    const query = parseQuery(rest.join('?'));
    if (query.password !== undefined) return undefined;
    return new AnswerKey(`answer ${path} ${given(query)}`, limitOfRead(query));
  }

  /** The key of the same for pages of one origin. */
  readFrom(origin: string): AnswerKey {
    return new AnswerKey(`${origin} ${this.text}`, this.limit);
  }

  get size(): number {
    return 2 * this.text.length;
  }
}

/** The parameters that the service knows, in one order, however they were given. */
export function given(query: Readonly<Record<string, unknown>>, counts = (_name: string): boolean => true): string {
  const names = Object.keys(query).filter((name) => isParameter(name) && counts(name));
  return JSON.stringify(names.sort().map((name) => [name, query[name]]));
}

/** The key of an address, worked out once for as long as it is in memory. */
export function keyOf(url: string, memory: Memory): AnswerKey | undefined {
  if (url.length > LONGEST) return AnswerKey.of(url);
  const name = `address ${url}`;
  const known = memory.get(name);
  if (known instanceof AnswerKey) return known;
  const key = AnswerKey.of(url);
  if (key) memory.set(name, key);
  return key;
}
