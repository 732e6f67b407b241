import { LANGUAGES, type Language, type PerLanguage } from '../common/language/language.js';
import { NAMESPACE } from '../common/site/links.js';
import { type Site } from '../common/site/site.js';
import { type Settings } from '../config/settings.js';

/** Where to go from here, for programs. */
export interface HomeIndex {
  readonly name: string;
  readonly roots: PerLanguage<string>;
  readonly docs: PerLanguage<string>;
  readonly health: { readonly live: string; readonly ready: string };
}

export function homeIndex({ name, links }: Site, { siteUrl, basePath }: Settings): HomeIndex {
  const home = `${siteUrl}${basePath}`;
  return {
    name,
    roots: inEach((language) => links.root(language)),
    docs: inEach((language) => `${links.root(language)}/${NAMESPACE}/doc`),
    health: { live: `${home}/health/live`, ready: `${home}/health/ready` },
  };
}

function inEach(make: (language: Language) => string): PerLanguage<string> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as PerLanguage<string>;
}
