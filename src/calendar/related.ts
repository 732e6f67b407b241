import { CategoriesModule } from './categories/categories.module.js';
import { OrganizersModule } from './organizers/organizers.module.js';
import { type ResourceDefinition } from './resource/definition.js';
import { TagsModule } from './tags/tags.module.js';
import { VenuesModule } from './venues/venues.module.js';

/** The modules of the resources that events are related to. A new one is added here, and nowhere else. */
export const relatedModules = [VenuesModule, OrganizersModule, CategoriesModule, TagsModule];

export const relatedResources: readonly ResourceDefinition[] = relatedModules.map(({ resource }) => resource);
