import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';

/** The part of a limit from which on the characters are counted. */
const NEAR = 0.8;

/** The number of characters of the text of an input of a form, where it is near its limit, or over it. */
export function useLength(source: string, most: number | undefined): string | undefined {
  const lengthOf = useLengthOf();
  return lengthOf(useWatch({ name: source }) as unknown, most);
}

/**
 * The number of characters of a text that is near its limit, or over it. The input takes what is too long, so that nothing
 * is cut unseen; the service refuses it.
 */
export function useLengthOf() {
  const t = useTranslate();
  return (value: unknown, most: number | undefined): string | undefined => {
    if (most === undefined || typeof value !== 'string' || value.length < most * NEAR) return undefined;
    // As the service counts: an emoji is one character.
    const count = [...value.trim()].length;
    if (count > most) return t('form.tooLong', { count, most, smart_count: count - most });
    return count < most * NEAR ? undefined : t('form.length', { count, most });
  };
}
