/** The longest HTML text that is stored, in bytes of UTF-8: what a MySQL `text` column holds, less a margin. */
export const MAX_HTML_BYTES = 60_000;

/** Markup that is cleaned away makes a text a few times longer than what is left, not more. */
export const MAX_RAW_HTML = 5 * MAX_HTML_BYTES;

/** Tags, attributes, entities and line breaks that are cleaned at once; the longest description has at most 17,000 tags once it is clean. */
export const MAX_MARKS = 20_000;

/** What takes time to clean in a text: `<`, `&`, `=` and line breaks, and those `>` that end no tag. Counted to a little over MAX_MARKS. */
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
