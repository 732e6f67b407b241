import { fold } from './fold.js';

/** A word of a search, without the signs around it. */
export interface TypedWord {
  /** Its place in the search. */
  readonly start: number;
  readonly end: number;
  readonly typed: string;
  readonly folded: string;
}

/** The quotation marks that `fold` makes plain. */
const QUOTES = '"“”„‟«»';

/** As in `parseSearch`: a phrase or a word, and the hyphen that excludes it. */
const PARTS = new RegExp(
  String.raw`(?<hyphen>[\p{Pd}\u2212]?)(?:[${QUOTES}](?<phrase>[^${QUOTES}]*)[${QUOTES}]?|(?<word>[^\s${QUOTES}]+))`,
  'gu',
);

const WITHOUT_SIGNS = /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/u;

/** The words of a search that are in no phrase and not excluded. */
export function typedWords(search: string): TypedWord[] {
  return [...search.matchAll(PARTS)].flatMap(({ index, groups = {} }) => {
    const { hyphen = '', word = '' } = groups;
    const inside = WITHOUT_SIGNS.exec(word);
    if (!inside || hyphen !== '') return [];
    const start = index + inside.index;
    return [{ start, end: start + inside[0].length, typed: inside[0], folded: fold(inside[0]) }];
  });
}

/** Returns the folded text of a search: words without surrounding punctuation, phrases without quotation marks. */
export function searchedText(search: string): string {
  const parts = [...search.matchAll(PARTS)].map(({ groups = {} }) => {
    const { hyphen = '', phrase, word = '' } = groups;
    if (hyphen !== '') return '';
    return phrase ?? WITHOUT_SIGNS.exec(word)?.[0] ?? '';
  });
  return fold(parts.filter((part) => part !== '').join(' '));
}

/** The search with some of its words replaced, by their folded spelling. The rest stays as it was typed. */
export function replaceWords(search: string, replacements: ReadonlyMap<string, string>): string {
  let replaced = '';
  let end = 0;
  for (const word of typedWords(search)) {
    const replacement = replacements.get(word.folded);
    if (replacement === undefined) continue;
    replaced += search.slice(end, word.start) + replacement;
    end = word.end;
  }
  return replaced + search.slice(end);
}
