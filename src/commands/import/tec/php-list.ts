import { isPlainObject } from '../../../http/validation/body-fields.js';

/**
 * A list as PHP writes it to JSON: a list whose keys have gaps, such as after a filter, becomes an object with numeric
 * keys. Undefined for all other values.
 */
export function phpList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isPlainObject(value)) return undefined;
  const isByNumber = Object.keys(value).every((key) => /^\d+$/.test(key));
  return isByNumber ? Object.values(value) : undefined;
}
