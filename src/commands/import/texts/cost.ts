/** The currency that a source states beside a cost. */
interface StatedCurrency {
  /** The code of ISO 4217. */
  readonly code?: string | undefined;
  readonly symbol?: string | undefined;
}

/** Adds a currency to a cost of amounts alone, in place of a symbol that several currencies share: `$10` and `AUD`. */
export function costWithCurrency(cost: string | undefined, { code, symbol }: StatedCurrency): string | undefined {
  const mark = /^[a-z]{3}$/i.test(code ?? '') ? code!.toUpperCase() : symbol;
  if (cost === undefined || !mark) return cost;
  const amounts = (symbol ? cost.replaceAll(symbol, '') : cost).replace(/\s+/g, ' ').trim();
  return /^[\d., '’–-]*\d[\d., '’–-]*$/.test(amounts) ? `${amounts} ${mark}` : cost;
}

/** A text of so many digits alone would be a telephone number. */
const TELEPHONE = 1_000_000;

/** The cost of a number cell, which has no thousands separator: `20.125` is 20.13, and noise of fractions is dropped. */
export function costOfNumber(number: number): string {
  const cents = Math.round(Number(number.toPrecision(15)) * 100) / 100;
  return Number.isInteger(cents) && cents < TELEPHONE ? String(cents) : cents.toFixed(2);
}
