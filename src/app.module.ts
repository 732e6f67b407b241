import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AdminModule } from './outlets/admin/admin.module.js';
import { AccountsModule } from './http/auth/accounts.module.js';
import { OrganizationModule } from './http/organization/organization.module.js';
import { PeopleModule } from './http/accounts/people.module.js';
import { SignInTriesGuard } from './http/accounts/sign-in-tries.js';
import { AccessGuard } from './http/auth/access.guard.js';
import { ResponseModule } from './http/response/response-cache.js';
import { ApiErrorFilter } from './http/response/api-error.filter.js';
import { ResponseInterceptor } from './http/response/response.interceptor.js';
import { ChangesModule } from './outlets/changes/changes.module.js';
import { BodyGuard } from './http/parse-request.js';
import { ExtensionsModule } from './calendar/extension-api/extensions.js';
import { RequestValidationPipe } from './http/validation/request-validation.pipe.js';
import { LanguageInterceptor } from './http/language/language.interceptor.js';
import { keyScopes } from './calendar/images/key-scope-names.js';
import { resourceModules, resources } from './calendar/resources.js';
import { LimitsModule } from './http/rate-limits.js';
import { SiteModule } from './http/urls/site.js';
import { ConfigModule } from './lib/config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DocumentationModule } from './outlets/openapi/documentation.module.js';
import { FormatsModule } from './outlets/feeds/formats.module.js';
import { extensions } from './extensions/extensions.js';
import { EditingModule } from './calendar/editing/editing.module.js';
import { ImagesModule } from './calendar/images/images.module.js';
import { HealthModule } from './server/health/health.module.js';
import { MetricsModule } from './server/metrics/metrics.module.js';
import { ResourcesModule } from './calendar/resource/resources.module.js';
import { schema } from './schema.js';
import { SubmissionsModule } from './outlets/submissions/submissions.module.js';
import { WebModule } from './outlets/web/web.module.js';
import { MailModule } from './outlets/mail/mail.module.js';
import { WebhooksModule } from './outlets/webhooks/webhooks.module.js';
import { SearchSuggestionsModule } from './outlets/search-suggestions/search-suggestions.module.js';
import { TranslationsModule } from './outlets/translation-counts/translations.module.js';

/** The entities of the records that wait for a review. */
const reviewed = resources.filter(({ isPublished }) => isPublished).map(({ entity }) => entity);

@Module({
  imports: [
    ConfigModule,
    ExtensionsModule.of(extensions),
    SiteModule,
    LimitsModule,
    DatabaseModule.of(schema),
    ResponseModule,
    AccountsModule,
    PeopleModule.of(keyScopes, reviewed),
    OrganizationModule,
    ResourcesModule,
    FormatsModule.of(extensions),
    ...resourceModules,
    EditingModule,
    ImagesModule,
    ChangesModule,
    DocumentationModule,
    HealthModule,
    MetricsModule,
    SubmissionsModule,
    WebModule,
    AdminModule,
    TranslationsModule,
    SearchSuggestionsModule,
    WebhooksModule,
    MailModule,
  ],
  providers: [
    // The order matters: a request is refused for its path, key, limits or rights before its body is read.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: SignInTriesGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_INTERCEPTOR, useClass: LanguageInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_PIPE, useExisting: RequestValidationPipe },
    { provide: APP_FILTER, useClass: ApiErrorFilter },
  ],
})
export class AppModule {}
