/** Goals: upper or lower limits of figures, by the size of the calendar and the database. */

/**
 * @typedef {object} Limit
 * @property {'u' | 'ms' | '/s' | 's' | 'MiB' | 'x' | ''} unit
 * @property {number} sqlite
 * @property {number} server MariaDB and MySQL
 * @property {boolean} [isLeast] whether more is better
 */

/** @typedef {{ small?: Limit, large?: Limit, huge?: Limit }} Limits below 100,000 events, below a million, and above */

/** @returns {Limit} */
export const atMost = (unit, sqlite, server = sqlite) => ({ unit, sqlite, server });

/** @returns {Limit} */
export const atLeast = (unit, sqlite, server = sqlite) => ({ unit, sqlite, server, isLeast: true });

/** @returns {Limits} the same goal for 10,000 and for 100,000 events */
export const always = (limit) => ({ small: limit, large: limit });

/** @returns {Limits} a goal that grows at most by this factor */
export const within = (factor, limit) => ({
  small: limit,
  large: atMost(limit.unit, factor * limit.sqlite, factor * limit.server),
});

/**
 * @param {Limits} limits
 * @param {{ kind: string, size: number }} calendar
 * @returns {{ unit: string, value: number, isLeast: boolean } | undefined}
 */
export function goalFor({ small, large, huge }, { kind, size }) {
  const limit = size >= 1_000_000 ? huge : size >= 100_000 ? large : small;
  return (
    limit && { unit: limit.unit, value: kind === 'sqlite' ? limit.sqlite : limit.server, isLeast: !!limit.isLeast }
  );
}

/**
 * @param {NonNullable<ReturnType<typeof goalFor>>} goal
 * @param {number} value
 */
export const isMet = ({ value: limit, isLeast }, value) => (isLeast ? value >= limit : value <= limit);
