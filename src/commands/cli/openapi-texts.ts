import metadata from '../../generated/metadata.js';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { AppModule } from '../../app.module.js';
import { loadSettings } from '../../lib/config/load-settings.js';
import { extensions } from '../../extensions/extensions.js';
import { type Language, type PerLanguage } from '../../lib/i18n/language.js';
import { enrichDocument, serversOfAnySite } from '../../outlets/openapi/enrich-document.js';
import { createNestDocument } from '../../outlets/openapi/extension-fields.js';
import { untranslated } from '../../outlets/openapi/translate.js';
import { HttpAdapter } from '../../server/http-adapter.js';
import { setUp } from '../../server/set-up.js';
import { Site } from '../../http/urls/site.js';

const NO_FRENCH =
  'These texts have no French. Those of one resource need it in fieldsFr of its *.docs.ts, those of an extension among ' +
  'its texts, all others in src/outlets/openapi/texts/fr.json:';

/**
 * The OpenAPI documents with default settings. Does not start the service.
 * @throws {Error} if a text exists in English only
 */
export async function openapiTexts(): Promise<PerLanguage<string>> {
  const settings = loadSettings({});
  const preview = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestExpressApplication>(AppModule, new HttpAdapter(), preview);
  setUp(app, settings);
  await SwaggerModule.loadPluginMetadata(metadata);
  const nestDocument = createNestDocument(app, extensions);
  const missing = untranslated(nestDocument, extensions);
  if (missing.length > 0) throw new Error(`${NO_FRENCH}\n${missing.join('\n')}`);
  const site = new Site(settings);
  const text = (language: Language) => {
    const document = enrichDocument(nestDocument, {
      language,
      siteName: site.names[language],
      siteUrl: settings.siteUrl,
      pageLimits: site,
      servers: serversOfAnySite(language),
      extensions,
    });
    return `${JSON.stringify(document, null, 2)}
`;
  };
  return { en: text('en'), fr: text('fr') };
}
