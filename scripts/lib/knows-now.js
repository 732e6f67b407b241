/** Which tests depend on the present time, by a simple rule: what their text says. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inProject } from './project.js';
import { allSuites } from './suites.js';

/** A reading of the clock, as code. */
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bDateTime\.(?:now|utc|local)\(\)/;

/** A time in words that begins a text or follows `=` in a query: `+1 hour`, `tomorrow 10:00`, `from=next week`. */
const WORDS =
  /['"`=](?:[+-]\d+[ +](?:minute|hour|day|week|month|year)|(?:today|tomorrow|yesterday|demain|hier|aujourd)\b|(?:this|next|last)[ +](?:week|month|year))/i;

/** A list of events without a date, which begins today. */
const DEFAULT_WINDOW =
  /\bget\(\s*(['"`])\/events(?:\/counts|\.[a-z]+)?(?:\?(?!\1|[^'"`]*\b(?:from|start_date|starts_)).*?)?\1/;

const isAny = (patterns) => (text) => patterns.some((pattern) => pattern.test(text));
export const knowsNow = isAny([CLOCK, WORDS, DEFAULT_WINDOW]);
/** What a supporting file says; those who use it decide what they list. */
const saysNow = isAny([CLOCK, WORDS]);

/** The paths of suites that depend on the present time, themselves or through a file of `test/` that they import. */
export function suitesThatKnowNow() {
  const isOne = (file) => knowsNow(read(file)) || supportOf(file).some((path) => saysNow(read(path)));
  return allSuites().filter((path) => isOne(inProject(path)));
}

const read = (file) => readFileSync(file, 'utf8');

/** The files of `test/` that a file imports, also through others. */
function supportOf(file, found = new Set()) {
  for (const [, path] of read(file).matchAll(/ from '(\.[^']+)\.js'/g)) {
    const source = join(dirname(file), `${path}.ts`);
    if (found.has(source) || !source.startsWith(inProject('test')) || !existsSync(source)) continue;
    found.add(source);
    supportOf(source, found);
  }
  return [...found];
}
