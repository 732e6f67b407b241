/** A word: letters and digits without anything between them. */
const WORD = /[\p{L}\p{N}]+/gu;

/** Maximum number of characters of a stored word. */
const MAX_LENGTH = 64;

/** Maximum number of characters that a lookup uses: any text of this length is in one of two pieces that overlap by half. */
const MAX_LOOKUP = MAX_LENGTH / 2;

/** Minimum number of letters of a lookup: almost every text contains any single letter. */
const MIN_LOOKUP = 2;

/** The different words of a folded text. A longer word is cut into pieces that overlap by half. */
export function wordsOf(folded: string): Set<string> {
  const words = new Set<string>();
  for (const word of folded.match(WORD) ?? [])
    if (word.length <= MAX_LENGTH) words.add(word);
    else for (const piece of piecesOf([...word])) words.add(piece);
  return words;
}

function piecesOf(letters: readonly string[]): string[] {
  const pieces: string[] = [];
  for (let start = 0; start === 0 || start + MAX_LOOKUP < letters.length; start += MAX_LOOKUP)
    pieces.push(letters.slice(start, start + MAX_LENGTH).join(''));
  return pieces;
}

/** The ends of a word, itself among them: a word contains exactly the texts with which one of its ends begins. */
export function endingsOf(word: string): string[] {
  const letters = [...word];
  const last = Math.max(letters.length - MIN_LOOKUP, 0);
  return Array.from({ length: last + 1 }, (_, start) => letters.slice(start).join(''));
}

/**
 * The text to look up for a spelling, which is part of a word of every text that contains the spelling: the longest word of
 * the spelling, or its beginning.
 * @returns undefined if the spelling has no word of two letters
 */
export function lookupOf(spelling: string): string | undefined {
  const [longest] = (spelling.match(WORD) ?? []).toSorted((one, other) => other.length - one.length);
  const letters = [...(longest ?? '')];
  return letters.length < MIN_LOOKUP ? undefined : letters.slice(0, MAX_LOOKUP).join('');
}

/** A number of 32 bits for a text (FNV-1a). Different texts rarely have the same. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash >>> 0;
}
