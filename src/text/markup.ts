/** The longest HTML text that is stored, in bytes of UTF-8: what a MySQL `text` column holds, less a margin. */
export const MAX_HTML_BYTES = 60_000;

/** Raw text may be a few times longer than the clean text, for markup that is removed. */
export const MAX_RAW_HTML = 5 * MAX_HTML_BYTES;

/** Maximum number of tags, attributes, entities and line breaks. The longest clean description has 17,000 tags. */
export const MAX_MARKS = 20_000;

/** Counts the characters that take time to clean (`<`, `&`, `=`, line breaks, stray `>`), up to a little over MAX_MARKS. */
export function marksIn(text: string): number {
  let marks = 0;
  let ends = 0;
  for (const [mark] of text.matchAll(/[<>&=\n]/g)) {
    if (mark === '>') ends++;
    else marks++;
    if (mark === '<') ends--;
    if (marks > MAX_MARKS) break;
  }
  return marks + Math.max(0, ends);
}

/** Text as it stands in HTML, between tags or in an attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
