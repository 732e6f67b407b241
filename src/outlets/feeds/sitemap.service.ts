import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { whereVisible } from '../../calendar/records/visibility/visible.js';
import { DataVersion } from '../../database/data-version.js';
import { Database } from '../../database/database.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { chunks, parseSqliteTime, selectNamedInWorker, type SqlFragment } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { type RequestContext } from '../../http/request-context.js';
import { type StreamedBody, BufferedBody } from '../../http/response/serialized-response.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { resources } from '../../calendar/resources.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { Site } from '../../http/urls/site.js';
import { bufferOrStream } from './document.js';
import { setDownloadHeaders, type SitemapQuery } from './feed.query.js';
import { element, emptyElement } from './xml.js';
import { yieldToEventLoop } from '../../lib/tasks/yield-to-event-loop.js';

/** A sitemap may have 50,000 URLs, and each record has one page in each of the two languages. */
const RECORDS_PER_PART = 25_000;

/** Number of records whose slugs one query reads. */
const BATCH_SIZE = 500;

const MEDIA_TYPE = 'application/xml; charset=utf-8';
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XHTML = 'http://www.w3.org/1999/xhtml';

interface PublicRecord {
  /** The index of its resource. */
  readonly resource: number;
  readonly id: number;
  readonly modified: Date | string;
}

/** The public pages of the site for search engines (https://www.sitemaps.org/protocol.html): the same for every caller. */
@Injectable()
export class Sitemap {
  /** The resources whose records have pages. */
  private readonly resources: readonly ResourceDefinition[];

  constructor(
    private readonly database: Database,
    private readonly site: Site,
    private readonly versions: DataVersion,
  ) {
    const hasPages = (names: ResourceNames) => LANGUAGES.some((language) => site.urls.hasPages(language, names));
    this.resources = resources.filter(({ isPublished, names }) => isPublished && hasPages(names));
  }

  /**
   * @param part undefined for all pages, or an index of parts if they are too many for one file
   * @throws {RouteNotFound} for a part that does not exist
   */
  async build(
    part: string | undefined,
    query: SitemapQuery,
    context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    const version = await this.versions.current();
    const parts = Math.max(
      1,
      Math.ceil((await this.database.read((manager) => countRecords(manager, this.resources))) / RECORDS_PER_PART),
    );
    if (part !== undefined && !(/^[1-9]\d*$/.test(part) && Number(part) <= parts)) throw new RouteNotFound();
    const name = part === undefined ? 'sitemap.xml' : `sitemap-${part}.xml`;
    setDownloadHeaders(name, query, context);
    if (part === undefined && parts > 1) return new BufferedBody(MEDIA_TYPE, this.index(parts));
    return bufferOrStream(MEDIA_TYPE, this.urlset(Number(part ?? 1)), `${name} ${version}`);
  }

  private index(parts: number): Buffer {
    const root = `${this.site.urls.root('en')}/${NAMESPACE}`;
    const sitemaps = Array.from(
      { length: parts },
      (_, index) => `<sitemap>${element('loc', `${root}/sitemap-${index + 1}.xml`)}</sitemap>\n`,
    );
    return Buffer.from(`${DECLARATION}<sitemapindex xmlns="${SITEMAPS}">\n${sitemaps.join('')}</sitemapindex>\n`);
  }

  /** The pages of a part of all records, resource by resource, in the order of their ids. */
  private async *urlset(part: number): AsyncGenerator<string> {
    yield `${DECLARATION}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="${XHTML}">\n`;
    const records = await this.database.read((manager) => readRecords(manager, this.resources, part));
    for (const [index, resource] of this.resources.entries()) {
      const own = records.filter((record) => record.resource === index);
      for (const batch of own.length > 0 ? chunks(own, BATCH_SIZE) : []) {
        yield await this.database.read((manager) => this.urls(manager, resource, batch));
        await yieldToEventLoop();
      }
    }
    yield '</urlset>\n';
  }

  /** The pages of records in the languages of their translations. */
  private async urls(
    manager: EntityManager,
    { names, translation }: ResourceDefinition,
    records: readonly PublicRecord[],
  ): Promise<string> {
    const recordId = records.map(({ id }) => id);
    const columns = ['recordId', 'language', 'slug'] as const;
    const texts = await tableOf(manager, translation).select(manager, { recordId, borrowed: false }, { columns });
    return records
      .map(({ id, modified }) => {
        const pages = texts.flatMap(({ recordId, language, slug }) =>
          recordId === id && slug !== null && this.site.urls.hasPages(language, names)
            ? { language, href: this.site.urls.page(language, names, { id, slug }) }
            : [],
        );
        return urlsOf(pages, modified instanceof Date ? modified : parseSqliteTime(modified));
      })
      .join('');
  }
}

/** The URLs of a record, each with all its translations. */
function urlsOf(pages: readonly { readonly language: string; readonly href: string }[], modified: Date): string {
  const defaultPage = pages.find(({ language }) => language === 'en') ?? pages[0];
  const alternates = [...pages, ...(defaultPage ? [{ language: 'x-default', href: defaultPage.href }] : [])]
    .map(({ language, href }) => emptyElement('xhtml:link', { rel: 'alternate', hreflang: language, href }))
    .join('');
  const lastmod = element('lastmod', modified.toISOString().replace(/\.\d+Z$/, 'Z'));
  return pages.map(({ href }) => `<url>${element('loc', href)}${lastmod}${alternates}</url>\n`).join('');
}

/** Selects the records that everyone may see. */
function publicRecords(manager: EntityManager, listed: readonly ResourceDefinition[]): SqlFragment {
  const selects = listed.map(({ names, entity }, index) => {
    const rows = whereVisible(SelectBuilder.of(manager, entity, 'record'), null, ['publish']);
    if (names === EVENT) rows.andWhere('record.hidden = FALSE AND record.passwordHash IS NULL');
    return rows.sql({ columns: [`${index} AS resource`, 'record.id AS id', 'record.modifiedAt AS modified'] });
  });
  return { sql: selects.map(({ sql }) => sql).join(' UNION ALL '), parameters: selects[0]!.parameters };
}

async function countRecords(manager: EntityManager, listed: readonly ResourceDefinition[]): Promise<number> {
  if (listed.length === 0) return 0;
  const { sql, parameters } = publicRecords(manager, listed);
  const count = { sql: `SELECT COUNT(*) AS count FROM (${sql}) records`, parameters };
  const [row] = await selectNamedInWorker<{ count: number | string }>(manager, count);
  return Number(row!.count);
}

async function readRecords(
  manager: EntityManager,
  listed: readonly ResourceDefinition[],
  part: number,
): Promise<PublicRecord[]> {
  if (listed.length === 0) return [];
  const { sql, parameters } = publicRecords(manager, listed);
  const range = `LIMIT ${RECORDS_PER_PART} OFFSET ${(part - 1) * RECORDS_PER_PART}`;
  return selectNamedInWorker(manager, { sql: `${sql} ORDER BY resource, id ${range}`, parameters });
}
