import { type Random } from '../../../tools/seed/random.js';
import { type BadRequest, type Draft, encoded, requestOf } from './bad-request.js';
import { isCostly, leastDraft, setField } from './drafts.js';
import { nameOf, type Operation, type Place } from './places.js';
import { type Payload, payloads } from './payloads.js';
import { type World } from './world.js';

/** A place with all operations that have it: POST, PUT and PATCH of an item are one. */
interface Target {
  readonly place: Place;
  readonly operations: readonly Operation[];
}

const STEP = 37;

/** Every payload in every place: one place at a time, and all places of an operation at once. */
export class Injections {
  private readonly targets: readonly Target[];
  private readonly families: readonly (readonly Operation[])[];

  constructor(operations: readonly Operation[]) {
    const targets = new Map<string, Target>();
    for (const operation of operations) {
      for (const place of operation.places) {
        const name = nameOf(operation, place);
        targets.set(name, { place, operations: [...(targets.get(name)?.operations ?? []), operation] });
      }
    }
    this.targets = [...targets.values()];
    const families = new Set(operations.map(({ family }) => family));
    this.families = [...families].map((family) => operations.filter((operation) => operation.family === family));
  }

  /** How many places there are. */
  get places(): number {
    return this.targets.length;
  }

  /** All places have had a payload before the first has its second. */
  one(number: number, seed: number, world: World, random: Random): BadRequest {
    const index = number % this.targets.length;
    const round = Math.floor(number / this.targets.length);
    const { place, operations } = this.targets[index]!;
    // Steps by a prime, so that a place has payloads of all sorts early on, and all of them in the end.
    const payload = payloads[(round * STEP + index * 7 + seed) % payloads.length]!;
    const draft = draftOf(random.pick(operations), world, random);
    inject(draft, place, payload, random);
    return requestOf(draft, `“${payload.text.slice(0, 30)}” in ${nameOf(draft.operation, place)}`);
  }

  /** All queries and fields of an operation with the same payload. */
  all(number: number, world: World, random: Random): BadRequest {
    const operations = this.families[number % this.families.length]!;
    const payload = payloads[Math.floor(number / this.families.length) % payloads.length]!;
    const draft = draftOf(random.pick(operations), world, random);
    for (const place of draft.operation.places)
      if (['query', 'body'].includes(place.in) && !isCostly(place)) inject(draft, place, payload, random);
    draft.query = withinLimits(draft.query);
    return requestOf(draft, `“${payload.text.slice(0, 30)}” all over ${draft.operation.family}`);
  }
}

/** By somebody whose rights do not stand in the way. */
function draftOf(operation: Operation, world: World, random: Random): Draft {
  const draft = leastDraft(operation, world, random);
  draft.role = operation.method === 'get' ? random.pick([null, 'administrator']) : 'administrator';
  return draft;
}

function inject(draft: Draft, place: Place, payload: Payload, random: Random): void {
  const { text, json, query } = payload;
  const name = String(place.keys[0]);
  if (place.in === 'query') draft.query.push(random.percent(3) ? `${encoded(text)}=1` : queryOf(name, payload));
  else if (place.in === 'path') draft.path[name] = random.percent(50) ? encoded(text) : `1${encoded(text)}`;
  else if (place.in === 'header') draft.headers[name.toLowerCase()] = forHeader(text);
  else if (draft.body) {
    if (random.percent(3)) draft.body = [...draft.body, [text, 1]];
    else draft.body = setField(draft, place, json ?? text);
    draft.form = query === undefined && place.keys.length === 1 && draft.operation.form && random.percent(15);
  }
}

function queryOf(name: string, { text, query }: Payload): string {
  return query ? query(name) : `${name}=${encoded(text)}`;
}

/** What may stand in a header: Latin-1 on one line. */
function forHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4000);
}

/** Node refuses more than 16 KiB before the service sees any of it. */
function withinLimits(query: readonly string[]): string[] {
  let left = 12_000;
  return query.filter((pair) => (left -= pair.length + 1) > 0);
}
