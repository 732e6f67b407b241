import { LANGUAGES, type Language, type PerLanguage } from '../../src/lib/i18n/language.js';
import { fold } from '../../src/lib/text/fold.js';
import { type Piece } from './prose.js';
import { type Random } from './random.js';

/** Number of words in each language. */
const WORDS = 40_000;

/** Words of a paragraph. */
const SHORTEST = 15;
const LONGEST = 40;

/** The first words have one syllable, the others two. */
const SHORT_WORDS = 300;

/** A prime, by whose multiples syllables are chosen, so that no two words are the same. */
const STRIDE = 7919;

/** Zipf's law as Mandelbrot corrected it: the word of rank r has a frequency of 1 / (r + 2.7). */
const SHIFT = 2.7;

const ONSETS = 'b br c ch cl cr d dr f fl fr g gl gr h l m n p pl pr qu r s st str t tr v z'.split(' ');
const RHYMES: PerLanguage<readonly string[]> = {
  en: 'a e i o u ai ea oo ack ent ing all er or ow'.split(' '),
  fr: 'a é i o u ai eau ou an ent in onne er è eur'.split(' '),
};

/** Invented words that are as frequent as words of real texts are, so that searches cost what they cost there. */
export class NaturalWords {
  private readonly words: PerLanguage<readonly Piece[]> = { en: wordsIn('en'), fr: wordsIn('fr') };
  private readonly sums: readonly number[] = cumulatedFrequencies();

  /** A paragraph in both languages. */
  paragraph(random: Random): PerLanguage<Piece> {
    const ranks = Array.from({ length: random.integer(SHORTEST, LONGEST) }, () => this.rank(random));
    const [en, fr] = LANGUAGES.map((language) => ranks.map((rank) => this.words[language][rank]!));
    return { en: paragraphOf(en!), fr: paragraphOf(fr!) };
  }

  private rank(random: Random): number {
    const wanted = random.fraction() * this.sums.at(-1)!;
    let [low, high] = [0, WORDS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function paragraphOf(words: readonly Piece[]): Piece {
  return {
    html: `<p>${words.map(({ html }) => html).join(' ')}.</p>`,
    folded: `${words.map(({ folded }) => folded).join(' ')}.`,
  };
}

function wordsIn(language: Language): Piece[] {
  const rhymes = RHYMES[language];
  const syllables = ONSETS.flatMap((onset) => rhymes.map((rhyme) => onset + rhyme));
  return Array.from({ length: WORDS }, (_, rank) => {
    const place = (rank * STRIDE) % syllables.length ** 2;
    const second = rank < SHORT_WORDS ? '' : syllables[Math.floor(place / syllables.length)]!;
    const html = syllables[rank < SHORT_WORDS ? rank : place % syllables.length]! + second;
    return { html, folded: fold(html) };
  });
}

function cumulatedFrequencies(): number[] {
  let sum = 0;
  return Array.from({ length: WORDS }, (_, rank) => (sum += 1 / (rank + 1 + SHIFT)));
}
