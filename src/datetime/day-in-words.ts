import { type Language } from '../i18n/language.js';

type Part = Pick<Intl.DateTimeFormatPart, 'type' | 'value'>;

/** Formats a day, or a day and time, in the style of the language. */
export function dayInWords(parts: readonly Part[], language: Language): string {
  const worded = (part: Part, place: number) => (language === 'fr' ? inFrench(part, parts[place + 1]) : part.value);
  return parts.map(worded).join('');
}

/** French writes the first of a month `1er`, and hours as `9 h`, not `09 h` or `9 h 00`, which Intl does not do. */
function inFrench({ type, value }: Part, next: Part | undefined): string {
  if (type === 'day' && value === '1') return '1er';
  if (type === 'hour') return String(Number(value));
  if (next && isNone(next)) return value.trimEnd();
  return isNone({ type, value }) ? '' : value;
}

const isNone = ({ type, value }: Part) => type === 'minute' && value === '00';
