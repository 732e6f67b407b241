import { CategoriesModule } from './categories/categories.module.js';
import { OrganizersModule } from './organizers/organizers.module.js';
import { type KindDefinition } from './resource/definition.js';
import { TagsModule } from './tags/tags.module.js';
import { VenuesModule } from './venues/venues.module.js';

/** The modules of the kinds that events are linked to. A new one is added here, and nowhere else. */
export const linkedModules = [VenuesModule, OrganizersModule, CategoriesModule, TagsModule];

export const linkedKinds: readonly KindDefinition[] = linkedModules.map(({ kind }) => kind);
