import { EventsModule } from './events/events.module.js';
import { linkedModules } from './linked.js';
import { type ResourceDefinition } from './resource/definition.js';
import { SettingsError } from './config/load-settings.js';
import { resourcesIn } from './config/page-urls.js';
import { type Settings } from './config/settings.js';

/** The modules of all resources: events first, since they refer to the others. */
export const resourceModules = [EventsModule, ...linkedModules];

export const resources: readonly ResourceDefinition[] = resourceModules.map(({ resource }) => resource);

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
