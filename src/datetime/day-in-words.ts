import { type Language } from '../i18n/language.js';

type Part = Pick<Intl.DateTimeFormatPart, 'type' | 'value'>;

/** Joins formatted parts of a date, and corrects those that Intl does not write in the style of Quebec French. */
export function dayInWords(parts: readonly Part[], language: Language): string {
  const formatPart = (part: Part, index: number) => (language === 'fr' ? inFrench(part, parts[index + 1]) : part.value);
  return parts.map(formatPart).join('');
}

/** French writes the first of a month `1er`, and hours as `9 h`, not `09 h` or `9 h 00`, which Intl does not do. */
function inFrench({ type, value }: Part, next: Part | undefined): string {
  if (type === 'day' && value === '1') return '1er';
  if (type === 'hour') return String(Number(value));
  if (next && isZeroMinutes(next)) return value.trimEnd();
  return isZeroMinutes({ type, value }) ? '' : value;
}

const isZeroMinutes = ({ type, value }: Part) => type === 'minute' && value === '00';
