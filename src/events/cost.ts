import { Fault } from '../common/errors/fault.js';
import { type Language, type PerLanguage } from '../common/language/language.js';
import { line } from '../common/values/text.js';
import { currencyMark, currencyOf, currencySign, formatAmount } from './currency.js';

/**
 * A cost is stored as one text that belongs to no language. Where it was understood: amounts from low to high with a dot
 * for decimals, then the currency where one was named (`0`, `20`, `10 - 20.50 EUR`, `10, 20, 30 $`). Otherwise the text as written.
 */
export type StoredCost = string;

export interface CostDetails {
  currency_symbol: string;
  /** ISO 4217. */
  currency_code: string;
  currency_position: 'prefix' | 'postfix';
  /** Amounts as text, with a dot and two decimals where not whole: `["10","20.50"]`. */
  values: string[];
}

interface Prices {
  amounts: string[];
  mark: string | undefined;
}

const FREE: PerLanguage<string> = { en: 'Free', fr: 'Gratuit' };

/** What the column of a cost holds. */
const MAX_LENGTH = 255;

/** A stored cost reads longer: with a currency beside each amount, and two decimals. */
const parseLine = line(4 * MAX_LENGTH);

/** A cost from text, a number, or a list of both; also the display text of either language. Null for an empty one. */
export function parseCost(raw: unknown): StoredCost | null | Fault {
  const parts = [raw].flat().map(partText);
  if (parts.includes(undefined)) return new Fault((messages) => messages.cost);
  const text = parseLine(parts.filter((part) => part?.trim()).join(', '));
  if (text instanceof Fault) return text;
  const prices = readPrices(text);
  const stored = prices ? written(prices) : text;
  return [...stored].length > MAX_LENGTH ? new Fault((messages) => messages.tooLong(MAX_LENGTH)) : stored || null;
}

/** `$10 – $20`, `10 $ – 20 $`, `Free`, `Gratuit`, or the text as it was written; null for no cost. */
export function displayCost(stored: StoredCost | null, language: Language, siteCurrency: string): string | null {
  if (stored === null) return null;
  const prices = readPrices(stored);
  if (!prices) return stored;
  const currency = currencyOf(prices.mark, siteCurrency);
  const shown = prices.amounts.map((amount) =>
    amount === '0' ? FREE[language] : formatAmount(amount, currency, language, siteCurrency),
  );
  return shown.join(shown.length === 2 ? ' – ' : ', ');
}

/** Currency and amounts. Without a cost it is the site's currency and no values: a form can be drawn from it, and the shape is one. */
export function costDetails(stored: StoredCost | null, language: Language, siteCurrency: string): CostDetails {
  const prices = stored === null ? undefined : (readPrices(stored) ?? pricesIn(stored));
  const currency = currencyOf(prices?.mark, siteCurrency);
  const { symbol, position } = currencySign(currency, language, siteCurrency);
  return {
    currency_symbol: symbol,
    currency_code: currency,
    currency_position: position,
    values: prices?.amounts ?? [],
  };
}

/**
 * Whether two costs read alike. A display text that is sent back names the site's currency where the stored text left it
 * open, so the two are compared as they are shown.
 */
export function sameCost(
  one: StoredCost | null,
  other: StoredCost | null,
  language: Language,
  siteCurrency: string,
): boolean {
  return displayCost(one, language, siteCurrency) === displayCost(other, language, siteCurrency);
}

/** Numbers above this are no prices, and lose cents. */
const MAX_AMOUNT = 1e12;

function partText(part: unknown): string | undefined {
  if (part === null || part === undefined) return '';
  if (typeof part === 'string') return part;
  if (typeof part !== 'number' || !(part >= 0 && part < MAX_AMOUNT)) return undefined;
  return Number.isInteger(part) ? String(part) : part.toFixed(2);
}

/** `1,234.50`, `1 234,50`, `1.234`, `1'234.5`: a group separator, then another one before decimals. */
const GROUPED = String.raw`[1-9]\d{0,2}(?<group>[ ,.'])\d{3}(?:\k<group>\d{3}){0,2}(?:(?!\k<group>)[.,]\d{1,2})?`;
const NUMBER = String.raw`(?<number>${GROUPED}|\d{1,12}(?:[.,]\d{1,2})?)(?!\d|[.,]\d)`;
const MARK = String.raw`\p{Lu}{0,3}\p{Sc}(?: ?\p{Lu}{2}(?!\p{L}))?|(?:euros?|dollars?|\p{L}{3})(?!\p{L})`;

const PRICE = new RegExp(`^(?<before>${MARK})? ?${NUMBER} ?(?<after>${MARK})?$`, 'u');
const NUMBERS_IN_TEXT = new RegExp(String.raw`(?<!\d|\d[.,])${NUMBER}`, 'gu');
const MARKS_IN_TEXT = new RegExp(String.raw`(?<!\p{L})(?:${MARK})(?= ?\d)|(?<=\d ?)(?:${MARK})`, 'gu');

/** The prices, if the whole text is one, a range, or a list of them in one currency. */
function readPrices(text: string): Prices | undefined {
  const parts = withPlainBlanks(text).split(/ ?[-–—] ?/);
  // A dash between more than two is a date or a telephone number.
  const prices = (parts.length === 2 ? parts : withPlainBlanks(text).split(/[,;] /)).map(readPrice);
  const marks = new Set(prices.map((price) => price?.mark).filter((mark) => mark !== undefined));
  if (!prices.every((price) => price !== undefined) || marks.size > 1) return undefined;
  const amounts = [...new Set(prices.map(({ amount }) => amount))].sort((a, b) => Number(a) - Number(b));
  return { amounts, mark: amounts.every((amount) => amount === '0') ? undefined : [...marks][0] };
}

function readPrice(text: string): { amount: string; mark?: string } | undefined {
  if (/^(?:free|gratuit(?:e|s|es)?)$/i.test(text)) return { amount: '0' };
  const { number, before, after } = PRICE.exec(text)?.groups ?? {};
  const name = before ?? after;
  if (number === undefined || (before !== undefined && after !== undefined)) return undefined;
  if (name === undefined) return { amount: plainAmount(number) };
  const mark = currencyMark(name);
  return mark === undefined ? undefined : { amount: plainAmount(number), mark };
}

/** The numbers in a text that says more than prices, and the first currency that stands beside one. */
function pricesIn(text: string): Prices {
  const plain = withPlainBlanks(text);
  const marks = [...plain.matchAll(MARKS_IN_TEXT)].map(([name]) => currencyMark(name));
  const numbers = [...plain.matchAll(NUMBERS_IN_TEXT)].map(({ groups }) => plainAmount(groups?.number ?? ''));
  return { amounts: numbers, mark: marks.find((mark) => mark !== undefined) };
}

function written({ amounts, mark }: Prices): StoredCost {
  return amounts.join(amounts.length === 2 ? ' - ' : ', ') + (mark === undefined ? '' : ` ${mark}`);
}

/** `1 234,5` as `1234.50`, `20.00` as `20`. */
function plainAmount(number: string): string {
  const [all, cents = ''] = /[.,](\d{1,2})$/.exec(number) ?? [''];
  const whole = String(Number(number.slice(0, number.length - all.length).replace(/\D/g, '')));
  return Number(cents) === 0 ? whole : `${whole}.${cents.padEnd(2, '0')}`;
}

function withPlainBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
