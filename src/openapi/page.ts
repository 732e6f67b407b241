import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RouteNotFound } from '../errors/api-error.js';
import { type Language, otherLanguage, type PerLanguage } from '../i18n/language.js';
import { NAMESPACE } from '../site/links.js';

const own = fileURLToPath(new URL('./page', import.meta.url));
const require = createRequire(import.meta.url);
/** The Swagger module brings it along. */
const swaggerUi = dirname(createRequire(require.resolve('@nestjs/swagger')).resolve('swagger-ui-dist/package.json'));

/** The files that the page is made of, and no others. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': swaggerUi,
  'swagger-ui-bundle.js': swaggerUi,
  'favicon-32x32.png': swaggerUi,
  'page.css': own,
  'page.js': own,
  'french.js': own,
};

/**
 * @returns where the file of an asset lies
 * @throws {RouteNotFound} where the page has no such asset
 */
export function assetFile(name: string): string {
  const folder = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (folder === undefined) throw new RouteNotFound();
  return join(folder, name);
}

const words: PerLanguage<{ title: string; json: string; language: string }> = {
  en: { title: 'Documentation of the event calendar', json: 'OpenAPI document', language: 'English' },
  fr: { title: 'Documentation du calendrier d’événements', json: 'Document OpenAPI', language: 'Français' },
};

/**
 * The page of Swagger UI. All addresses in it are relative, so that it works below any prefix: the site is five segments
 * up, `{site}/en/cal/events/v1/doc`.
 */
export function page(language: Language, siteName: string, hasTrailingSlash: boolean): string {
  const doc = hasTrailingSlash ? '.' : './doc';
  const site = `${doc}/../../../../../`;
  const other = otherLanguage(language);
  const { title, json } = words[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(siteName)} – ${title}</title>
    <link rel="icon" type="image/png" href="${doc}/assets/favicon-32x32.png">
    <link rel="stylesheet" href="${doc}/assets/swagger-ui.css">
    <link rel="stylesheet" href="${doc}/assets/page.css">
  </head>
  <body>
    <nav>
      <a href="${doc}/openapi.json?translation_language=${language}">${json}</a>
      <a href="${site}${other}/${NAMESPACE}/doc" lang="${other}" hreflang="${other}">${words[other].language}</a>
    </nav>
    <main id="swagger-ui" data-site="${site}" data-document="${doc}/openapi.json?translation_language=${language}"></main>
    <script src="${doc}/assets/swagger-ui-bundle.js"></script>${
      language === 'fr' ? `\n    <script src="${doc}/assets/french.js"></script>` : ''
    }
    <script src="${doc}/assets/page.js"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
