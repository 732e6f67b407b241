import { type LinkPreview } from '../../../calendar/images/link-previews.js';
import { type ImageDto } from '../../../calendar/records/images/image.dto.js';
import { type AlternateDto } from '../../../calendar/records/translations/translations.dto.js';
import { htmlToPlainText } from '../../../lib/text/html-to-plain-text.js';
import { type Language, otherLanguage } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type PageMeta } from './page-meta.js';
import { type PageSite } from './page-site.js';

/** The fields that the responses of all records with pages have. */
export interface RecordResponse {
  readonly id: number;
  readonly slug: string;
  readonly status?: string;
  readonly url: string;
  readonly language: Language;
  readonly alternates: readonly AlternateDto[];
  readonly description: string | null;
  readonly excerpt: string | null;
  readonly image: ImageDto | null;
  readonly json_ld?: object;
}

/** The length to which search engines shorten descriptions. */
const MAX_DESCRIPTION = 160;

/** The metadata of the page of a record, for search engines and for sites that link to it. */
export function recordMeta(
  record: RecordResponse,
  title: string,
  language: Language,
  image: LinkPreview | undefined,
): PageMeta {
  const { alternates } = record;
  const urls = Object.fromEntries(alternates.map((one) => [one.language, one.url])) as Partial<
    Record<Language, string>
  >;
  return {
    title,
    type: 'article',
    description: shorten(htmlToPlainText(record.excerpt ?? record.description ?? '')),
    // A page in the other language's text is not indexed beside the page of that language.
    canonical: urls[record.language] ?? record.url,
    alternates: urls,
    image,
    jsonLd: record.language === language ? record.json_ld : undefined,
  };
}

/** The page of the same record in the other language, which shows this text if it has no other. */
export function otherPage(
  { site, links }: PageSite,
  names: ResourceNames,
  record: RecordResponse,
  language: Language,
): string {
  const other = otherLanguage(language);
  const existing = record.alternates.find((one) => one.language === other);
  return links.local(existing?.url ?? site.urls.page(other, names, record));
}

/** Shortens a text at the end of a word. */
function shorten(text: string): string | undefined {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line || undefined;
  const words = line.slice(0, MAX_DESCRIPTION - 1).split(' ');
  return `${words.slice(0, -1).join(' ')}…`;
}
