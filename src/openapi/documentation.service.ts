import { type INestApplication, Injectable } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { Settings } from '../config/settings.js';
import { defaultRange } from '../events/query/date-range.js';
import { Extensions } from '../extension-api/extensions.js';
import metadata from '../generated/metadata.js';
import { ResponseMeta } from '../http/context/response-meta.js';
import { SerializedResponse } from '../http/response/serialized-response.js';
import { type Language, type PerLanguage } from '../i18n/language.js';
import { Site } from '../site/site.js';
import { enrichDocument, serversOf } from './enrich-document.js';
import { namespaceIndex, withWindow } from './namespace-index.js';
import { type NamespaceIndexDto } from './namespace-index.dto.js';
import { createNestDocument } from './nest-document.js';

/** What is served of one language. */
interface Prepared {
  /** Serialised and compressed once, since it is half a megabyte. */
  readonly document: SerializedResponse;
  readonly index: NamespaceIndexDto;
}

/** The documentation in both languages, made when it is prepared or first asked for. */
@Injectable()
export class DocumentationService {
  private prepared?: Promise<PerLanguage<Prepared>>;
  private app?: INestApplication;

  constructor(
    private readonly site: Site,
    private readonly settings: Settings,
    private readonly extensions: Extensions,
  ) {}

  /** Gives it the application to describe, before the first request. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Makes both documents ahead: it takes a fifth of a second, during which no request is answered. */
  prepare(): Promise<PerLanguage<Prepared>> {
    return (this.prepared ??= this.make());
  }

  async document(language: Language): Promise<SerializedResponse> {
    return (await this.prepare())[language].document;
  }

  async index(language: Language): Promise<NamespaceIndexDto> {
    return withWindow((await this.prepare())[language].index, defaultRange(this.site.timezone));
  }

  private async make(): Promise<PerLanguage<Prepared>> {
    if (!this.app) throw new Error('DocumentationService.describe(app) must be called where the application is made.');
    await SwaggerModule.loadPluginMetadata(metadata);
    const { links, names } = this.site;
    const home = `${this.settings.siteUrl}${this.settings.basePath}/`;
    const nestDocument = createNestDocument(this.app, this.extensions.on);
    const make = (language: Language): Prepared => {
      const document = enrichDocument(nestDocument, {
        ...{ language, siteName: names[language], siteUrl: home, pages: this.site, extensions: this.extensions.on },
        servers: serversOf(language, (one) => links.root(one)),
      });
      return { document: SerializedResponse.of(document, new ResponseMeta()), index: namespaceIndex(document, home) };
    };
    return { en: make('en'), fr: make('fr') };
  }
}
