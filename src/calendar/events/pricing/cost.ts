import { LRUCache } from 'lru-cache';
import { FieldError } from '../../../lib/errors/field-error.js';
import { type Language, type PerLanguage } from '../../../lib/i18n/language.js';
import { parsePlainText } from '../../../lib/text/sanitize.js';
import { type CostDetailsDto } from '../event-parts.dto.js';
import { statesFree } from './free-texts.js';
import { currencyMark, currencyOf, currencySign, formatAmount } from './currency.js';

/**
 * A cost as it is stored, in no language. If it was parsed: amounts in ascending order with a decimal point, then the
 * currency if the text has one (`0`, `20`, `10 - 20.50 EUR`, `10, 20, 30 $`). Otherwise the text as it was sent.
 */
export type StoredCost = string;

/** One price in a text. */
interface ReadPrice {
  amount: string;
  mark?: string;
  /** Whether the symbol follows the amount. */
  isBehind?: boolean;
}

interface Prices {
  readonly amounts: readonly string[];
  readonly mark: string | undefined;
}

const FREE: PerLanguage<string> = { en: 'Free', fr: 'Gratuit' };

/** Length of the column `cost`, in characters. */
const MAX_LENGTH = 255;

/** The stored form may be longer than the input, since each amount has a currency and two decimals. */
const parseLine = parsePlainText(4 * MAX_LENGTH);

/** Parses a text, a number or a list of these. A text may be a displayed one that is sent back. Null if it is empty. */
export function parseCost(raw: unknown): StoredCost | null | FieldError {
  const parts = [raw].flat().map(partText);
  const error = parts.find((part) => part instanceof FieldError);
  if (error) return error;
  const text = parseLine(
    parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '').join(', '),
  );
  if (text instanceof FieldError) return text;
  const prices = parsePrices(text);
  const stored = prices ? formatStored(prices) : text;
  return [...stored].length > MAX_LENGTH ? new FieldError((messages) => messages.tooLong(MAX_LENGTH)) : stored || null;
}

/** Whether the whole stored cost was parsed as prices, so that they can be offers. */
export function isPriced(stored: StoredCost | null): boolean {
  return stored !== null && (parsePrices(stored) !== undefined || pricesIn(stored) === FREE_OF_CHARGE);
}

/** The price category: `paid` if any amount is above zero. */
export const PRICES = ['free', 'paid'] as const;
export type Price = (typeof PRICES)[number];

/** The price category of a stored cost; null if it has no amount. */
export function priceOf(stored: StoredCost | null): Price | null {
  const amounts = stored === null ? [] : (parsePrices(stored) ?? pricesIn(stored)).amounts;
  if (amounts.length === 0) return null;
  return amounts.every((amount) => Number(amount) === 0) ? 'free' : 'paid';
}

/** A cost as it is shown in a language. */
interface PresentedCost {
  /** `$10 – $20`, `10 $ – 20 $`, `Free`, `Gratuit`, or the text as it was written; null for no cost. */
  readonly text: string | null;
  /** The currency and the amounts. Without a cost, they are the site's currency and no values. */
  readonly details: Readonly<CostDetailsDto>;
}

/** A cache, since formatting a cost takes as long as presenting the rest of an event. Many events have the same. */
const presentedCosts = new LRUCache<string, PresentedCost>({ max: 2000 });

/** Each caller gets a copy of the details. */
export function presentCost(stored: StoredCost | null, language: Language, siteCurrency: string): PresentedCost {
  const key = `${language} ${siteCurrency} ${stored === null ? '' : `:${stored}`}`;
  const presented = presentedCosts.get(key) ?? newlyPresented(stored, language, siteCurrency);
  presentedCosts.set(key, presented);
  const { text, details } = presented;
  return { text, details: { ...details, values: [...details.values] } };
}

function newlyPresented(stored: StoredCost | null, language: Language, siteCurrency: string): PresentedCost {
  const prices = stored === null ? undefined : parsePrices(stored);
  const { amounts, mark } = prices ?? (stored === null ? NO_PRICES : pricesIn(stored));
  const currency = currencyOf(mark, siteCurrency);
  const shown = (prices ? amounts : []).map((amount) =>
    amount === '0' ? FREE[language] : formatAmount(amount, currency, language, siteCurrency),
  );
  const { symbol, position } = currencySign(currency, language, siteCurrency);
  return {
    text: prices ? shown.join(shown.length === 2 ? ' – ' : ', ') : stored,
    details: {
      currency_symbol: symbol,
      currency_code: currency,
      currency_position: position,
      values: [...amounts],
    },
  };
}

const NO_PRICES: Prices = { amounts: [], mark: undefined };

/** Whether two costs are displayed alike: a text that is sent back has the currency that the stored one may lack. */
export function sameCost(
  one: StoredCost | null,
  other: StoredCost | null,
  language: Language,
  siteCurrency: string,
): boolean {
  const marks = [one, other].map((cost) => (cost === null ? undefined : parsePrices(cost)?.mark));
  const [first, second] = marks.map((mark) => mark && currencyOf(mark, siteCurrency));
  // The text of a free event has no currency.
  const isOtherCurrency = first !== undefined && second !== undefined && first !== second;
  const [was, is] = [one, other].map((cost) => presentCost(cost, language, siteCurrency).text);
  return was === is && !isOtherCurrency;
}

/** Greater numbers are not prices, and would lose cents. */
const MAX_AMOUNT = 1e12 - 1;

function partText(part: unknown): string | FieldError {
  if (part === null || part === undefined) return '';
  if (typeof part === 'string') return part;
  if (typeof part !== 'number') return new FieldError((messages) => messages.cost);
  if (!(part >= 0 && part <= MAX_AMOUNT)) return new FieldError((messages) => messages.costRange(MAX_AMOUNT));
  if (Number.isInteger(part)) return wholeAmount(String(part));
  const inCents = part.toFixed(2);
  return Math.abs(Number(inCents) - part) <= part * NOISE
    ? inCents
    : new FieldError((messages) => messages.costDecimals);
}

/** The relative rounding error of binary fractions: `0.1 + 0.2` is 0.30000000000000004. */
const NOISE = 16 * Number.EPSILON;

/** Appends `.00` to a long number: in the stored text, the digits alone would be a telephone number. */
function wholeAmount(digits: string): string {
  return isTelephone(digits) ? `${digits}.00` : digits;
}

/** `1,234.50`, `1 234,50`, `1.234`, `1'234.5`: a group separator, then another one before decimals. `0612345678` is no price. */
const GROUPED = String.raw`[1-9]\d{0,2}(?<group>[ ,.'])\d{3}(?:\k<group>\d{3}){0,2}(?:(?!\k<group>)[.,]\d{1,2})?`;
const NUMBER = String.raw`(?<number>${GROUPED}|(?:\d{1,3}|[1-9]\d{3,8})(?:[.,]\d{1,2})?|[1-9]\d{9,11}[.,]\d{1,2})(?!\d|[.,]\d)`;
/** Like NUMBER, but without named groups, and without leading zeros as in telephone numbers (`050`). */
const AMOUNT = String.raw`(?:[1-9]\d{0,2}(?:(?: \d{3}){1,3}|(?:,\d{3}){1,3}|(?:\.\d{3}){1,3}|(?:'\d{3}){1,3})|0|[1-9]\d{0,11})(?:[.,]\d{1,2})?(?!\d)`;
const MARK = String.raw`(?:\p{Lu}{2,3} )?\p{Lu}{0,3}\p{Sc}(?: ?\p{Lu}{2,3}(?!\p{L}))?|(?:euros?|dollars?|\p{L}{3})(?!\p{L})`;
/** Follows an amount with a currency symbol before it: `$20 US`. */
const COUNTRY = String.raw`\p{Lu}{2}(?!\p{L})`;

const PRICE = new RegExp(`^(?<before>${MARK})? ?${NUMBER} ?(?<after>${MARK}|${COUNTRY})?$`, 'u');

/** `555-0120` is a telephone number, not a range. */
const TELEPHONE = /^\d{3}[-–—]\d{4}$/;

/**
 * Telephone numbers inside a text, also before a currency symbol that belongs to the next amount. Digits that are
 * grouped by no-break spaces do not match, since they are one amount.
 */
const TELEPHONES = new RegExp(
  String.raw`(?<!\d)(?:\d{3} \d{3} \d{3,4}|\d{10,}|\d{7,}(?= ?(?:${MARK}) ?\d))(?![.,]?\d)`,
  'gu',
);

/** Whether a number without a currency has so many digits that it is probably a telephone number. */
function isTelephone(number: string): boolean {
  return /^\d{7,}$/.test(number);
}

/** The prices, if the whole text is a price, a range, or a list of prices in one currency. */
function parsePrices(text: string): Prices | undefined {
  if (TELEPHONE.test(text) || withoutTelephones(text) !== text) return undefined;
  const ends = withPlainBlanks(text).split(/ ?[-–—] ?/);
  // More than two numbers with dashes are a date or a telephone number.
  const isRange = ends.length === 2;
  const prices = (isRange ? ends : withPlainBlanks(text).split(/[,;] /)).map(parsePrice);
  if (!prices.every((price) => price !== undefined) || !(isRange || shareCurrency(prices))) return undefined;
  const marks = new Set(prices.map((price) => price.mark).filter((mark) => mark !== undefined));
  if (marks.size > 1) return undefined;
  const amounts = [...new Set(prices.map(({ amount }) => amount))].sort((a, b) => Number(a) - Number(b));
  return { amounts, mark: [...marks][0] };
}

/** In a list, each price has a currency, or only the last (`5, 10, 15 $`), or none. Other numbers are years or ages. */
function shareCurrency(prices: readonly ReadPrice[]): boolean {
  const paid = prices.filter(({ amount }) => amount !== '0');
  const marked = paid.filter(({ mark }) => mark !== undefined);
  if (marked.length === 0 || marked.length === paid.length) return true;
  return marked.length === 1 && marked[0] === prices.at(-1) && marked[0]?.isBehind === true;
}

function parsePrice(text: string): ReadPrice | undefined {
  if (/^(?:free|gratuit(?:e|s|es)?)$/i.test(text)) return { amount: '0' };
  const { number, before, after } = PRICE.exec(text)?.groups ?? {};
  if (number === undefined) return undefined;
  if (before === undefined && after === undefined) {
    return isTelephone(number) ? undefined : { amount: plainAmount(number) };
  }
  const mark = currencyMark(`${before ?? ''}${after ?? ''}`);
  return mark === undefined ? undefined : { amount: plainAmount(number), mark, isBehind: before === undefined };
}

/** A price within a longer text, or a range that shares one symbol: `7.50€`, `EUR 5`, `de 6 à 25 €`. */
const PRICE_IN_TEXT = new RegExp(
  [
    String.raw`(?:(?<!\p{L})(?<before>${MARK}) ?|(?<![\p{L}\d]|\d[.,'/–-]|\d \d\d ))`,
    String.raw`(?<number>${AMOUNT})(?: ?(?:[-–—/]|à|to) ?(?<end>${AMOUNT}))?(?!\d|[.,'/–-]\d)`,
    // A symbol directly before a digit belongs to that number: `555 $5`.
    String.raw`(?: ?(?<after>${MARK}|${COUNTRY})(?!\d))?`,
  ].join(''),
  'gu',
);

/** The numbers with a currency in a longer text, and the first currency. Others are ages, dates or telephones. */
function pricesIn(text: string): Prices {
  const amounts = new Set<string>();
  const marks: string[] = [];
  for (const { groups } of withPlainBlanks(withoutTelephones(text)).matchAll(PRICE_IN_TEXT)) {
    const { before, after } = groups ?? {};
    const mark = currencyMark(`${before ?? ''}${after ?? ''}`) ?? markIn(before) ?? markIn(after);
    if (mark === undefined) continue;
    marks.push(mark);
    for (const number of [groups?.number, groups?.end]) if (number !== undefined) amounts.add(plainAmount(number));
  }
  if (amounts.size === 0 && statesFree(text)) return FREE_OF_CHARGE;
  return { amounts: [...amounts], mark: marks[0] };
}

const FREE_OF_CHARGE: Prices = { amounts: ['0'], mark: undefined };

/** The currency in a text without the capital letters around it: `€ HT` is €, but `$ US` is not $. */
function markIn(name: string | undefined): string | undefined {
  return name === undefined
    ? undefined
    : (currencyMark(name) ?? currencyMark(name.replace(/^\p{Lu}{2,3} | ?\p{Lu}{2,3}$/gu, '')));
}

function formatStored({ amounts, mark }: Prices): StoredCost {
  return amounts.map(wholeAmount).join(amounts.length === 2 ? ' - ' : ', ') + (mark === undefined ? '' : ` ${mark}`);
}

/** `1 234,5` as `1234.50`, `20.00` as `20`. */
function plainAmount(number: string): string {
  const [all, cents = ''] = /[.,](\d{1,2})$/.exec(number) ?? [''];
  const whole = String(Number(number.slice(0, number.length - all.length).replace(/\D/g, '')));
  return Number(cents) === 0 ? whole : `${whole}.${cents.padEnd(2, '0')}`;
}

function withoutTelephones(text: string): string {
  return text.replace(TELEPHONES, '…');
}

function withPlainBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
