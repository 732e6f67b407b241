import { type INestApplication, Injectable } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { Settings } from '../../lib/config/settings.js';
import { ResponseFields } from '../../calendar/records/reading/response-fields.js';
import { defaultRange } from '../../calendar/events/query/date-range.js';
import { Extensions } from '../../calendar/extension-api/extensions.js';
import metadata from '../../generated/metadata.js';
import { ResponseMeta } from '../../http/response/response-meta.js';
import { SerializedResponse } from '../../http/response/serialized-response.js';
import { type Language, type PerLanguage } from '../../lib/i18n/language.js';
import { Site } from '../../http/urls/site.js';
import { enrichDocument, serversOf } from './enrich-document.js';
import { namespaceIndex, withDefaultDates } from './namespace-index.js';
import { type NamespaceIndexDto } from './namespace-index.dto.js';
import { createNestDocument } from './extension-fields.js';
import { type NestDocument } from './openapi-document.js';

/** The document and the index of one language. */
interface Prepared {
  /** Serialised and compressed once, since it is half a megabyte. */
  readonly document: SerializedResponse;
  readonly index: NamespaceIndexDto;
}

/** The documentation in both languages, which is created by `prepare` or at the first request. */
@Injectable()
export class DocumentationService {
  private app?: INestApplication;
  private nestDocument?: NestDocument;
  private prepared?: PerLanguage<Prepared>;

  constructor(
    private readonly site: Site,
    private readonly settings: Settings,
    private readonly extensions: Extensions,
    private readonly responses: ResponseFields,
  ) {}

  /** Sets the application to describe. Call it before the first request. */
  async describe(app: INestApplication): Promise<void> {
    await SwaggerModule.loadPluginMetadata(metadata);
    this.app = app;
    this.responses.describe(() => this.loadNestDocument().components.schemas);
  }

  /** Creates both documents before the first request, since this blocks the event loop for a fifth of a second. */
  prepare(): PerLanguage<Prepared> {
    return (this.prepared ??= { en: this.create('en'), fr: this.create('fr') });
  }

  document(language: Language): SerializedResponse {
    return this.prepare()[language].document;
  }

  index(language: Language): NamespaceIndexDto {
    return withDefaultDates(this.prepare()[language].index, defaultRange(this.site.timezone));
  }

  private loadNestDocument(): NestDocument {
    if (!this.app) throw new Error('DocumentationService.describe(app) must be called where the application is made.');
    return (this.nestDocument ??= createNestDocument(this.app, this.extensions.enabled));
  }

  private create(language: Language): Prepared {
    const { urls, names } = this.site;
    const siteUrl = `${this.settings.siteUrl}${this.settings.basePath}/`;
    const document = enrichDocument(this.loadNestDocument(), {
      language,
      siteName: names[language],
      siteUrl,
      pageLimits: this.site,
      extensions: this.extensions.enabled,
      servers: serversOf(language, (one) => urls.root(one)),
    });
    return { document: SerializedResponse.of(document, new ResponseMeta()), index: namespaceIndex(document, siteUrl) };
  }
}
