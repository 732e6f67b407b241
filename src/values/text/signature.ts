/**
 * Signatures of texts: which groups of three letters (bytes of UTF-8) a text has, in a few bits, so that most texts without
 * a word are told from their signatures alone. See Faloutsos, “Signature files” (superimposed coding). A signature never
 * denies what a text has; it may claim what the text has not. They are stored: whoever changes how they are made has a
 * migration make them anew.
 */

/** Characters of a signature. At 300 groups a third of its bits are taken, at 600 half of them. */
export const SIGNATURE_LENGTH = 144;

/** Bits that a character has: it is ASCII, whose codes from 64 on end with any six bits. */
const BITS = 6;
const FREE = 0b1111111;

/** The signature of any text, where nothing is known of it. */
export const ANY_TEXT = '@'.repeat(SIGNATURE_LENGTH);

/** What makes a text worth looking at: the bits of the character at a place of its signature, from 1 on, are all 0. */
export interface SignatureTest {
  readonly place: number;
  readonly bits: number;
}

/** The signature of a text, folded, in UTF-8: characters from `@` to `DEL`, a bit of which is 0 where the text has a group of it. */
export function signatureOf(text: Uint8Array): string {
  const characters = Buffer.alloc(SIGNATURE_LENGTH, FREE);
  mark(characters, text);
  return characters.toString('latin1');
}

/** What the signatures of all texts pass in which these words occur: substrings, folded. None where all are too short. */
export function signatureTests(words: readonly string[]): SignatureTest[] {
  const characters = Buffer.alloc(SIGNATURE_LENGTH, FREE);
  for (const word of words) mark(characters, Buffer.from(word));
  return [...characters].flatMap((code, index) => (code === FREE ? [] : { place: index + 1, bits: FREE - code }));
}

/** Whether a text may have all that the tests are made of. */
export function passes(signature: string, tests: readonly SignatureTest[]): boolean {
  return tests.every(({ place, bits }) => (signature.charCodeAt(place - 1) & bits) === 0);
}

/** Clears a bit for each three bytes of letters and digits in a row. */
function mark(characters: Uint8Array, text: Uint8Array): void {
  let letters = 0;
  for (let place = 0; place < text.length; place += 1) {
    const byte = text[place]!;
    if (!isOfWord(byte)) {
      letters = 0;
      continue;
    }
    letters += 1;
    if (letters < 3) continue;
    const number = scattered((text[place - 2]! << 16) | (text[place - 1]! << 8) | byte) % (SIGNATURE_LENGTH * BITS);
    characters[Math.floor(number / BITS)]! &= FREE - (1 << (number % BITS));
  }
}

/** Of letters beyond ASCII every byte is. Folded texts have no capitals. */
function isOfWord(byte: number): boolean {
  return byte >= 0x80 || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}

/** The finalizer of MurmurHash3: neighbours become numbers of 32 bits far from one another. */
function scattered(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
