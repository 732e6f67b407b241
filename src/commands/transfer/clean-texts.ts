import { FieldError } from '../../lib/errors/field-error.js';
import { cleanPlainText, parseHtml } from '../../lib/text/sanitize.js';
import { parseUrl } from '../../http/validation/parsers.js';

/** Tables whose texts are no content of the calendar. */
const NOT_SHOWN = ['accounts', 'imported_records'];

/** Columns with HTML, in every table that has them. */
const HTML = ['description', 'excerpt'];

/** Columns with an address of the web. */
const ADDRESSES = ['website', 'onlineUrl'];

/** Columns with one line of plain text that responses show. */
const LINES = [
  ...['name', 'slug', 'shownSlug', 'imageAlt', 'altEn', 'altFr', 'statusReason', 'cost'],
  ...['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'email'],
];

/**
 * Cleans a text of an export as a write cleans it, because a person may have edited the file. Texts of a calendar stay
 * as they are.
 * @returns a `FieldError` if it cannot be stored
 */
export function cleanText(table: string, column: string, text: string): string | FieldError {
  if (text === '' || NOT_SHOWN.includes(table)) return text;
  if (table === 'revisions') return column === 'content' ? cleanContent(text) : text;
  if (HTML.includes(column)) return parseHtml(text);
  if (ADDRESSES.includes(column)) return parseUrl(text);
  // Addresses of images may be paths of this calendar.
  if (column === 'url') return /^(?!https?:)\s*[a-z][a-z0-9+.-]*:/i.test(text) ? parseUrl(text) : text;
  return LINES.includes(column) ? cleanPlainText(text) : text;
}

/** Cleans the texts of a revision, by their names in bodies. */
function cleanContent(json: string): string | FieldError {
  let error: FieldError | undefined;
  const clean = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || value === '') return value;
    const cleaned = HTML.includes(name)
      ? parseHtml(value)
      : ['website', 'online_url'].includes(name)
        ? parseUrl(value)
        : cleanPlainText(value);
    if (cleaned instanceof FieldError) error = cleaned;
    return cleaned;
  };
  try {
    const content = JSON.stringify(JSON.parse(json, clean));
    return error ?? content;
  } catch {
    return new FieldError((messages) => messages.object);
  }
}
