import { fold } from './fold.js';

/** The letters and digits of a typed text, folded: the beginnings of the words that are looked for. */
export function wordStartsOf(typed: string): string[] {
  return [...new Set(fold(typed).match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** Whether a folded text has, for each of some letters, a word that begins with them. */
export function hasWordStarts(folded: string, starts: readonly string[]): boolean {
  // Most texts lack some of the letters, and looking for these costs less than finding the words.
  if (!starts.every((start) => folded.includes(start))) return false;
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return starts.every((start) => words.some((word) => word.startsWith(start)));
}
