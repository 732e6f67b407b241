import { isSafeAddress } from './web-address.js';

/** Matches a URL in escaped text, without the punctuation after it. A final `;` belongs to it only in `&amp;`. */
export const URL_IN_TEXT =
  /https?:\/\/(?:(?!&(?:lt|gt|quot);)[^\s<>"'()[\]])+(?:\([^\s<>"']{0,500}\)(?:(?!&(?:lt|gt|quot);)[^\s<>"'()[\]])*)*(?<![.,:!?…»”]|(?<!&amp);)/g;

/** Turns addresses in escaped text without tags into hyperlinks. */
export function hyperlinkUrls(text: string): string {
  return text.replace(URL_IN_TEXT, (address) =>
    isSafeAddress(address.replaceAll('&amp;', '&')) ? `<a href="${address}">${address}</a>` : address,
  );
}
