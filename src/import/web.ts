import { parseUrl } from '../common/values/scalars.js';

/** A web address as the calendar stores it; undefined where a file gives something else: an event does not fail for it. */
export function webAddress(text: unknown): string | undefined {
  const address = typeof text === 'string' ? text.trim().replace(/^(?=www\.)/i, 'https://') : undefined;
  const url = parseUrl(address);
  return typeof url === 'string' ? url : undefined;
}
