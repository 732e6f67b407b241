/** The languages the site is published in. */
export const LANGUAGES = ['en', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

/** One value per language; a missing language does not compile. */
export type PerLanguage<T> = Record<Language, T>;

/** The values of a function for each language. */
export function perLanguage<T>(make: (language: Language) => T): PerLanguage<T> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as PerLanguage<T>;
}

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/** The language whose text is shown if a text does not exist in the requested one. */
export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'fr' : 'en';
}
