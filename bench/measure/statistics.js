/** Numbers about numbers. */

/**
 * @param {ArrayLike<number>} sorted ascending, at least one
 * @param {number} share such as 0.99
 * @returns {number} the nearest-rank percentile
 */
export const percentile = (sorted, share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];

/**
 * @param {number[]} values at least one
 * @returns {number} the middle one; of an even number the mean of the two in the middle
 */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {[number, number][]} points
 * @returns {number} by how much y grows with x, by least squares; 0 for fewer than two points
 */
export function slope(points) {
  const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const together = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return spread === 0 ? 0 : together / spread;
}
