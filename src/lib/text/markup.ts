/** Maximum size of stored HTML in bytes of UTF-8: a MySQL `text` column holds 65,535. */
export const MAX_HTML_BYTES = 60_000;

/** Maximum length of HTML before it is sanitized, since markup is removed. */
export const MAX_RAW_HTML = 5 * MAX_HTML_BYTES;

/** Maximum number of tags, attributes, entities and line breaks. The longest clean description has 17,000 tags. */
export const MAX_MARKS = 20_000;

/** Counts the characters that make sanitizing slow (`<`, `&`, `=`, line breaks, stray `>`). Stops above MAX_MARKS. */
export function countMarkup(text: string): number {
  let marks = 0;
  let unmatchedEnds = 0;
  for (const [mark] of text.matchAll(/[<>&=\n]/g)) {
    if (mark === '>') unmatchedEnds++;
    else marks++;
    if (mark === '<') unmatchedEnds--;
    if (marks > MAX_MARKS) break;
  }
  return marks + Math.max(0, unmatchedEnds);
}

/** Escapes text for HTML, between tags or in an attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
