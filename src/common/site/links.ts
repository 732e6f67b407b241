import { type Language } from '../language/language.js';
import { type Kind } from '../records/kind.js';

/** The namespace of the interface; its last part is the version. */
export const NAMESPACE = 'cal/events/v1';

/** The addresses of the site. All come from the settings, never from a request's Host header. */
export class Links {
  /**
   * @param siteUrl origin of the site, no slash at the end
   * @param basePath prefix of the roots: empty, or starting with a slash
   */
  constructor(
    private readonly siteUrl: string,
    private readonly basePath: string,
  ) {}

  root(language: Language): string {
    return `${this.siteUrl}${this.basePath}/${language}`;
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
  page(language: Language, kind: Kind, slug: string): string {
    return `${this.siteUrl}/${language}/${kind.many}/${slug}`;
  }

  globalId(kind: Kind, id: number): string {
    return `${new URL(this.siteUrl).host}/${kind.many}?id=${id}`;
  }
}
