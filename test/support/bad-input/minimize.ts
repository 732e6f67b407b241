import { type BadRequest } from './bad-request.js';

/** Maximum number of attempts. */
const TRIES = 150;

/** Minimizes a failing request (delta debugging): removes parts as long as it still fails. */
export async function minimizeRequest(
  request: BadRequest,
  fails: (smaller: BadRequest) => Promise<boolean>,
): Promise<BadRequest> {
  let least = request;
  let tries = TRIES;
  for (let found = true; found && tries > 0;) {
    found = false;
    for (const smaller of smallerThan(least)) {
      if (tries-- <= 0) break;
      if (!(await fails(smaller))) continue;
      least = smaller;
      found = true;
      break;
    }
  }
  return least;
}

function* smallerThan(request: BadRequest): Generator<BadRequest> {
  const { target, headers, body } = request;
  const [path = '', query] = splitOnce(target, '?');
  if (query !== undefined) {
    yield { ...request, target: path };
    const pairs = query.split('&');
    for (const part of withoutParts(pairs)) yield { ...request, target: `${path}?${part.join('&')}` };
    for (const [place, pair] of pairs.entries()) {
      const shorter = (text: string) => ({ ...request, target: `${path}?${pairs.with(place, text).join('&')}` });
      for (const text of halves(pair)) yield shorter(text);
    }
  }
  for (const name of Object.keys(headers)) {
    const { [name]: _left, ...rest } = headers;
    yield { ...request, headers: rest };
  }
  if (body) for (const smaller of smallerBodies(body)) yield { ...request, body: smaller };
}

function* smallerBodies(body: Buffer): Generator<Buffer> {
  const text = body.toString('utf8');
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    const bytes = (some: typeof entries) => Buffer.from(JSON.stringify(Object.fromEntries(some)));
    for (const part of withoutParts(entries)) yield bytes(part);
    for (const [place, [name, member]] of entries.entries())
      if (typeof member === 'string') for (const half of halves(member)) yield bytes(entries.with(place, [name, half]));
  } else if (body.length > 1) {
    const middle = body.length >> 1;
    yield body.subarray(0, middle);
    yield body.subarray(middle);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Half of a list, then all but one. */
function* withoutParts<T>(list: readonly T[]): Generator<T[]> {
  const middle = list.length >> 1;
  if (middle > 1) {
    yield list.slice(0, middle);
    yield list.slice(middle);
  }
  for (const place of list.keys()) yield [...list.slice(0, place), ...list.slice(place + 1)];
}

function* halves(text: string): Generator<string> {
  const middle = text.length >> 1;
  if (middle < 1) return;
  yield text.slice(0, middle);
  yield text.slice(middle);
}

function splitOnce(text: string, mark: string): [string, string?] {
  const place = text.indexOf(mark);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}
