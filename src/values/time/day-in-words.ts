import { type Language } from '../../languages/language.js';

/**
 * The text that a formatter of days has made, in parts. French calls the first of a month `1er`, which Intl does not know.
 * Hours have no zero before them, which Intl puts there in French where it says the day beside each of two times.
 */
export function dayInWords(
  parts: readonly Pick<Intl.DateTimeFormatPart, 'type' | 'value'>[],
  language: Language,
): string {
  const words = ({ type, value }: (typeof parts)[number]): string => {
    if (language === 'fr' && type === 'day' && value === '1') return '1er';
    return type === 'hour' ? String(Number(value)) : value;
  };
  return parts.map(words).join('');
}
