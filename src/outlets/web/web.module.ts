import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ImagesModule } from '../../calendar/images/images.module.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { resourceModules, resources } from '../../calendar/resources.js';
import { AssetsController } from './assets.controller.js';
import { Assets } from './assets.js';
import { CalendarController, EmbedController } from './calendar.controller.js';
import { CalendarService } from './calendar.service.js';
import { CalendarPages } from './data/calendar-page.service.js';
import { EventLists } from './data/event-lists.service.js';
import { EventPages } from './data/event-page.service.js';
import { PageSite } from './data/page-site.js';
import { EarlyErrorFilter } from './early-error.filter.js';
import { IndexController } from './index.controller.js';
import { CalendarForm, EmbedHeaders, PageHeaders } from './page-headers.js';
import { ProtectedEventController, recordIndexOf, recordPagesOf, termPagesOf } from './page-routes.js';
import { RecordIndexes } from './record-indexes.service.js';
import { RecordPages } from './record-pages.service.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SubmitController } from './submit.controller.js';
import { SubmitPages } from './submit-pages.service.js';

const published = resources.filter(({ isPublished }) => isPublished);
const ofTerms = resources.filter(({ isPublished }) => !isPublished).map(termPagesOf);
const pages = [
  SubmitController,
  ...[CalendarController, ProtectedEventController, ...ofTerms, ...published.map(recordPagesOf)],
  ...published.filter(({ names }) => names !== EVENT).map(recordIndexOf),
];

/** The pages for visitors. */
@Module({
  imports: [...resourceModules, ImagesModule, SubmissionsModule],
  controllers: [IndexController, AssetsController, EmbedController, ...pages],
  providers: [
    ...[
      Assets,
      PageSite,
      EventLists,
      EventPages,
      CalendarPages,
      RecordPages,
      RecordIndexes,
      CalendarService,
      SubmitPages,
    ],
    { provide: APP_FILTER, useClass: EarlyErrorFilter },
  ],
})
export class WebModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageHeaders).forRoutes(...pages);
    consumer.apply(CalendarForm).forRoutes(CalendarController, ...ofTerms);
    consumer.apply(EmbedHeaders).forRoutes(EmbedController);
  }
}
