import { SettingsError } from '../config/load-settings.js';
import { resourcesIn } from '../config/page-urls.js';
import { type Settings } from '../config/settings.js';
import { resources } from '../resources.js';

/**
 * Checks at the start that templates name existing resources.
 * @throws {SettingsError}
 */
export function assertPageResources({ pageUrls }: Settings): void {
  const known = resources.map(({ names }) => names.plural);
  const unknown = resourcesIn(pageUrls).filter((resource) => !known.includes(resource));
  if (unknown.length === 0) return;
  throw new SettingsError(
    `PAGE_URLS must name kinds of records (${known.join(', ')}); there is no ${unknown.join(', ')}.`,
  );
}
