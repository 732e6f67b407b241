import { editDistance } from './edit-distance.js';

/** Shorter words resemble too many others. */
const MIN_LENGTH = 4;

/** Longer words are not mistyped ones. */
const MAX_LENGTH = 32;

/** Minimum number of letters from which two edits are looked for. */
const LONG = 6;

/** Minimum number of letters of each of two words that were written as one. */
const MIN_PART = 2;

/** The largest number of edits after which a typed word is still taken for another one; 0 if it is taken for none. */
export function maxEditsOf(word: string): number {
  const { length } = [...word];
  if (!/^\p{L}+$/u.test(word) || length < MIN_LENGTH || length > MAX_LENGTH) return 0;
  return length < LONG ? 1 : 2;
}

/** The two words that a word consists of if they were written as one: `storytime` may be `story time`. */
export function partsOf(word: string): (readonly [string, string])[] {
  const letters = [...word];
  const cuts = Math.max(0, letters.length - 2 * MIN_PART + 1);
  return Array.from({ length: cuts }, (_, index) => {
    const cut = index + MIN_PART;
    return [letters.slice(0, cut).join(''), letters.slice(cut).join('')] as const;
  });
}

/**
 * The possible meanings of a typed word, at exactly a number of edits: single words, and two words that were written
 * as one, which is one edit. Words with digits are not among them.
 */
export function spellingsAt(typed: string, edits: number, known: ReadonlySet<string>): (readonly string[])[] {
  const letters = [...typed];
  const words = [...known].filter(
    (word) => /^\p{L}+$/u.test(word) && editDistance(letters, [...word], edits) === edits,
  );
  const pairs = edits === 1 ? partsOf(typed).filter((parts) => parts.every((part) => known.has(part))) : [];
  return [...words.map((word) => [word]), ...pairs];
}

/** A part of a typed word that near words may have unchanged. */
export interface WordPiece {
  readonly text: string;
  /** The number of letters from the beginning of the piece to the end of a near word. */
  readonly least: number;
  readonly most: number;
}

/**
 * The pieces and words to look up for a typed word: every word within a number of edits has one of the pieces, or is
 * one of the words.
 */
export interface NearLookups {
  readonly pieces: readonly WordPiece[];
  readonly words: readonly string[];
}

/**
 * A word in `edits` + 1 pieces has one piece without an edit (pigeonhole principle). Swapped neighbours may be in two
 * pieces, so the word with the letters beside each border swapped back is looked up, too, with one edit less.
 */
export function nearLookups(word: string, edits: number): NearLookups {
  const letters = [...word];
  if (edits === 0) return { pieces: [], words: [word] };
  const { length } = letters;
  const borders = Array.from({ length: edits + 2 }, (_, border) => Math.floor((border * length) / (edits + 1)));
  const pieces = borders.slice(0, -1).map((start, index): WordPiece => {
    const rest = length - start;
    return { text: letters.slice(start, borders[index + 1]).join(''), least: rest - edits, most: rest + edits };
  });
  const swapped = borders.slice(1, -1).map((border) => nearLookups(swappedBefore(letters, border), edits - 1));
  return {
    pieces: [...pieces, ...swapped.flatMap((lookups) => lookups.pieces)],
    words: swapped.flatMap(({ words }) => words),
  };
}

/** The word with the letters on both sides of a place swapped. */
function swappedBefore(letters: readonly string[], place: number): string {
  return [...letters.slice(0, place - 1), letters[place]!, letters[place - 1]!, ...letters.slice(place + 1)].join('');
}
