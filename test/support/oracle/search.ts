/** A word or phrase of a search. */
export interface Term {
  text: string;
  excluded: boolean;
}

/** Section 4, `search`: case, accents and the shape of quotes do not matter; œ is oe. */
export function plain(text: string): string {
  return text
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('ß', 'ss');
}

export function matches(terms: readonly Term[] | undefined, fields: readonly string[]): boolean {
  if (!terms) return true;
  const words = terms
    .map(({ text, excluded }) => ({ spellings: spellingsOf(plain(text)), excluded }))
    .filter(({ spellings: [first] }) => first !== '');
  const occurs = (spelling: string) => fields.some((field) => plain(field).includes(spelling));
  return words.length > 0 && words.every(({ spellings, excluded }) => spellings.some(occurs) !== excluded);
}

/** Outside quotation marks, signs around a word do not count, and a hyphen is also a blank or nothing. */
function spellingsOf(text: string): string[] {
  if (text.includes(' ')) return [text];
  const word = singular(text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return ['-', ' ', ''].map((joint) => word.replace('-', joint));
}

/** Outside quotation marks the plural in s or x of words of five letters or more is ignored. */
function singular(text: string): string {
  return text.includes(' ') ? text : text.replace(/(\p{L}{4})[sx]$/u, '$1');
}

/** The text of a search, with phrases in quotes. */
export function serializeSearch(terms: readonly Term[]): string {
  return terms
    .map(({ text, excluded }) => `${excluded ? '-' : ''}${text.includes(' ') ? `"${text}"` : text}`)
    .join(' ');
}
