import { Injectable } from '@nestjs/common';
import { PublishedQuery } from '../../calendar/list/published.query.js';
import { ResourceServices } from '../../calendar/resource/resource-services.js';
import { type RequestContext } from '../../http/request-context.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { otherLanguage, perLanguage } from '../../lib/i18n/language.js';
import { placeLine } from '../feeds/feed-event.js';
import { RecordIndex } from './components/record-index.js';
import { pageBody } from './components/render.js';
import { readApart } from './data/page-context.js';
import { PageSite } from './data/page-site.js';
import { type RecordResponse } from './data/record-meta.js';
import { isVenue, resourceOf } from './record-pages.service.js';
import { indexTitle } from './texts/index-title.js';

/** Names are short, so that a page has many. */
const INDEX_SIZE = 60;

/** The lists of venues, organizers and further resources of this kind that have coming events. */
@Injectable()
export class RecordIndexes {
  constructor(
    private readonly site: PageSite,
    private readonly services: ResourceServices,
  ) {}

  /** @param kind the plural of the resource */
  async show(kind: string, page: number, context: RequestContext): Promise<BufferedBody> {
    const { site } = this;
    const { language } = context;
    const { names, nameField } = resourceOf(kind);
    const query = Object.assign(new PublishedQuery(), {
      ...{ only_with_upcoming: true, orderby: 'name', order: 'asc', page, per_page: INDEX_SIZE },
    });
    const list = await readApart(context, (own) => this.services.of(kind, 'read').list(query, own));
    const records = Reflect.get(list, kind) as RecordResponse[];
    const items = records.map((record) => ({
      id: record.id,
      name: String(Reflect.get(record, nameField)),
      href: site.links.local(record.url),
      lang: record.language === language ? undefined : record.language,
      place: isVenue(record) ? placeLine({ ...record, venue: '' }) : '',
    }));
    const alternates = perLanguage((one) => site.links.absolute(site.links.index(one, kind)));
    const title = indexTitle(names, language);
    return pageBody(site, context, {
      other: site.links.index(otherLanguage(language), kind),
      meta: {
        title,
        canonical: alternates[language],
        alternates,
        isHidden: page > 1 || items.length === 0,
      },
      children: <RecordIndex {...{ site, language, title, kind, items, page }} pages={list.total_pages} />,
    });
  }
}
