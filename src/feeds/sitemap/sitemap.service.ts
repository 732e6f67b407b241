import { Injectable } from '@nestjs/common';
import { type StreamedBody, BufferedBody } from '../../http/response/serialized-response.js';
import { DataVersion } from '../../database/data-version.js';
import { RouteNotFound } from '../../errors/api-error.js';
import { type RequestContext } from '../../http/calendar-request.js';
import { Database } from '../../database/database.js';
import { Site } from '../../site/site.js';
import { NAMESPACE, type Links } from '../../site/links.js';
import { bufferOrStream } from '../document.js';
import { setDownloadHeaders, type SitemapQuery } from '../feed.query.js';
import { countPages, type ResourceCount, pagesInRange, type RecordPages } from './pages.js';
import { element, emptyElement } from '../xml.js';

/** A sitemap may have 50,000 URLs, and each record has one page in each of the two languages. */
const RECORDS_PER_PART = 25_000;

const MEDIA_TYPE = 'application/xml; charset=utf-8';

/** The public pages of the site for search engines (https://www.sitemaps.org/protocol.html): the same for every caller. */
@Injectable()
export class Sitemap {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
    private readonly versions: DataVersion,
  ) {}

  /** All pages, or an index of parts if they are too many for one file. */
  sitemapOrIndex(query: SitemapQuery, context: RequestContext): Promise<BufferedBody | StreamedBody> {
    return this.respond('sitemap.xml', query, context, (counted) => {
      const parts = partCount(counted);
      return parts > 1 ? this.index(parts) : this.pages(counted, 1);
    });
  }

  /** @throws {RouteNotFound} for a part that does not exist */
  part(number: string, query: SitemapQuery, context: RequestContext): Promise<BufferedBody | StreamedBody> {
    return this.respond(`sitemap-${number}.xml`, query, context, (counted) => {
      const parts = partCount(counted);
      if (!/^[1-9]\d{0,5}$/.test(number) || Number(number) > Math.max(parts, 1)) throw new RouteNotFound();
      return this.pages(counted, Number(number));
    });
  }

  private async respond(
    name: string,
    query: SitemapQuery,
    context: RequestContext,
    build: (counted: readonly ResourceCount[]) => AsyncGenerator<string> | BufferedBody,
  ): Promise<BufferedBody | StreamedBody> {
    const version = await this.versions.current();
    const counted = await this.database.read((manager) => countPages(manager));
    const content = build(counted);
    setDownloadHeaders(name, query, context);
    return content instanceof BufferedBody ? content : bufferOrStream(MEDIA_TYPE, content, `${name} ${version}`);
  }

  private pages(counted: readonly ResourceCount[], part: number): AsyncGenerator<string> {
    const { database, site } = this;
    const range = { first: (part - 1) * RECORDS_PER_PART, end: part * RECORDS_PER_PART };
    return urlset(pagesInRange(counted, range, database), site.links);
  }

  private index(parts: number): BufferedBody {
    const root = `${this.site.links.root('en')}/${NAMESPACE}`;
    const addresses = Array.from({ length: parts }, (_, index) => `${root}/sitemap-${index + 1}.xml`);
    return new BufferedBody(MEDIA_TYPE, sitemapIndex(addresses));
  }
}

function partCount(counted: readonly ResourceCount[]): number {
  return Math.ceil(counted.reduce((sum, { count }) => sum + count, 0) / RECORDS_PER_PART);
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XHTML = 'http://www.w3.org/1999/xhtml';

/** The pages of a site, each with its translations. */
async function* urlset(records: AsyncIterable<readonly RecordPages[]>, links: Links): AsyncGenerator<string> {
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
function sitemapIndex(parts: readonly string[]): Buffer {
  const sitemaps = parts.map((part) => `<sitemap>${element('loc', part)}</sitemap>\n`);
  return Buffer.from(`${DECLARATION}<sitemapindex xmlns="${SITEMAPS}">\n${sitemaps.join('')}</sitemapindex>\n`);
}
