/** Letters that Unicode does not decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  // Greek has two lower-case sigmas.
  ς: 'σ',
};

const ASCII = /^[\t-\r -~]*$/;

/**
 * Normalizes text for comparison: no accents, lower case, plain quotes and dashes, single blanks. `L’Œuvre – Été` gives
 * `l'oeuvre - ete`. Folding a folded text changes nothing.
 */
export function fold(text: string): string {
  // Fast path: most letters are ASCII.
  if (ASCII.test(text)) return text.replaceAll('`', "'").toLowerCase().replace(/\s+/g, ' ').trim();
  return (
    text
      // Before NFKD, which turns a standalone accent into a blank and a mark.
      .replace(/´/g, "'")
      .normalize('NFKD')
      // Marks and invisible characters (soft hyphens, zero-width spaces).
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .replace(/[`‘’‚‛′ʼ]/g, "'")
      .replace(/[“”„‟«»]/g, '"')
      .toLowerCase()
      .replace(/[œæßøłđıς]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/\s+/gu, ' ')
      .trim()
  );
}
