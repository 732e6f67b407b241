import { type Language, isLanguage } from '../i18n/language.js';

/** Templates of public pages by the language and resource that they are for: `fr.events`, `events`, `fr` or ''. */
export type PageUrls = ReadonlyMap<string, string>;

/** The path of the pages of this service below the site, or below the prefix. */
const DEFAULT_PAGE_PATH = '/{language}/{kind}/{slug}';

/** The key of the home page, in place of a resource. */
const HOME = 'home';

const DEFAULT_HOME_PATH = '/{language}';

const PLACEHOLDERS = ['site', 'language', 'kind', 'slug', 'id'];
const HOME_PLACEHOLDERS = ['site', 'language'];

/**
 * The most specific template for the pages of a resource in a language.
 * @param base where the pages are that have no template, such as `{site}/calendar`
 */
export function pageUrlOf(urls: PageUrls, language: Language, resource: string, base: string): string {
  return templateOf(urls, language, resource) ?? `${base}${DEFAULT_PAGE_PATH}`;
}

/** Whether a template is configured for the pages of a resource. */
export function hasTemplate(urls: PageUrls, language: Language, resource: string): boolean {
  return templateOf(urls, language, resource) !== undefined;
}

function templateOf(urls: PageUrls, language: Language, resource: string): string | undefined {
  const templates = [`${language}.${resource}`, resource, language, ''].map((key) => urls.get(key));
  return templates.find((one) => one !== undefined);
}

/**
 * The template of the home page in a language. By default it is on the host of the pages of events, below their language
 * if their addresses begin with it.
 * @param base where the pages are that have no template
 */
export function homeUrlOf(urls: PageUrls, language: Language, base: string): string {
  const given = urls.get(`${language}.${HOME}`) ?? urls.get(HOME);
  const events = templateOf(urls, language, 'events');
  if (given !== undefined || events === undefined || events.startsWith('{site}'))
    return given ?? `${base}${DEFAULT_HOME_PATH}`;
  const [, origin = '', first] = /^(https?:\/\/[^/?#]+)(?:\/([^/?#]*))?/.exec(events) ?? [];
  return first === '{language}' || first === language ? `${origin}${DEFAULT_HOME_PATH}` : `${origin}/`;
}

/** Parses templates separated by spaces, such as `fr.events={site}/{slug}`; throws an error that says what is wrong. */
export function parsePageUrls(text: string): PageUrls {
  const urls = new Map<string, string>();
  for (const entry of text.split(/\s+/)) {
    const [, key = '', template = ''] = /^(?:([a-z.-]+)=)?(.*)$/s.exec(entry) ?? [];
    const error = urls.has(key)
      ? 'is given twice'
      : (resourceError(key) ?? templateError(template, resourceIn(key) === HOME));
    if (error !== undefined) throw new Error(`${key === '' ? template : key} ${error}`);
    urls.set(key, template);
  }
  return urls;
}

/** The resources that templates name, as written in the setting. */
export function resourcesIn(urls: PageUrls): string[] {
  return [...urls.keys()].map(resourceIn).filter((resource) => resource !== '' && resource !== HOME);
}

function resourceIn(key: string): string {
  return key
    .split('.')
    .filter((part) => !isLanguage(part))
    .join('.');
}

function resourceError(key: string): string | undefined {
  const [language = '', ...resource] = key.split('.');
  const isKnown = resource.length === 0 || (resource.length === 1 && isLanguage(language) && !isLanguage(resource[0]!));
  return isKnown ? undefined : 'is no language, no kind, and not both with a dot between them';
}

function templateError(template: string, isHome: boolean): string | undefined {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const known = isHome ? HOME_PLACEHOLDERS : PLACEHOLDERS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `has {${unknown}}, which is none of {${known.join('}, {')}}`;
  if (!isHome && !names.includes('slug') && !names.includes('id'))
    return 'has neither {slug} nor {id}: all pages would be one';
  if (/[,;](?:[a-z.-]+=)?(?:\{site\}|https?:)/.test(template)) return 'has two addresses: separate templates by spaces';
  const filled = template.replace(/^\{site\}/, 'http://localhost').replaceAll(/\{\w+\}/g, 'x');
  const isAddress = /^https?:\/\//.test(filled) && URL.canParse(filled) && !/[{}\s@"<>]/.test(filled);
  return isAddress ? undefined : 'makes no address: it begins with {site}, http:// or https://';
}
