import { type Language } from '../../languages/language.js';

/** The text that a formatter of days has made, in parts. French calls the first of a month `1er`, which Intl does not know. */
export function dayInWords(
  parts: readonly Pick<Intl.DateTimeFormatPart, 'type' | 'value'>[],
  language: Language,
): string {
  const isFirst = ({ type, value }: (typeof parts)[number]) => language === 'fr' && type === 'day' && value === '1';
  return parts.map((part) => (isFirst(part) ? '1er' : part.value)).join('');
}
