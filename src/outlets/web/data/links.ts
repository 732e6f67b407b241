import { type Settings } from '../../../lib/config/settings.js';
import { type Language } from '../../../lib/i18n/language.js';
import { NAMESPACE } from '../../../http/urls/urls.js';

/** The parameters of a link; undefined and empty ones are left out. */
export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The addresses that pages link to. Those of this service have no origin, so that the pages work on any host. */
export class Links {
  constructor(private readonly settings: Pick<Settings, 'siteUrl' | 'basePath'>) {}

  /** An address of the site without its origin; other addresses stay as they are. */
  local(url: string): string {
    const { siteUrl } = this.settings;
    return url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  }

  /** The calendar of a language, with filters. */
  calendar(language: Language, parameters: Parameters = {}): string {
    return withQuery(`${this.settings.basePath}/${language}`, parameters);
  }

  /** The page of a record on this service. @param kind the plural of its resource */
  page(language: Language, kind: string, slug: string): string {
    return `${this.settings.basePath}/${language}/${kind}/${slug}`;
  }

  /** A function that adds parameters to an address. */
  below(address: string): (parameters: Parameters) => string {
    return (parameters) => withQuery(address, parameters);
  }

  /** The calendar for frames of other sites. */
  embed(parameters: Parameters): string {
    return withQuery(`${this.settings.basePath}/embed`, parameters);
  }

  /** An address of the API. */
  api(language: Language, path: string, parameters: Parameters = {}): string {
    return withQuery(`${this.settings.basePath}/${language}/${NAMESPACE}${path}`, parameters);
  }

  /** The public address of one of these. */
  absolute(path: string): string {
    return path.startsWith('/') ? `${this.settings.siteUrl}${path}` : path;
  }
}

function withQuery(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  );
  const query = new URLSearchParams(given).toString().replaceAll('+', '%20').replaceAll('%2C', ',');
  return query === '' ? path : `${path}?${query}`;
}
