/** Maximum length of a stored URL in characters, which all browsers and proxies support. */
export const MAX_URL_LENGTH = 2048;

/** Matches blanks, control characters, lone surrogates, and characters that would end an HTML attribute or tag. */
export const INVALID_URL_CHARACTERS = /[\s\p{Cc}\p{Cs}<>"\\]/u;

/** An absolute `http` or `https` address (WHATWG URL) that all programs interpret alike. */
export function isAbsoluteUrl(text: string): boolean {
  // `URL` accepts a missing `//` and blanks, with which the stored address would not work elsewhere.
  return /^https?:\/\/[^/]/i.test(text) && !INVALID_URL_CHARACTERS.test(text) && URL.canParse(text);
}

/** Whether an absolute address contains a user or password: `https://user:secret@example.com`. */
export function hasCredentials(address: string): boolean {
  return /^https?:\/\/[^/?#\\]*@/i.test(address);
}

/**
 * Whether a link or image inside HTML may keep its address: absolute, without a password. Browsers repair blanks in it.
 * Long addresses, and those with `<`, are removed before sanitize-html parses them, which takes quadratic time.
 */
export function isSafeAddress(address: string): boolean {
  if (address.length > 2 * MAX_URL_LENGTH || /[<>]/.test(address)) return false;
  return /^(?:mailto|tel):/i.test(address) || /^https?:\/\/[^\s/?#\\@]+(?:[/?#]|$)/i.test(address);
}
