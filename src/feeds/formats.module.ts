import { type DynamicModule, Module } from '@nestjs/common';
import { type Extension } from '../extension-api/extension.js';
import { Extensions } from '../extension-api/extensions.js';
import { EventsModule } from '../events/events.module.js';
import { OrganizersModule } from '../organizers/organizers.module.js';
import { VenuesModule } from '../venues/venues.module.js';
import { Feeds } from './feeds.service.js';
import { formatControllers } from './format-controllers.js';
import { FORMATS, Formats } from './formats.js';
import { SitemapController } from './sitemap/sitemap.controller.js';
import { Sitemap } from './sitemap/sitemap.service.js';

/** Lists in other formats than JSON. Stands before the kinds in the application: `events/12.ics` is no id of theirs. */
@Module({})
export class FormatsModule {
  /** @param extensions all there are: the setting says which of them are on when the application runs */
  static of(extensions: readonly Extension[]): DynamicModule {
    const all = [...FORMATS, ...formatsOf(extensions)];
    const useFactory = ({ on }: Extensions) => new Formats([...FORMATS, ...formatsOf(on)], all);
    return {
      module: FormatsModule,
      imports: [EventsModule, VenuesModule, OrganizersModule],
      controllers: [...formatControllers(all), SitemapController],
      providers: [Feeds, Sitemap, { provide: Formats, inject: [Extensions], useFactory }],
      exports: [Formats],
    };
  }
}

const formatsOf = (extensions: readonly Extension[]) => extensions.flatMap(({ formats = [] }) => formats);
