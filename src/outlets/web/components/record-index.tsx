import { type Language } from '../../../lib/i18n/language.js';
import { type PageSite } from '../data/page-site.js';
import { textsIn } from '../texts/texts.js';
import { BackLink } from './event-page.js';
import { Pager } from './pager.js';

/** A venue or an organizer in a list. */
export interface IndexItem {
  readonly id: number;
  readonly name: string;
  readonly href: string;
  /** The language of the name, if it is not that of the page. */
  readonly lang: Language | undefined;
  /** The address in one line; empty if there is none. */
  readonly place: string;
}

interface RecordIndexProps {
  readonly site: PageSite;
  readonly language: Language;
  readonly title: string;
  /** The plural of the resource. */
  readonly kind: string;
  readonly items: readonly IndexItem[];
  readonly page: number;
  readonly pages: number;
}

/** The venues or organizers that have coming events, in alphabetical order. */
export function RecordIndex({ site, language, title, kind, items, page, pages }: RecordIndexProps) {
  const hrefOf = (number: number) => site.links.index(language, kind, { page: number > 1 ? number : undefined });
  return (
    <div class="record">
      <BackLink site={site} language={language} />
      <header class="record-head">
        <h1>{title}</h1>
      </header>
      {items.length === 0 && <p class="empty">{textsIn(language).emptyIndex}</p>}
      <ul class="index">
        {items.map(({ id, name, href, lang, place }) => (
          <li key={id}>
            <a href={href} lang={lang}>
              {name}
            </a>
            {place && <span>{place}</span>}
          </li>
        ))}
      </ul>
      <Pager {...{ page, pages, language, hrefOf }} />
    </div>
  );
}
