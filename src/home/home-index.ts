import { LANGUAGES, type Language, type PerLanguage } from '../i18n/language.js';
import { NAMESPACE } from '../site/links.js';
import { type Site } from '../site/site.js';
import { type Settings } from '../config/settings.js';

/** The links of the start page for programs. */
export interface HomeIndex {
  readonly name: string;
  readonly names: PerLanguage<string>;
  readonly roots: PerLanguage<string>;
  readonly docs: PerLanguage<string>;
  readonly health: { readonly live: string; readonly ready: string };
}

export function homeIndex({ names, links }: Site, { siteUrl, basePath }: Settings): HomeIndex {
  const home = `${siteUrl}${basePath}`;
  return {
    name: names.en,
    names,
    roots: forEachLanguage((language) => links.root(language)),
    docs: forEachLanguage((language) => `${links.root(language)}/${NAMESPACE}/doc`),
    health: { live: `${home}/health/live`, ready: `${home}/health/ready` },
  };
}

function forEachLanguage(make: (language: Language) => string): PerLanguage<string> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as PerLanguage<string>;
}
