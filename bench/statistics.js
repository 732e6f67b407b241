/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * @param {number[]} values
 * @param {number} share 0.99 for the 99th percentile
 */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
