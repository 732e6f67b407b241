import { type Settings } from '../../../lib/config/settings.js';
import { type Language } from '../../../lib/i18n/language.js';
import { SUBMIT_FOLDERS } from '../routes.js';
import { NAMESPACE } from '../../../http/urls/urls.js';

/** The parameters of a link; undefined and empty ones are left out. */
export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The addresses that pages link to. Those of this service have no origin, so that the pages work on any host. */
export class Links {
  /** The path of this service for browsers: a proxy may remove that of `SITE_URL`. */
  readonly base: string;
  private readonly origin: string;

  constructor({ siteUrl, basePath }: Pick<Settings, 'siteUrl' | 'basePath'>) {
    const [, origin = '', path = ''] = /^(\w+:\/\/[^/]+)(\/.*)?$/.exec(siteUrl) ?? [];
    this.origin = origin;
    this.base = `${path}${basePath}`;
  }

  /** An address of the site without its origin; other addresses stay as they are. */
  local(url: string): string {
    return url.startsWith(`${this.origin}/`) ? url.slice(this.origin.length) : url;
  }

  /** The calendar of a language, with filters. */
  calendar(language: Language, parameters: Parameters = {}): string {
    return withQuery(`${this.base}/${language}`, parameters);
  }

  /** The page of a record on this service. @param kind the plural of its resource */
  page(language: Language, kind: string, slug: string): string {
    return `${this.base}/${language}/${kind}/${slug}`;
  }

  /** The list of the records of a resource, such as venues. @param kind its plural */
  index(language: Language, kind: string, parameters: Parameters = {}): string {
    return withQuery(`${this.base}/${language}/${kind}`, parameters);
  }

  /** The form with which visitors send events. */
  submit(language: Language, parameters: Parameters = {}): string {
    return withQuery(`${this.base}/${language}/${SUBMIT_FOLDERS[language]}`, parameters);
  }

  /** A function that adds parameters to an address. */
  below(address: string): (parameters: Parameters) => string {
    return (parameters) => withQuery(address, parameters);
  }

  /** The calendar for frames of other sites. */
  embed(parameters: Parameters): string {
    return withQuery(`${this.base}/embed`, parameters);
  }

  /** An address of the API. */
  api(language: Language, path: string, parameters: Parameters = {}): string {
    return withQuery(`${this.base}/${language}/${NAMESPACE}${path}`, parameters);
  }

  /** The public address of one of these. */
  absolute(path: string): string {
    return path.startsWith('/') ? `${this.origin}${path}` : path;
  }
}

function withQuery(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  );
  const query = new URLSearchParams(given).toString().replaceAll('+', '%20').replaceAll('%2C', ',');
  return query === '' ? path : `${path}?${query}`;
}
