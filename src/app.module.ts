import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.js';
import { CallerGuard } from './requests/callers/caller.guard.js';
import { RightsGuard } from './requests/callers/rights.guard.js';
import { AnswersModule } from './answers/answers.module.js';
import { ApiErrorFilter } from './answers/api-error.filter.js';
import { ResponseInterceptor } from './answers/response.interceptor.js';
import { BodyGuard } from './requests/body.guard.js';
import { ExtensionsModule } from './additions/additions.module.js';
import { RequestValidationPipe } from './validation/request-validation.pipe.js';
import { IdRouteGuard } from './requests/id-route.guard.js';
import { LanguageInterceptor } from './language/language.interceptor.js';
import { kindModules } from './kinds.js';
import { LimitsModule } from './requests/limits/limits.module.js';
import { RateLimitGuard } from './requests/limits/rate-limit.guard.js';
import { RecordsModule } from './records/records.module.js';
import { SiteModule } from './site/site.module.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DocumentationModule } from './docs/documentation.module.js';
import { EventLinksModule } from './events/relations/event-links.module.js';
import { FormatsModule } from './formats/formats.module.js';
import { extensions } from './extensions/extensions.js';
import { HealthModule } from './health/health.module.js';
import { HomeModule } from './home/home.module.js';
import { ResourcesModule } from './resources/resources.module.js';
import { schema } from './schema.js';

@Module({
  imports: [
    ConfigModule,
    ExtensionsModule.of(extensions),
    SiteModule,
    RecordsModule,
    LimitsModule,
    DatabaseModule.of(schema),
    AnswersModule,
    AccountsModule,
    ResourcesModule,
    EventLinksModule,
    FormatsModule.of(extensions),
    ...kindModules,
    DocumentationModule,
    HealthModule,
    HomeModule,
  ],
  providers: [
    // In this order: what a request may not do is known before its body is read.
    { provide: APP_GUARD, useClass: IdRouteGuard },
    { provide: APP_GUARD, useClass: CallerGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_GUARD, useClass: RightsGuard },
    { provide: APP_INTERCEPTOR, useClass: LanguageInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    { provide: APP_FILTER, useClass: ApiErrorFilter },
  ],
})
export class AppModule {}
