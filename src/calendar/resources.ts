import { EventsModule } from './events/events.module.js';
import { relatedModules } from './related.js';
import { type ResourceDefinition } from './resource/definition.js';

/** The modules of all resources: events first, since they refer to the others. */
export const resourceModules = [EventsModule, ...relatedModules];

export const resources: readonly ResourceDefinition[] = resourceModules.map(({ resource }) => resource);
