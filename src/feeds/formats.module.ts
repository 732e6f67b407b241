import { type DynamicModule, Module } from '@nestjs/common';
import { type Extension } from '../extension-api/extension.js';
import { Extensions } from '../extension-api/extensions.js';
import { EventsModule } from '../events/events.module.js';
import { OrganizersModule } from '../organizers/organizers.module.js';
import { VenuesModule } from '../venues/venues.module.js';
import { Feeds } from './feeds.service.js';
import { formatControllers } from './format-controllers.js';
import { formatsOf, Formats } from './formats.js';
import { SitemapController } from './sitemap/sitemap.controller.js';
import { Sitemap } from './sitemap/sitemap.service.js';

/** Feeds. The module is imported before the resources, so that `events/12.ics` does not match their routes by id. */
@Module({})
export class FormatsModule {
  /** @param extensions all extensions, also those that the setting turns off */
  static of(extensions: readonly Extension[]): DynamicModule {
    const all = formatsOf(extensions);
    const useFactory = ({ enabled }: Extensions) => new Formats(formatsOf(enabled), all);
    return {
      module: FormatsModule,
      imports: [EventsModule, VenuesModule, OrganizersModule],
      controllers: [...formatControllers(all), SitemapController],
      providers: [Feeds, Sitemap, { provide: Formats, inject: [Extensions], useFactory }],
      exports: [Formats],
    };
  }
}
