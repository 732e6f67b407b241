import { isFrozen } from '../values/frozen.js';

/** Members from which on a list is long. */
const LONG = 8;

/**
 * The JSON of an object as bytes, as `JSON.stringify` writes it. A long list is written member by member: V8 takes a
 * third longer to put one long text together, and to encode it, than with many short ones. What never changes (`frozen`)
 * is written once, however many records show it.
 */
export function jsonBytes(shown: object): Buffer {
  const parts = new Parts();
  const hasLongList = Object.values(shown).some((value) => Array.isArray(value) && value.length >= LONG);
  if (hasLongList && !Array.isArray(shown) && !('toJSON' in shown)) addFields(parts, shown as Fields);
  else addMember(parts, shown);
  return parts.bytes;
}

type Fields = Readonly<Record<string, unknown>>;

/** Texts, and bytes that are known already. */
class Parts {
  private readonly list: Buffer[] = [];
  private text = '';

  addText(text: string): void {
    this.text += text;
  }

  addBytes(bytes: Buffer): void {
    this.endText();
    this.list.push(bytes);
  }

  /** What comes next is encoded by itself. */
  endText(): void {
    if (this.text !== '') this.list.push(Buffer.from(this.text));
    this.text = '';
  }

  get bytes(): Buffer {
    this.endText();
    return this.list.length === 1 ? this.list[0]! : Buffer.concat(this.list);
  }
}

function addFields(parts: Parts, shown: Fields): void {
  let before = '{';
  for (const [name, value] of Object.entries(shown)) {
    const list: unknown[] | undefined = Array.isArray(value) ? value : undefined;
    const json = list ? '' : jsonOf(value);
    // What has no JSON, such as a function, is no field.
    if (json === undefined) continue;
    parts.addText(`${before}${JSON.stringify(name)}:${json}`);
    if (list) addList(parts, list, addMember);
    before = ',';
  }
  parts.addText(before === '{' ? '{}' : '}');
}

function addList<T>(parts: Parts, list: readonly T[], add: (parts: Parts, member: T) => void): void {
  parts.addText('[');
  for (const [place, member] of list.entries()) {
    if (place > 0) parts.addText(',');
    add(parts, member);
  }
  parts.addText(']');
}

/** A record shows others in lists at its end. */
function addMember(parts: Parts, member: unknown): void {
  parts.endText();
  const fields = isPlain(member) ? member : {};
  const names = Object.keys(fields);
  let own = names.length;
  while (own > 0 && isListOfFrozen(fields[names[own - 1]!])) own -= 1;
  if (own === names.length) return parts.addText(jsonOf(member) ?? 'null');
  const lists = names.slice(own);
  const json = JSON.stringify({ ...fields, ...Object.fromEntries(lists.map((name) => [name, undefined])) });
  parts.addText(json === '{}' ? '{' : `${json.slice(0, -1)},`);
  for (const [place, name] of lists.entries()) {
    parts.addText(`${place > 0 ? ',' : ''}${JSON.stringify(name)}:`);
    addList(parts, fields[name] as object[], addFrozen);
  }
  parts.addText('}');
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
}

function isListOfFrozen(value: unknown): boolean {
  return Array.isArray(value) && value.every(isFrozen);
}

const known = new WeakMap<object, Buffer>();

function addFrozen(parts: Parts, object: object): void {
  let bytes = known.get(object);
  // Not of the memory that small buffers share: one that stays would keep all of that.
  if (!bytes) known.set(object, (bytes = Buffer.from(new TextEncoder().encode(JSON.stringify(object)).buffer)));
  parts.addBytes(bytes);
}

/** TypeScript does not know that there may be none. */
function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}
