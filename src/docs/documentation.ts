import { type INestApplication, Injectable } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { type Language } from '../common/language/language.js';
import { Site } from '../common/site/site.js';
import { Settings } from '../config/settings.js';
import { defaultWindow } from '../events/event.window.js';
import metadata from '../metadata.js';
import { documentOf, type Findings, findingsOf, serversOf } from './document.js';
import { namespaceIndex, withWindow } from './namespace-index.js';
import { type NamespaceIndexDto } from './namespace-index.dto.js';
import { type Document } from './openapi.js';

/** What the service says of itself, made when it is first asked for and kept, for each language. */
@Injectable()
export class Documentation {
  private readonly documents = new Map<Language, Promise<Document>>();
  private readonly indexes = new Map<Language, Promise<NamespaceIndexDto>>();
  private findings?: Promise<Findings>;
  private app?: INestApplication;

  constructor(
    private readonly site: Site,
    private readonly settings: Settings,
  ) {}

  /** Says which application this is about; before the first question. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  document(language: Language): Promise<Document> {
    return kept(this.documents, language, async () => {
      const { links, name: siteName, maxPerPage, extensions } = this.site;
      const servers = serversOf(language, (one) => links.root(one));
      const frame = { language, siteName, maxPerPage, servers, extensions: extensions.on };
      return documentOf(await (this.findings ??= this.find()), frame);
    });
  }

  async index(language: Language): Promise<NamespaceIndexDto> {
    const index = await kept(this.indexes, language, async () => {
      const { siteUrl, basePath } = this.settings;
      return namespaceIndex(await this.document(language), `${siteUrl}${basePath}/`);
    });
    return withWindow(index, defaultWindow(this.site.timezone));
  }

  private async find(): Promise<Findings> {
    if (!this.app) throw new Error('Documentation.describe(app) has to be called where the application is made.');
    await SwaggerModule.loadPluginMetadata(metadata);
    return findingsOf(this.app, this.site.extensions.on);
  }
}

function kept<T>(values: Map<Language, Promise<T>>, language: Language, make: () => Promise<T>): Promise<T> {
  const value = values.get(language) ?? make();
  values.set(language, value);
  return value;
}
