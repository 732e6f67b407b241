import { EventsModule } from './events/events.module.js';
import { linkedModules } from './linked.js';
import { type ResourceDefinition } from './resource/definition.js';

/** The modules of all resources: events first, since they refer to the others. */
export const resourceModules = [EventsModule, ...linkedModules];

export const resources: readonly ResourceDefinition[] = resourceModules.map(({ resource }) => resource);
