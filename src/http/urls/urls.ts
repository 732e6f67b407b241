import { hasTemplate, homeUrlOf, pageUrlOf, type PageUrls } from '../../lib/config/page-urls.js';
import { type Settings } from '../../lib/config/settings.js';
import { type Language, type PerLanguage } from '../../lib/i18n/language.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';

/** The namespace of the API; its last part is the version. */
export const NAMESPACE = 'cal/events/v1';

/** Makes the address of the page of a record. */
type PageTemplate = (id: number, slug: string) => string;

type UrlSettings = Pick<Settings, 'siteUrl' | 'basePath' | 'pageUrls' | 'pages' | 'imagesUrl'>;

/** Builds the addresses of the site. They come from the settings, never from the Host header. */
export class Urls {
  private readonly host: string;
  private readonly images: string;
  private readonly roots: PerLanguage<string>;
  /** Compiled templates by language and resource, since a list of events has a hundred addresses of pages. */
  private readonly pages = new Map<string, PageTemplate>();

  private readonly siteUrl: string;
  private readonly pageUrls: PageUrls;
  private readonly servesPages: boolean;
  /** Where the pages without a template are: those of this service have its prefix. */
  private readonly pageBase: string;

  /**
   * `siteUrl` is the origin of the site, without a slash at the end; `basePath`, the prefix of the roots, is empty or
   * starts with a slash; `pages` tells whether this service has pages; uploaded images are below `imagesUrl`, by default
   * below the site.
   */
  constructor({ siteUrl, basePath, pageUrls, pages, imagesUrl }: UrlSettings) {
    this.siteUrl = siteUrl;
    this.pageUrls = pageUrls;
    this.servesPages = pages;
    this.pageBase = pages ? `{site}${basePath}` : '{site}';
    this.images = imagesUrl || `${siteUrl}${basePath}/images`;
    this.host = new URL(siteUrl).host;
    const root = (language: Language) => `${siteUrl}${basePath}/${language}`;
    this.roots = { en: root('en'), fr: root('fr') };
  }

  root(language: Language): string {
    return this.roots[language];
  }

  /** A file of an uploaded image. @param token the random part of the address */
  imageFile(id: number, token: string, name: string): string {
    return `${this.images}/${id}-${token}/${name}`;
  }

  /** The id and token in the address of a file of an uploaded image; undefined for other addresses. */
  parseImageFile(url: string): { readonly id: number; readonly token: string } | undefined {
    if (!url.startsWith(`${this.images}/`)) return undefined;
    const [, id, token] = /^\/(\d{1,10})-([\w-]{22})\/[\w.]+$/.exec(url.slice(this.images.length)) ?? [];
    return id === undefined ? undefined : { id: Number(id), token: token! };
  }

  collection(language: Language, resource: ResourceNames): string {
    return `${this.root(language)}/${NAMESPACE}/${resource.plural}`;
  }

  record(language: Language, resource: ResourceNames, id: number): string {
    return `${this.collection(language, resource)}/${id}`;
  }

  recordBySlug(language: Language, resource: ResourceNames, slug: string): string {
    return `${this.collection(language, resource)}/by-slug/${slug}`;
  }

  /** Whether the pages of a resource exist: those of this service, or of the site by `PAGE_URLS`. */
  hasPages(language: Language, { plural }: ResourceNames): boolean {
    return this.servesPages || hasTemplate(this.pageUrls, language, plural);
  }

  /** Whether the pages of a resource are those of this service. */
  isOwnPage(language: Language, { plural }: ResourceNames): boolean {
    return this.servesPages && !hasTemplate(this.pageUrls, language, plural);
  }

  /** The public page of a record on the website. */
  page(
    language: Language,
    { plural: resource }: ResourceNames,
    { id, slug }: { readonly id: number; readonly slug: string },
  ): string {
    const key = `${language} ${resource}`;
    let fill = this.pages.get(key);
    if (!fill) this.pages.set(key, (fill = this.compilePage(language, resource)));
    return fill(id, slug);
  }

  /** Fills a template with what is the same for all records of a resource. */
  private compilePage(language: Language, resource: string): PageTemplate {
    const fixed: Readonly<Record<string, string>> = { site: this.siteUrl, language, kind: resource };
    const template = pageUrlOf(this.pageUrls, language, resource, this.pageBase);
    const parts = template
      .split(/\{(\w+)\}/)
      .map((part, index) => (index % 2 === 0 ? part : (fixed[part] ?? { part })));
    return (id, slug) => {
      let url = '';
      for (const part of parts) url += typeof part === 'string' ? part : part.part === 'id' ? id : slug;
      return url;
    };
  }

  /** The home page of the website. */
  home(language: Language): string {
    const template = homeUrlOf(this.pageUrls, language, this.pageBase);
    return template.replaceAll('{site}', this.siteUrl).replaceAll('{language}', language);
  }

  globalId(resource: ResourceNames, id: number): string {
    return `${this.host}/${resource.plural}?id=${id}`;
  }
}
