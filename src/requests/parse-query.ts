import { parse } from 'node:querystring';

/**
 * Folds the spellings of lists into plain keys: `tags[]=1&tags[1]=2&tags=3` → `tags: [1, 2, 3]`. Query parsers
 * disagree about them, so this is the only place that knows.
 */
export function mergeLists(input: object): Record<string, unknown> {
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

/** Express's query parser: text and lists of text, nothing nested, at most 1,000 parameters. */
export function parseQuery(text: string | null | undefined): Record<string, unknown> {
  return text ? mergeLists(parse(text)) : {};
}
