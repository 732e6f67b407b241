/** Figures as people read them. */

/**
 * @param {number | null | undefined} value
 * @returns {string} three significant digits, whole from 100 on: `0.86`, `12.3`, `4,321`; a dash where there is none
 */
export function shortNumber(value) {
  if (value === undefined || value === null) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

/**
 * @param {number} events
 * @returns {string} `10k`, `1M`
 */
export function shortSize(events) {
  if (events >= 1_000_000) return `${events / 1_000_000}M`;
  return events >= 1000 ? `${events / 1000}k` : String(events);
}
