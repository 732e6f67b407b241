import { type RequestContext } from '../http/calendar-request.js';
import { type Kind } from '../records/kind.js';
import { given } from './answer-key.js';
import { type Kept, type Memory } from './memory.js';

/** What decides over a page of a list, and not over how many records the list has. */
const OF_PAGES = new Set(['page', 'per_page', 'order', 'orderby', 'translations']);

class Total implements Kept {
  readonly size = 16;

  constructor(
    readonly number: number,
    readonly version: number,
    readonly until: number,
  ) {}
}

/**
 * How many records a list has in all, for everybody: counted once while the data stands, whatever page is asked for.
 * @param version of the data, read before anything else was
 */
export async function keptTotal(
  memory: Memory,
  { many }: Kind,
  { language, given: parameters, holdsUntil }: RequestContext,
  version: number,
  count: () => Promise<number>,
): Promise<number> {
  const name = `total ${many} ${language} ${given(parameters, (parameter) => !OF_PAGES.has(parameter))}`;
  const known = memory.get(name);
  if (known instanceof Total && known.version === version && known.until > Date.now()) return known.number;
  const total = new Total(await count(), version, holdsUntil);
  memory.set(name, total);
  return total.number;
}
