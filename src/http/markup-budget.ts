import { TooMuchMarkup } from '../errors/api-error.js';
import { marksIn, MAX_MARKS, MAX_RAW_HTML } from '../text/markup.js';

/**
 * Maximum number of characters in all texts with tags of a body. Clean descriptions and excerpts in both languages have
 * 240,000 at most.
 */
export const MAX_MARKED_UP = 400_000;

/**
 * Limits the total work of cleaning the texts of a body: markup takes a hundred times longer than other characters. The
 * limit of a single text is checked with its field.
 * @throws {TooMuchMarkup}
 */
export function assertAffordable(body: unknown): void {
  let marks = 0;
  let markedUp = 0;
  const values: unknown[] = [body];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === 'string') {
      const own = value.length > MAX_RAW_HTML ? Infinity : marksIn(value);
      if (own > MAX_MARKS) continue;
      marks += own;
      markedUp += value.includes('<') ? value.length : 0;
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) values.push(member);
    }
    if (marks > MAX_MARKS || markedUp > MAX_MARKED_UP) throw new TooMuchMarkup(MAX_MARKS, MAX_MARKED_UP);
  }
}
