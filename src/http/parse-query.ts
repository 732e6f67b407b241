import { parse } from 'node:querystring';

/**
 * Merges the spellings of lists under their plain key: `tags[]=1&tags[1]=2&tags=3` → `['3', '1', '2']`. Query parsers
 * differ in this, so it is done here only.
 */
function mergeLists(input: object): Record<string, unknown> {
  const plain = new Map<string, unknown>();
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of Object.entries(input) as [string, unknown][]) {
    const name = key.replace(/\[\d*\]$/, '');
    if (name === key) plain.set(name, value);
    else {
      const list = lists.get(name) ?? [];
      list.push(...asList(value));
      lists.set(name, list);
    }
  }
  for (const [name, list] of lists) plain.set(name, [...asList(plain.get(name)), ...list]);
  return Object.fromEntries(plain);
}

function asList(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The fields of a form. `tags[]=`, an empty list, becomes `tags=`. */
export function mergeForm(input: object): Record<string, unknown> {
  const fields = Object.entries(mergeLists(input));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, Array.isArray(value) && value.join('') === '' ? '' : value]),
  );
}

/**
 * The query parser for Express, for text and lists of text. It does not limit the number of parameters, because a
 * dropped filter would silently return everything; the maximum length of the URL limits it.
 */
export function parseQuery(text: string | null | undefined): Record<string, unknown> {
  return text ? mergeLists(parse(text, '&', '=', { maxKeys: 0 })) : {};
}
