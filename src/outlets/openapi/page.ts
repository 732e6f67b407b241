import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { type Language, otherLanguage } from '../../lib/i18n/language.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { translator } from './translate.js';
import { escapeMarkup } from '../../lib/text/markup.js';

const pageFolder = fileURLToPath(new URL('./page', import.meta.url));
const require = createRequire(import.meta.url);
/** A dependency of Nest's Swagger module. */
const swaggerUi = dirname(createRequire(require.resolve('@nestjs/swagger')).resolve('swagger-ui-dist/package.json'));

/** The files that the page loads, and their folders. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': swaggerUi,
  'swagger-ui-bundle.js': swaggerUi,
  'favicon-32x32.png': swaggerUi,
  'page.css': pageFolder,
  'page.js': pageFolder,
  'en.js': pageFolder,
  'fr.js': pageFolder,
};

const template = readFileSync(join(pageFolder, 'page.html'), 'utf8');

/** The path of a file of the page; throws `RouteNotFound` if it has no such file. */
export function assetFile(name: string): string {
  const folder = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (folder === undefined) throw new RouteNotFound();
  return join(folder, name);
}

interface Page {
  readonly language: Language;
  readonly siteName: string;
  readonly hasTrailingSlash: boolean;
  /** Whether the editor's page is served. */
  readonly hasAdminPage: boolean;
}

/**
 * The page of Swagger UI. Its addresses are relative, so that it works below any prefix: the site is five segments up from
 * `{site}/en/cal/events/v1/doc`.
 */
export function page({ language, siteName, hasTrailingSlash, hasAdminPage }: Page): string {
  const t = translator(language);
  const doc = hasTrailingSlash ? '.' : './doc';
  const values: Readonly<Record<string, string>> = {
    language,
    doc,
    namespace: NAMESPACE,
    site: `${doc}/../../../../../`,
    other: otherLanguage(language),
    title: t('{site} – Events API', { site: siteName }),
    documentLink: t('OpenAPI document'),
    adminLink: language === 'en' ? 'Editor’s page' : 'Page de rédaction',
    otherLink: language === 'en' ? 'Français' : 'English',
  };
  const html = hasAdminPage ? template : template.replace(/^.*\{adminLink\}.*\n/m, '');
  return html.replace(/\{(\w+)\}/g, (_all, name: string) => escapeMarkup(values[name] ?? ''));
}
