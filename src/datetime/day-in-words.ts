import { type Language } from '../i18n/language.js';

type Part = Pick<Intl.DateTimeFormatPart, 'type' | 'value'>;

/** The text that a formatter of days, or of days and times, has made, in parts. */
export function dayInWords(parts: readonly Part[], language: Language): string {
  const worded = (part: Part, place: number) => (language === 'fr' ? inFrench(part, parts[place + 1]) : part.value);
  return parts.map(worded).join('');
}

/** French calls the first of a month `1er`, and hours `9 h`, neither `09 h` nor `9 h 00`, which Intl does not know. */
function inFrench({ type, value }: Part, next: Part | undefined): string {
  if (type === 'day' && value === '1') return '1er';
  if (type === 'hour') return String(Number(value));
  if (next && isNone(next)) return value.trimEnd();
  return isNone({ type, value }) ? '' : value;
}

const isNone = ({ type, value }: Part) => type === 'minute' && value === '00';
