import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { AppModule } from '../app.module.js';
import { HttpAdapter } from '../bootstrap/http-adapter.js';
import { setUp } from '../bootstrap/set-up.js';
import { loadSettings } from '../config/load-settings.js';
import { extensions } from '../extensions/extensions.js';
import metadata from '../metadata.js';
import { documentOf, findingsOf, serversOfAnySite } from '../docs/document.js';

/** The English document with the default settings and for no site in particular: the text of docs/openapi.json. Starts nothing. */
export async function openapiText(): Promise<string> {
  const settings = loadSettings({});
  const preview = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestExpressApplication>(AppModule, new HttpAdapter(), preview);
  setUp(app, settings);
  await SwaggerModule.loadPluginMetadata(metadata);
  const document = documentOf(findingsOf(app, extensions), {
    language: 'en',
    siteName: settings.siteName,
    maxPerPage: settings.maxPerPage,
    servers: serversOfAnySite('en'),
    extensions,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
