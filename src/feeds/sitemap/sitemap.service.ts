import { Injectable } from '@nestjs/common';
import { type StreamedBody, BufferedBody } from '../../http/response/bodies.js';
import { DataVersion } from '../../database/data-version.js';
import { RouteNotFound } from '../../errors/api-error.js';
import { type RequestContext } from '../../http/context/calendar-request.js';
import { Database } from '../../database/database.js';
import { Site } from '../../site/site.js';
import { NAMESPACE } from '../../site/links.js';
import { bodyOf } from '../document.js';
import { setDownloadHeaders, type SitemapQuery } from '../feed.query.js';
import { countPages, type Counted, pagesBetween } from './pages.js';
import { indexOf, urlset } from './sitemap-xml.js';

/** Records in a part. With a page in each language, these are the 50,000 URLs that a sitemap may have. */
const OF_A_PART = 25_000;

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
  whole(query: SitemapQuery, context: RequestContext): Promise<BufferedBody | StreamedBody> {
    return this.answer('sitemap.xml', query, context, (counted) => {
      const parts = partsOf(counted);
      return parts > 1 ? this.index(parts) : this.pages(counted, 1);
    });
  }

  /** @throws {RouteNotFound} for a part that does not exist */
  part(number: string, query: SitemapQuery, context: RequestContext): Promise<BufferedBody | StreamedBody> {
    return this.answer(`sitemap-${number}.xml`, query, context, (counted) => {
      const parts = partsOf(counted);
      if (!/^[1-9]\d{0,5}$/.test(number) || Number(number) > Math.max(parts, 1)) throw new RouteNotFound();
      return this.pages(counted, Number(number));
    });
  }

  private async answer(
    name: string,
    query: SitemapQuery,
    context: RequestContext,
    make: (counted: readonly Counted[]) => AsyncGenerator<string> | BufferedBody,
  ): Promise<BufferedBody | StreamedBody> {
    const version = await this.versions.current();
    const counted = await this.database.read((manager) => countPages(manager));
    const made = make(counted);
    setDownloadHeaders(name, query, context);
    return made instanceof BufferedBody ? made : bodyOf(MEDIA_TYPE, made, `${name} ${version}`);
  }

  private pages(counted: readonly Counted[], part: number): AsyncGenerator<string> {
    const { database, site } = this;
    const between = { first: (part - 1) * OF_A_PART, end: part * OF_A_PART };
    return urlset(pagesBetween(counted, between, database), site.links);
  }

  private index(parts: number): BufferedBody {
    const root = `${this.site.links.root('en')}/${NAMESPACE}`;
    const addresses = Array.from({ length: parts }, (_, place) => `${root}/sitemap-${place + 1}.xml`);
    return new BufferedBody(MEDIA_TYPE, indexOf(addresses));
  }
}

function partsOf(counted: readonly Counted[]): number {
  return Math.ceil(counted.reduce((sum, { count }) => sum + count, 0) / OF_A_PART);
}
