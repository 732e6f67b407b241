import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { RightsGuard } from './common/auth/rights.guard.js';
import { CacheModule } from './common/cache/cache.module.js';
import { ApiErrorFilter } from './common/errors/api-error.filter.js';
import { ExtensionsModule } from './common/extensions/extensions.module.js';
import { FieldsPipe } from './common/fields/fields.pipe.js';
import { AnswerInterceptor } from './common/http/answer.interceptor.js';
import { IdRouteGuard } from './common/http/id-route.guard.js';
import { LanguageInterceptor } from './common/language/language.interceptor.js';
import { LimitsModule } from './common/limits/limits.module.js';
import { RateLimitGuard } from './common/limits/rate-limit.guard.js';
import { RecordsModule } from './common/records/records.module.js';
import { SiblingsModule } from './common/siblings/siblings.module.js';
import { SiteModule } from './common/site/site.module.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DocumentationModule } from './docs/documentation.module.js';
import { EventLinksModule } from './events/event-links.module.js';
import { EventsModule } from './events/events.module.js';
import { extensions } from './extensions/extensions.js';
import { HealthModule } from './health/health.module.js';
import { HomeModule } from './home/home.module.js';
import { OrganizersModule } from './organizers/organizers.module.js';
import { schema } from './schema.js';
import { TagsModule } from './tags/tags.module.js';
import { VenuesModule } from './venues/venues.module.js';

@Module({
  imports: [
    ConfigModule,
    ExtensionsModule.of(extensions),
    SiteModule,
    SiblingsModule,
    RecordsModule,
    LimitsModule,
    DatabaseModule.of(schema),
    CacheModule,
    AccountsModule,
    EventLinksModule,
    EventsModule,
    VenuesModule,
    OrganizersModule,
    CategoriesModule,
    TagsModule,
    DocumentationModule,
    HealthModule,
    HomeModule,
  ],
  providers: [
    { provide: APP_GUARD, useClass: IdRouteGuard },
    { provide: APP_GUARD, useClass: RightsGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_PIPE, useClass: FieldsPipe },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_INTERCEPTOR, useClass: LanguageInterceptor },
    { provide: APP_FILTER, useClass: ApiErrorFilter },
  ],
})
export class AppModule {}
