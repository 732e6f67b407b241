import { TooMuchMarkup } from '../errors/api-error.js';
import { countMarkup, MAX_MARKS, MAX_RAW_HTML } from '../text/markup.js';

/**
 * Maximum number of characters of a body in texts with tags. The longest allowed descriptions and excerpts, in both
 * languages, have 240,000 together.
 */
export const MAX_MARKUP_LENGTH = 400_000;

/**
 * Limits the time for cleaning the HTML of a body, as markup takes a hundred times longer than other characters. Texts
 * that exceed the limit for a single text are skipped here, and refused by the validation of their field.
 * @throws {TooMuchMarkup}
 */
export function assertMarkupLimits(body: unknown): void {
  let marks = 0;
  let markupLength = 0;
  const values: unknown[] = [body];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === 'string') {
      const own = value.length > MAX_RAW_HTML ? Infinity : countMarkup(value);
      if (own > MAX_MARKS) continue;
      marks += own;
      markupLength += value.includes('<') ? value.length : 0;
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) values.push(member);
    }
    if (marks > MAX_MARKS || markupLength > MAX_MARKUP_LENGTH) throw new TooMuchMarkup(MAX_MARKS, MAX_MARKUP_LENGTH);
  }
}
