import { isLink } from './web-address.js';

/** An address in running text whose `<`, `>`, `"` and `&` are escaped, without the punctuation that follows it: a final `;` belongs to it only in `&amp;`. */
export const ADDRESS =
  /https?:\/\/(?:(?!&(?:lt|gt|quot);)[^\s<>"'()[\]])+(?:\([^\s<>"']{0,500}\)(?:(?!&(?:lt|gt|quot);)[^\s<>"'()[\]])*)*(?<![.,:!?…»”]|(?<!&amp);)/g;

/** Turns addresses in escaped text without tags into links. */
export function linked(text: string): string {
  return text.replace(ADDRESS, (address) =>
    isLink(address.replaceAll('&amp;', '&')) ? `<a href="${address}">${address}</a>` : address,
  );
}
