import { type Language, otherLanguage } from '../../../lib/i18n/language.js';
import { because, recordError } from '../messages.js';
import { type Body, languageOf, type RelatedSource, type Occurrence, type ReadOptions, TEXTS } from '../record.js';
import { costWithCurrency } from '../texts/cost.js';
import { textToHtml } from '../texts/html.js';
import { type Cells, flagIn, isPrivate } from './cells.js';
import { type Columns } from './columns.js';

interface Row {
  readonly cells: Cells;
  /** The texts of all its columns. */
  readonly texts: readonly string[];
  readonly columns: Columns;
}

/** @throws {CommandError} if there is no title or no start */
export function readRow(
  title: string,
  times: Pick<Occurrence, 'start' | 'end' | 'allDay' | 'timezone'>,
  { cells, texts, columns }: Row,
  options: ReadOptions,
) {
  if (title === '') throw recordError('noTitle');
  if (!cells.has('start_date')) throw recordError('noStart');
  const language = languageOf(cells.get('language'));
  const read = readDetails(title, cells, language ?? options.language ?? 'en');
  const id = cells.get('id') ?? '';
  const named = columns.header.map((name, place) => [name.trim().toLowerCase(), texts[place] ?? ''] as const);
  const isOwn = columns.isOwn && /^[1-9]\d{0,9}$/.test(id);
  const own = isOwn && { own: { id: Number(id), cells: Object.fromEntries(named) } };
  const occurrences = [{ ...times, key: '', isExcluded: isPrivate(cells), notes: notesOn(cells), ...read }];
  const isNumbered = id !== '' && !columns.isOwn;
  return { language, isNumbered, columns: byField(columns), occurrences, ...own };
}

function notesOn(cells: Cells) {
  const allDay = cells.get('all_day');
  return allDay !== undefined && flagIn(allDay) === undefined ? [because('unknownFlag', 'all_day', allDay)] : [];
}

function byField({ header, fields }: Columns): Record<string, string> {
  const names = fields.map((column, place) => {
    const { field = '', language } = column ?? {};
    return [language ? `translations.${language}.${field}` : field, header[place]!] as const;
  });
  return Object.fromEntries(names.reverse());
}

const PLAIN = ['event_status', 'event_status_reason', 'attendance', 'status'];
const ADDRESSES = ['website', 'image', 'online_url'];
const FLAGS = ['featured', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'ticketed'];

function readDetails(title: string, cells: Cells, language: Language): Pick<Occurrence, 'details' | 'relations'> {
  const own = (field: string) => cells.get(field) ?? cells.get(`${field}@${language}`);
  const secondLanguage = otherLanguage(language);
  const currency = { code: own('currency'), symbol: own('currency_symbol') };
  const costOf = (text: string | undefined) => costWithCurrency(withoutNoise(text), currency);
  const texts = TEXTS.flatMap((field) => {
    const text = cells.get(`${field}@${secondLanguage}`);
    return text === undefined ? [] : [[field, field === 'cost' ? costOf(text) : convertedText(field, text)] as const];
  });
  const organizers = valuesIn(own('organizer'));
  const categories = terms('categories', cells, secondLanguage);
  const tags = terms('tags', cells, secondLanguage);
  const details = {
    ...Object.fromEntries(PLAIN.map((field) => [field, own(field)])),
    ...Object.fromEntries(ADDRESSES.map((field) => [field, addressOf(own(field))])),
    ...Object.fromEntries(FLAGS.map((field) => [field, flagIn(own(field)) ?? own(field)])),
    cost: costOf(own('cost')),
    title: own('title') ?? title,
    description: htmlOf(own('description')),
    excerpt: htmlOf(own('excerpt')),
    translations: texts.length > 0 ? { [secondLanguage]: Object.fromEntries(texts) } : undefined,
    venue: venuesIn(cells, secondLanguage),
    organizer:
      organizers && inBoth('organizer', organizers, valuesIn(cells.get(`organizer@${secondLanguage}`)), secondLanguage),
    categories: categories.names,
    tags: tags.names,
  };
  return { details, relations: { ...categories.relations, ...tags.relations } };
}

function convertedText(field: string, text: string): string | undefined {
  if (field === 'description' || field === 'excerpt') return htmlOf(text);
  return ADDRESSES.includes(field) ? addressOf(text) : text;
}

/** An address as browsers understand it, which `www.` begins without a protocol. Validation refuses other texts. */
function addressOf(text: string | undefined): string | undefined {
  return text?.replace(/^(?=www\.)/i, 'https://');
}

/** Four decimals and more are never thousands, but noise of a calculation: `16.666666666666668`. */
function withoutNoise(cost: string | undefined): string | undefined {
  return cost !== undefined && /^\d+\.\d{4,}$/.test(cost) ? Number(cost).toFixed(2) : cost;
}

function htmlOf(text: string | undefined): string | undefined {
  return text === undefined || /<[a-z][^>]*>/i.test(text) ? text : textToHtml(text);
}
/** Values are separated by semicolons, or by commas if there are no semicolons. */
function valuesIn(text: string | undefined, divider = text?.includes(';') ? ';' : ','): string[] | undefined {
  return text
    ?.split(divider)
    .map((value) => value.trim())
    .filter(Boolean);
}

function inBoth(
  field: string,
  names: readonly string[],
  translatedNames: readonly string[] = [],
  secondLanguage: Language,
): Body[] {
  const translated = (name: string | undefined) => name && { translations: { [secondLanguage]: { [field]: name } } };
  return names.map((name, place) => ({ [field]: name, ...translated(translatedNames[place]) }));
}

function terms(kind: 'categories' | 'tags', cells: Cells, secondLanguage: Language) {
  const [names, translatedNames] = [valuesIn(cells.get(kind)), valuesIn(cells.get(`${kind}@${secondLanguage}`))];
  if (!names || !translatedNames) return { names };
  const bodies = inBoth('name', names, translatedNames, secondLanguage);
  const related = bodies.map((body, place): RelatedSource => ({ kind, id: `table:${kind}:${names[place]}`, body }));
  return { relations: { [kind]: related } };
}

/** Venues, which are only separated by semicolons, since names and addresses contain commas. */
function venuesIn(cells: Cells, secondLanguage: Language): Body[] | undefined {
  const list = (field: string) => valuesIn(cells.get(field), ';');
  const names = list('venue');
  if (!names?.length) return undefined;
  const shared = Object.fromEntries(['province', 'state', 'country'].map((field) => [field, cells.get(field)]));
  return inBoth('venue', names, list(`venue@${secondLanguage}`), secondLanguage).map((venue, place) => {
    // If not every venue has a street, it is not known which one a street belongs to.
    const own = ['address', 'zip', 'city'].flatMap((field) => {
      const values = list(field);
      return values?.length === names.length ? [[field, values[place]] as const] : [];
    });
    return { ...venue, ...Object.fromEntries(own), ...shared };
  });
}
