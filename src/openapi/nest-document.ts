import { type INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { type Extension } from '../extension-api/extension.js';
import { extensionClasses, withExtensionFields } from './extension-fields.js';
import { type NestDocument } from './openapi-document.js';

/**
 * The first of two passes: what Nest's Swagger module reads from the controllers and DTO classes, in English. Operations
 * are named by their handlers until the second pass (enrich-document.ts) names them.
 * Needs the comments of the DTO classes to be loaded (`SwaggerModule.loadPluginMetadata`).
 */
export function createNestDocument(app: INestApplication, extensions: readonly Extension[]): NestDocument {
  const base = { openapi: '3.0.3', info: { title: '', version: '' } };
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (_controller, handler) => handler,
    extraModels: extensionClasses(extensions),
  });
  return withExtensionFields(withoutDtoSuffix(document as NestDocument), extensions);
}

/** The schema of the class `EventDto` is called `Event`. */
function withoutDtoSuffix<T>(part: T): T {
  const json = JSON.stringify(part)
    .replaceAll(/("#\/components\/schemas\/\w+?)Dto"/g, '$1"')
    .replaceAll(/"(\w+)Dto":/g, '"$1":');
  return JSON.parse(json) as T;
}
