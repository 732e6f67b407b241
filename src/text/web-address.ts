/** The longest address that is stored, in characters; browsers and proxies agree on about this much. */
export const MAX_URL_LENGTH = 2048;

/** Blanks, control characters, lone surrogates, and what would end an HTML attribute or tag. */
export const UNFIT_FOR_ADDRESS = /[\s\p{Cc}\p{Cs}<>"\\]/u;

/** An absolute `http` or `https` address (WHATWG URL) that all programs read alike. */
export function isAbsolute(text: string): boolean {
  // `URL` accepts a missing `//` and blanks, with which the stored address would not work elsewhere.
  return /^https?:\/\/[^/]/i.test(text) && !UNFIT_FOR_ADDRESS.test(text) && URL.canParse(text);
}

/** Whether an absolute address contains a user or password: `https://user:secret@example.com`. */
export function hasCredentials(address: string): boolean {
  return /^https?:\/\/[^/?#\\]*@/i.test(address);
}

/**
 * Whether a link or image inside HTML may keep its address: absolute, without a password. Browsers mend blanks inside.
 * Longer ones, and those with `<`, are refused before sanitize-html looks at them: its time grows with their square.
 */
export function isLink(address: string): boolean {
  if (address.length > 2 * MAX_URL_LENGTH || /[<>]/.test(address)) return false;
  return /^(?:mailto|tel):/i.test(address) || /^https?:\/\/[^\s/?#\\@]+(?:[/?#]|$)/i.test(address);
}
