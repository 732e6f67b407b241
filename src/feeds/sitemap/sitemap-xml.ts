import { type Links } from '../../site/links.js';
import { element, emptyElement } from '../xml.js';
import { type RecordPages } from './pages.js';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XHTML = 'http://www.w3.org/1999/xhtml';

/** The pages of a site, each with its translations. */
export async function* urlset(records: AsyncIterable<readonly RecordPages[]>, links: Links): AsyncGenerator<string> {
  yield `${DECLARATION}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="${XHTML}">\n`;
  for await (const batch of records) yield batch.map((pages) => urls(pages, links)).join('');
  yield '</urlset>\n';
}

function urls({ resource, id, modified, slugs }: RecordPages, links: Links): string {
  const pages = slugs.map(({ language, slug }) => ({ language, href: links.page(language, resource, { id, slug }) }));
  const defaultPage = pages.find(({ language }) => language === 'en') ?? pages[0];
  const alternates = [...pages, ...(defaultPage ? [{ language: 'x-default', href: defaultPage.href }] : [])]
    .map(({ language, href }) => emptyElement('xhtml:link', { rel: 'alternate', hreflang: language, href }))
    .join('');
  const lastmod = element('lastmod', modified.toISOString().replace(/\.\d+Z$/, 'Z'));
  return pages.map(({ href }) => `<url>${element('loc', href)}${lastmod}${alternates}</url>\n`).join('');
}

/** A sitemap index, which lists the addresses of the parts. */
export function sitemapIndex(parts: readonly string[]): Buffer {
  const sitemaps = parts.map((part) => `<sitemap>${element('loc', part)}</sitemap>\n`);
  return Buffer.from(`${DECLARATION}<sitemapindex xmlns="${SITEMAPS}">\n${sitemaps.join('')}</sitemapindex>\n`);
}
