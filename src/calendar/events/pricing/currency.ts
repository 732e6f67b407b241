import { type Language } from '../../../lib/i18n/language.js';

/** If currencies share a symbol, the first of this list has it. These codes are also recognized in lower case. */
const MAJOR = ['USD', 'EUR', 'GBP', 'JPY', 'KRW', 'CAD', 'CHF', 'AUD'];

const WORDS = new Map(Object.entries({ euro: '€', euros: '€', dollar: '$', dollars: '$' }));

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The stored form of a currency in a text (`US$`, `$CAD`, `euros`): a symbol or an ISO 4217 code. */
export function currencyMark(text: string): string | undefined {
  const mark = WORDS.get(text.toLowerCase()) ?? text.replace(/\s/g, '');
  if (CODES.has(mark) || codesBySymbol().has(mark)) return mark;
  return MAJOR.find((code) => code.toLowerCase() === mark) ?? codeWithSign(mark);
}

/** `$CAD` and `CAD$` mean the code. A code with the symbol of another currency is not recognized. */
function codeWithSign(mark: string): string | undefined {
  const { sign, letters } = /^(?=.*?(?<sign>\p{Sc}))\p{Sc}?(?<letters>\p{L}{3})\p{Sc}?$/u.exec(mark)?.groups ?? {};
  const code = letters === undefined ? undefined : currencyMark(letters);
  return sign !== undefined && code !== undefined && currencyOf(sign, code) === code ? code : undefined;
}

/** The ISO 4217 code of a stored symbol or code, for a site with this currency: `$` is the dollar of the site. */
export function currencyOf(mark: string | undefined, siteCurrency: string): string {
  if (mark === undefined || mark === ownSymbol(siteCurrency)) return siteCurrency;
  return codesBySymbol().get(mark) ?? mark;
}

/** An amount such as `10` or `10.50`, with its currency: `$10.50`, `10,50 $`. Blanks inside are U+00A0. */
export function formatAmount(amount: string, currency: string, language: Language, siteCurrency: string): string {
  return formatter(language, currency, displayFor(currency, siteCurrency), amount.includes('.') ? 2 : 0)
    .format(Number(amount))
    .replace(/\s/g, '\u00A0');
}

/** The symbol that formatAmount uses, and its side. */
export function currencySign(currency: string, language: Language, siteCurrency: string) {
  const format = formatter(language, currency, displayFor(currency, siteCurrency), 0);
  const position = format.formatToParts(1)[0]?.type === 'currency' ? ('prefix' as const) : ('postfix' as const);
  return { symbol: symbolIn(format) ?? currency, position };
}

type Display = 'narrowSymbol' | 'code';

/** The code is used if the symbol would be taken for another currency, such as US dollars on a Canadian site. */
function displayFor(currency: string, siteCurrency: string): Display {
  return currencyOf(ownSymbol(currency), siteCurrency) === currency ? 'narrowSymbol' : 'code';
}

function ownSymbol(currency: string): string {
  return symbolIn(formatter('en', currency, 'narrowSymbol', 0)) ?? currency;
}

function wideSymbol(currency: string, locale: string): string {
  return symbolIn(new Intl.NumberFormat(locale, { style: 'currency', currency })) ?? currency;
}

function symbolIn(format: Intl.NumberFormat): string | undefined {
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value;
}

/** The common short form of the Canadian dollar, and the symbol of the Nicaraguan córdoba. */
const CANADIAN = ['C$', 'CAD'] as const;

let symbols: Map<string, string> | undefined;

/** The symbols of all currencies, narrow (`$`, `€`) and wide (`US$`, `CA$`, `$US`). Computing them is slow. */
function codesBySymbol(): ReadonlyMap<string, string> {
  if (symbols) return symbols;
  symbols = new Map([CANADIAN]);
  for (const code of [...MAJOR, ...CODES]) {
    const names = [ownSymbol(code), ...['en', 'en-CA', 'fr'].map((locale) => wideSymbol(code, locale))];
    // Symbols that consist of letters (kr, L, K) are ordinary words elsewhere.
    for (const name of names) if (/\p{Sc}/u.test(name) && !symbols.has(name)) symbols.set(name, code);
  }
  return symbols;
}

function formatter(language: Language, currency: string, currencyDisplay: Display, decimals: number) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay, ...digits });
}
