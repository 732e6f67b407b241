import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import french from 'ra-language-french';
import { useTranslate } from 'react-admin';
import { displayName, loadDocument } from './schema';
import { currentLanguage, keepLanguage, type Language } from './session';
import { en, type Texts } from './texts.en';
import { fr } from './texts.fr';

type Library = typeof english.ra;

/** The texts of the library, of which some have words of this page. */
const withOwn = (ra: Library, own: Texts): Texts & { ra: Library } => ({
  ...own,
  ra: {
    ...ra,
    auth: { ...ra.auth, logout: own.signIn.out },
    message: { ...ra.message, unsaved_changes: own.form.leave },
  },
});

/** The French of the library has the typography of France, and apostrophes of a typewriter. */
const quebec = JSON.parse(
  JSON.stringify(french.ra)
    .replaceAll("'", '’')
    .replaceAll(/\s([?!;])/g, '$1')
    .replaceAll(' :', '\u00a0:'),
) as Library;

const catalogs = { en: withOwn(english.ra, en), fr: withOwn(quebec, fr) };

/** A change of the language also loads the descriptions of fields in it. */
export const i18nProvider = polyglotI18nProvider(
  (locale) => {
    const language = locale as Language;
    if (language === currentLanguage()) return catalogs[language];
    return loadDocument(language).then(() => {
      keepLanguage(language);
      document.documentElement.lang = language;
      return catalogs[language];
    });
  },
  currentLanguage(),
  [
    { locale: 'en', name: 'English' },
    { locale: 'fr', name: 'Français' },
  ],
  { allowMissing: true },
);

const spaced = (name: string) => name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** The labels of kinds and fields; those that the catalogue does not have come from the document, or from the name. */
export function useLabels() {
  const t = useTranslate();
  const field = (name: string) => t(`field.${name}`, { _: spaced(name) });
  return {
    field,
    inLanguage: (name: string, language: Language) =>
      t('inLanguage', { label: field(name), language: t(`language.${language}`) }),
    kind: (kind: string, count = 2) => t(`kind.${kind}`, { smart_count: count, _: displayName(kind) }),
    newKind: (kind: string) => t(`newKind.${kind}`, { _: t('newKind.other', { kind: displayName(kind) }) }),
  };
}

/** Functions that write dates as the language of the page does: 7:00 p.m., 19 h. */
export function formats(language: Language = currentLanguage()) {
  const locale = language === 'fr' ? 'fr-CA' : 'en-CA';
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    const isFirst = language === 'fr' && options.month !== undefined;
    // 1er déc. What is no date, such as a year of five digits that is being typed, is shown as it is.
    return (local: string) =>
      Number.isNaN(asUtc(local).getTime())
        ? local
        : formatter.format(asUtc(local)).replace(isFirst ? /(?<!\d)1(?=\s\p{L})/u : /$^/, '1er');
  };
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const rangeOf = rangeFormat(language, (options) => format(options));
  const hour = format({ hour: 'numeric', minute: '2-digit' });
  // 19 h, 19 h 30, 7:00 p.m.: a line never breaks within a time.
  const time = (local: string) =>
    hour(local)
      .replace(/\sh\s00$/, ' h')
      .replaceAll(/\s/g, '\u00a0');
  const moment = (local: string) => `${day(local)}, ${time(local)}`;
  const longDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const inBrowser = (at: Date) => asLocal(new Date(at.getTime() - at.getTimezoneOffset() * 60_000));
  return {
    day,
    /** A day within a sentence: le samedi 28 novembre 2026. */
    longDay,
    /** The day of a point in time, in the time zone of the browser. */
    dayOf: (at: Date) => day(inBrowser(at)),
    longDayOf: (at: Date) => longDay(inBrowser(at)),
    /** From one day to another; one day as `day` writes it. */
    days: (first: string, last: string) => (first === last ? day(first) : rangeOf(first, last)),
    month: format({ month: 'long', year: 'numeric' }),
    weekday: format({ weekday: 'long' }),
    shortWeekday: format({ weekday: 'short' }),
    time,
    moment,
    /** A point in time, in the time zone of the browser. */
    instant: (at: Date) => moment(inBrowser(at)),
    /** The same within a sentence: le samedi 28 novembre 2026 à 19 h. */
    longInstant: (at: Date) => {
      const local = inBrowser(at);
      return `${longDay(local)} ${language === 'fr' ? 'à' : 'at'} ${time(local)}`;
    },
  };
}

type Format = (options: Intl.DateTimeFormatOptions) => (local: string) => string;

/** From May 28 – June 2, 2027 to du 28 mai au 2 juin 2027: what both days share is written once. */
function rangeFormat(language: Language, format: Format) {
  const [dayOfMonth, dayAndMonth] = [{ day: 'numeric' }, { day: 'numeric', month: 'short' }] as const;
  const whole = { ...dayAndMonth, year: 'numeric' } as const;
  if (language === 'en') {
    const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', ...whole });
    // The dash between words has blanks.
    return (first: string, last: string) =>
      formatter.formatRange(asUtc(first), asUtc(last)).replace(/\s?–\s?(?=\p{L})/u, ' – ');
  }
  return (first: string, last: string) => {
    const [isSameYear, isSameMonth] = [4, 7].map((length) => first.slice(0, length) === last.slice(0, length));
    const begin = isSameMonth
      ? format(dayOfMonth)(first).replace(/^1$/, '1er')
      : format(isSameYear ? dayAndMonth : whole)(first);
    return `du ${begin} au ${format(whole)(last)}`;
  };
}

/** Local times are compared and shown as if they were UTC, so that the time zone of the browser has no effect. */
export const asUtc = (local: string): Date =>
  new Date(`${local.slice(0, 19).replace(' ', 'T')}${local.length > 10 ? 'Z' : 'T00:00:00Z'}`);

/** The values of a date for the API, from a Date that is read as UTC. */
export const asLocal = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

/** The local time that it is now in a time zone; that of the browser where the zone is empty, or still being typed. */
export function nowIn(timeZone: string | null): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', ...options }).format(new Date());
  try {
    return format({ timeZone: timeZone || undefined });
  } catch {
    return format({});
  }
}
