import { homeUrlOf, pageUrlOf, type PageUrls } from '../config/page-urls.js';
import { type Language, type PerLanguage } from '../i18n/language.js';
import { type Kind } from '../i18n/resource-names.js';

/** The namespace of the interface; its last part is the version. */
export const NAMESPACE = 'cal/events/v1';

/** The addresses of the site. All come from the settings, never from a request's Host header. */
export class Links {
  private readonly host: string;
  private readonly roots: PerLanguage<string>;
  /** Templates of pages, split at their placeholders: every other part is the name of one. */
  private readonly pages = new Map<string, readonly string[]>();

  /**
   * @param siteUrl origin of the site, no slash at the end
   * @param basePath prefix of the roots: empty, or starting with a slash
   * @param pageUrls where the public pages are
   */
  constructor(
    private readonly siteUrl: string,
    basePath: string,
    private readonly pageUrls: PageUrls,
  ) {
    this.host = new URL(siteUrl).host;
    const root = (language: Language) => `${siteUrl}${basePath}/${language}`;
    this.roots = { en: root('en'), fr: root('fr') };
  }

  root(language: Language): string {
    return this.roots[language];
  }

  collection(language: Language, kind: Kind): string {
    return `${this.root(language)}/${NAMESPACE}/${kind.many}`;
  }

  record(language: Language, kind: Kind, id: number): string {
    return `${this.collection(language, kind)}/${id}`;
  }

  recordBySlug(language: Language, kind: Kind, slug: string): string {
    return `${this.collection(language, kind)}/by-slug/${slug}`;
  }

  /** The public page of a record on the website. */
  page(language: Language, { many: kind }: Kind, { id, slug }: { readonly id: number; readonly slug: string }): string {
    const values: Readonly<Record<string, string | number>> = { site: this.siteUrl, language, kind, slug, id };
    const parts = this.partsOfPage(language, kind);
    return parts.map((part, place) => (place % 2 === 0 ? part : values[part])).join('');
  }

  /** The home page of the website. */
  home(language: Language): string {
    const template = homeUrlOf(this.pageUrls, language);
    return template.replaceAll('{site}', this.siteUrl).replaceAll('{language}', language);
  }

  private partsOfPage(language: Language, kind: string): readonly string[] {
    const name = `${language}.${kind}`;
    let parts = this.pages.get(name);
    if (!parts) this.pages.set(name, (parts = pageUrlOf(this.pageUrls, language, kind).split(/\{(\w+)\}/)));
    return parts;
  }

  globalId(kind: Kind, id: number): string {
    return `${this.host}/${kind.many}?id=${id}`;
  }
}
