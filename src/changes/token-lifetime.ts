/** Milliseconds. */
export const DAY = 86_400_000;

/** Days for which a token is valid. */
export const TOKEN_DAYS = 90;

/** Days since 1970. */
export const today = (): number => Math.floor(Date.now() / DAY);
