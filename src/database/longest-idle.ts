/** Seconds after which a transaction in which nothing happens is ended, so that its locks hold up nobody. */
export const LONGEST_IDLE = 10;
