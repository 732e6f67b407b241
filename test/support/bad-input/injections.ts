import { type Random } from '../../../tools/seed/random.js';
import { type BadRequest, type Draft, percentEncode, requestOf } from './bad-request.js';
import { isCostly, minimalDraft, setField } from './drafts.js';
import { nameOf, type Operation, type InputField } from './operations.js';
import { type Payload, payloads } from './payloads.js';
import { type TestRecords } from './test-records.js';

/** An input with all operations that have it; POST, PUT and PATCH of a record share their inputs. */
interface Target {
  readonly place: InputField;
  readonly operations: readonly Operation[];
}

const STEP = 37;

/** Puts every payload into every input: into one at a time, and into all inputs of an operation at once. */
export class Injections {
  private readonly targets: readonly Target[];
  private readonly families: readonly (readonly Operation[])[];

  constructor(operations: readonly Operation[]) {
    const targets = new Map<string, Target>();
    for (const operation of operations) {
      for (const place of operation.inputs) {
        const name = nameOf(operation, place);
        targets.set(name, { place, operations: [...(targets.get(name)?.operations ?? []), operation] });
      }
    }
    this.targets = [...targets.values()];
    const families = new Set(operations.map(({ family }) => family));
    this.families = [...families].map((family) => operations.filter((operation) => operation.family === family));
  }

  /** Number of inputs. */
  get places(): number {
    return this.targets.length;
  }

  /** A payload in one input. Every input gets one payload before the first gets its second. */
  one(number: number, seed: number, world: TestRecords, random: Random): BadRequest {
    const index = number % this.targets.length;
    const round = Math.floor(number / this.targets.length);
    const { place, operations } = this.targets[index]!;
    // Steps by a prime, so that an input gets payloads of all sorts early, and all of them in the end.
    const payload = payloads[(round * STEP + index * 7 + seed) % payloads.length]!;
    const draft = draftOf(random.pick(operations), world, random);
    inject(draft, place, payload, random);
    return requestOf(draft, `“${payload.text.slice(0, 30)}” in ${nameOf(draft.operation, place)}`);
  }

  /** All queries and fields of an operation with the same payload. */
  all(number: number, world: TestRecords, random: Random): BadRequest {
    const operations = this.families[number % this.families.length]!;
    const payload = payloads[Math.floor(number / this.families.length) % payloads.length]!;
    const draft = draftOf(random.pick(operations), world, random);
    for (const place of draft.operation.inputs)
      if (['query', 'body'].includes(place.in) && !isCostly(place)) inject(draft, place, payload, random);
    draft.query = withinLimits(draft.query);
    return requestOf(draft, `“${payload.text.slice(0, 30)}” all over ${draft.operation.family}`);
  }
}

/** A minimal request with sufficient rights. */
function draftOf(operation: Operation, world: TestRecords, random: Random): Draft {
  const draft = minimalDraft(operation, world, random);
  draft.role = operation.method === 'get' ? random.pick([null, 'administrator']) : 'administrator';
  return draft;
}

function inject(draft: Draft, place: InputField, payload: Payload, random: Random): void {
  const { text, json, query } = payload;
  const name = String(place.keys[0]);
  if (place.in === 'query') draft.query.push(random.percent(3) ? `${percentEncode(text)}=1` : queryOf(name, payload));
  else if (place.in === 'path') draft.path[name] = random.percent(50) ? percentEncode(text) : `1${percentEncode(text)}`;
  else if (place.in === 'header') draft.headers[name.toLowerCase()] = forHeader(text);
  else if (draft.body) {
    if (random.percent(3)) draft.body = [...draft.body, [text, 1]];
    else draft.body = setField(draft, place, json ?? text);
    draft.form = query === undefined && place.keys.length === 1 && draft.operation.form && random.percent(15);
  }
}

function queryOf(name: string, { text, query }: Payload): string {
  return query ? query(name) : `${name}=${percentEncode(text)}`;
}

/** Reduces a text to the characters of a header value: Latin-1 on one line. */
function forHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4000);
}

/** Shortens a query, since Node refuses headers above 16 KiB before the service sees them. */
function withinLimits(query: readonly string[]): string[] {
  let left = 12_000;
  return query.filter((pair) => (left -= pair.length + 1) > 0);
}
