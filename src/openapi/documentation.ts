import { type INestApplication, Injectable } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { type Language, LANGUAGES } from '../i18n/language.js';
import { Extensions } from '../extension-api/extensions.js';
import { SerializedResponse } from '../http/response/serialized-response.js';
import { ResponseMeta } from '../http/context/response-meta.js';
import { Site } from '../site/site.js';
import { Settings } from '../config/settings.js';
import { defaultRange } from '../events/query/date-range.js';
import metadata from '../generated/metadata.js';
import { documentOf, findingsOf, serversOf } from './document.js';
import { namespaceIndex, withWindow } from './namespace-index.js';
import { type NamespaceIndexDto } from './namespace-index.dto.js';
import { type Document, type Findings } from './make-document.js';

/** What the service says of itself, made once for each language: ahead, or when it is first asked for. */
@Injectable()
export class Documentation {
  private readonly documents = new Map<Language, Promise<Document>>();
  private readonly responses = new Map<Language, Promise<SerializedResponse>>();
  private readonly indexes = new Map<Language, Promise<NamespaceIndexDto>>();
  private findings?: Promise<Findings>;
  private app?: INestApplication;

  constructor(
    private readonly site: Site,
    private readonly settings: Settings,
    private readonly extensions: Extensions,
  ) {}

  /** Says which application this is about; before the first question. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Makes all of it before anybody asks: it takes a fifth of a second, in which nobody else would be answered. */
  async prepare(): Promise<void> {
    for (const language of LANGUAGES) await this.document(language);
  }

  document(language: Language): Promise<Document> {
    return kept(this.documents, language, async () => {
      const { links, names } = this.site;
      const servers = serversOf(language, (one) => links.root(one));
      const frame = { language, siteName: names[language], pages: this.site, servers, extensions: this.extensions.on };
      return documentOf(await (this.findings ??= this.find()), frame);
    });
  }

  /** The document as a response, which is serialised and compressed once: it is half a megabyte. */
  response(language: Language): Promise<SerializedResponse> {
    return kept(this.responses, language, async () =>
      SerializedResponse.of(await this.document(language), new ResponseMeta()),
    );
  }

  async index(language: Language): Promise<NamespaceIndexDto> {
    const index = await kept(this.indexes, language, async () => {
      const { siteUrl, basePath } = this.settings;
      return namespaceIndex(await this.document(language), `${siteUrl}${basePath}/`);
    });
    return withWindow(index, defaultRange(this.site.timezone));
  }

  private async find(): Promise<Findings> {
    if (!this.app) throw new Error('Documentation.describe(app) has to be called where the application is made.');
    await SwaggerModule.loadPluginMetadata(metadata);
    return findingsOf(this.app, this.extensions.on);
  }
}

function kept<T>(values: Map<Language, Promise<T>>, language: Language, make: () => Promise<T>): Promise<T> {
  const value = values.get(language) ?? make();
  values.set(language, value);
  return value;
}
