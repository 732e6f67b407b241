import { Injectable } from '@nestjs/common';
import { relatedResources } from '../../calendar/related.js';
import { ResourceServices } from '../../calendar/resource/resource-services.js';
import { type RequestContext } from '../../http/request-context.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { type Language, otherLanguage, perLanguage, type PerLanguage } from '../../lib/i18n/language.js';
import { htmlToPlainText } from '../../lib/text/html-to-plain-text.js';
import { type CalendarQuery, type EmbedQuery } from './calendar.query.js';
import { CalendarPage, type ShownTerm } from './components/calendar-page.js';
import { type PageMeta } from './data/page-meta.js';
import { pageBody } from './components/render.js';
import { type CalendarData, CalendarPages } from './data/calendar-page.service.js';
import { CalendarLinks, siteCalendar } from './data/calendar-links.js';
import { headingOf } from './data/heading.js';
import { PageSite } from './data/page-site.js';
import { type RecordResponse } from './data/record-meta.js';
import { RecordPages, resourceOf } from './record-pages.service.js';
import { textsIn } from './texts/texts.js';

/** A category or tag, as its response shows it. */
type TermResponse = Pick<RecordResponse, 'id' | 'slug' | 'url' | 'language' | 'alternates' | 'description'> & {
  readonly name: string;
};

/** The calendar of the site, of a category or tag, and in frames of other sites. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly pages: CalendarPages,
    private readonly records: RecordPages,
    private readonly services: ResourceServices,
    private readonly site: PageSite,
  ) {}

  async show(query: CalendarQuery, context: RequestContext): Promise<BufferedBody> {
    const { site } = this;
    const { language } = context;
    const links = new CalendarLinks(siteCalendar(site.links, language), query, context);
    const data = await this.pages.load(query, { isNarrowed: links.isNarrowed }, context);
    const addresses = perLanguage((one) => site.links.calendar(one, links.given));
    return pageBody(site, context, {
      feedFilters: shownFilters(data, links),
      meta: this.meta({ data, links, language, addresses, title: headingOf(data, links.given, language) }),
      other: addresses[otherLanguage(language)],
      children: <CalendarPage {...this.parts(data, links, context)} action={site.links.calendar(language)} />,
    });
  }

  /** The calendar with the events of a category or tag. @throws {PageRedirect} */
  async showTerm(kind: string, slug: string, query: CalendarQuery, context: RequestContext): Promise<BufferedBody> {
    const { site } = this;
    const { language } = context;
    const resource = resourceOf(kind);
    const id = await this.records.locate(resource, slug, context);
    const term = (await this.services.of(kind, 'read').get({ id }, {}, context)) as TermResponse;
    const field = relatedResources.find(({ names }) => names === resource.names)!.relation!.field;
    const own = site.links.page(language, kind, term.slug);
    const base = { isFramed: false, isOfTerm: true, path: site.links.below(own) };
    const links = new CalendarLinks(base, query, context);
    const data = await this.pages.load(query, { fixed: { [field]: [{ id }] }, isNarrowed: true }, context);
    const pageOf = (one: Language) => term.alternates.find((other) => other.language === one)?.url;
    const addresses = perLanguage((one) =>
      site.links.below(site.links.local(pageOf(one) ?? site.site.urls.page(one, resource.names, term)))(links.given),
    );
    const lang = term.language === language ? undefined : term.language;
    const isCategory = kind === 'categories';
    const { name, description } = term;
    const meta = this.meta({ data, links, language, addresses, title: textsIn(language).narrowedTo(name) });
    const about = description ? htmlToPlainText(description).slice(0, 160) : undefined;
    return pageBody(site, context, {
      feedFilters: { ...shownFilters(data, links), [field]: String(id) },
      meta: { ...meta, description: about ?? meta.description },
      other: addresses[otherLanguage(language)],
      children: (
        <CalendarPage
          {...this.parts(data, links, context)}
          term={{ id, name, description, lang, isCategory } satisfies ShownTerm}
          action={site.links.calendar(language)}
          back={site.links.calendar(language, { ...links.given, page: undefined })}
        />
      ),
    });
  }

  /** The calendar in a frame of another site. */
  async embed(query: EmbedQuery, context: RequestContext): Promise<BufferedBody> {
    const { site } = this;
    const { language } = context;
    const base = { isFramed: true, path: (parameters: object) => site.links.embed({ lang: language, ...parameters }) };
    const links = new CalendarLinks(base, query, context);
    const data = await this.pages.load(query, { isNarrowed: links.isNarrowed, canList: false }, context);
    return pageBody(site, context, {
      isFramed: true,
      meta: { title: headingOf(data, links.given, language), isHidden: true },
      children: <CalendarPage {...this.parts(data, links, context)} action={site.links.embed({})} />,
    });
  }

  private parts(data: CalendarData, links: CalendarLinks, { language }: RequestContext) {
    const own = this.site.links;
    const suggestions = { address: own.api(language, '/search-suggestions'), origin: own.absolute('/') };
    return { data, links, language, suggestions };
  }

  private meta(page: {
    readonly data: CalendarData;
    readonly links: CalendarLinks;
    readonly language: Language;
    readonly addresses: PerLanguage<string>;
    readonly title: string;
  }): PageMeta {
    const { data, links, language, addresses, title } = page;
    const { site } = this;
    const absolute = perLanguage((one) => site.links.absolute(addresses[one]));
    return {
      title,
      description: site.taglines[language] || `${site.names[language]} – ${textsIn(language).upcoming}`,
      canonical: absolute[language],
      alternates: absolute,
      // Search engines find the events by the sitemap; every selection of them is no page of its own.
      isHidden: links.isFiltered || data.page > 1 || data.cards.length === 0,
    };
  }
}

/** The filters of the events that are shown, which a corrected search may have chosen. */
function shownFilters({ corrected }: CalendarData, { filters }: CalendarLinks): Readonly<Record<string, string>> {
  return corrected === undefined ? filters : { ...filters, search: corrected };
}
