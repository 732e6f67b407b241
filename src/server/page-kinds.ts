import { SettingsError } from '../config/load-settings.js';
import { kindsIn } from '../config/page-urls.js';
import { type Settings } from '../config/settings.js';
import { kinds } from '../kinds.js';

/**
 * Checks at the start that templates name existing resources.
 * @throws {SettingsError}
 */
export function assertPageKinds({ pageUrls }: Settings): void {
  const known = kinds.map(({ names }) => names.many);
  const unknown = kindsIn(pageUrls).filter((kind) => !known.includes(kind));
  if (unknown.length === 0) return;
  throw new SettingsError(
    `PAGE_URLS must name kinds of records (${known.join(', ')}); there is no ${unknown.join(', ')}.`,
  );
}
