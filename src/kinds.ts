import { EventsModule } from './events/events.module.js';
import { linkedModules } from './linked.js';
import { type KindDefinition } from './resource/definition.js';

/** The modules of all kinds: events first, since they refer to the others. */
export const kindModules = [EventsModule, ...linkedModules];

/** The one list of kinds: whatever must know all of them goes by it. */
export const kinds: readonly KindDefinition[] = kindModules.map(({ kind }) => kind);
