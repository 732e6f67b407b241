import { LANGUAGES, type PerLanguage } from '../../src/i18n/language.js';
import { fold } from '../../src/text/fold.js';
import { visibleText } from '../../src/text/texts.js';
import { type Random } from './random.js';
import { type Bilingual, inLanguage } from './vocabulary/bilingual.js';
import { FIRST_NAMES, LAST_NAMES, STREETS } from './vocabulary/names.js';
import { EXCERPTS, HEADINGS, PRACTICAL, SENTENCES } from './vocabulary/sentences.js';

/** A piece of HTML, and what a search finds in it. Folding is costly, and done once for each piece. */
export interface Piece {
  readonly html: string;
  readonly folded: string;
}

/** Pieces to make descriptions of; the same place holds the same in both languages. */
export interface Prose {
  readonly paragraphs: readonly PerLanguage<Piece>[];
  readonly headings: readonly PerLanguage<Piece>[];
  readonly lists: readonly PerLanguage<Piece>[];
  readonly excerpts: readonly PerLanguage<Piece>[];
}

export function makeProse(random: Random): Prose {
  const times = (count: number, make: () => Bilingual) => Array.from({ length: count }, () => bothPieces(make()));
  return {
    paragraphs: times(600, () => paragraph(random)),
    headings: HEADINGS.map((heading) => bothPieces(wrapped('h3', heading))),
    lists: times(80, () => list(random)),
    excerpts: times(300, () => wrapped('p', named(random.pick(EXCERPTS), random))),
  };
}

/** Pieces one after the other. The visible texts of blocks stand apart by a blank. */
export function joined(pieces: readonly Piece[]): Piece {
  return {
    html: pieces.map(({ html }) => html).join('\n'),
    folded: pieces.map(({ folded }) => folded).join(' '),
  };
}

export function personName(random: Random): string {
  return `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
}

function bothPieces(html: Bilingual): PerLanguage<Piece> {
  const [en, fr] = LANGUAGES.map((language) => piece(inLanguage(html, language)));
  return { en: en!, fr: fr! };
}

function piece(html: string): Piece {
  return { html, folded: fold(visibleText(html)) };
}

function paragraph(random: Random): Bilingual {
  const places = random.popular(random.integer(2, 4), SENTENCES.length);
  const sentences = places.map((place) => named(SENTENCES[place]!, random));
  return wrapped('p', together(sentences, ' '));
}

function list(random: Random): Bilingual {
  const items = random.popular(random.integer(3, 5), PRACTICAL.length).map((place) => named(PRACTICAL[place]!, random));
  const lines = together(
    items.map((item) => wrapped('li', item)),
    '\n',
  );
  return wrapped('ul', [`\n${lines[0]}\n`, `\n${lines[1]}\n`]);
}

function named([english, french]: Bilingual, random: Random): Bilingual {
  const person = personName(random);
  const street = random.pick(STREETS);
  const fill = (text: string) => text.replace('{person}', person).replace('{street}', street);
  return [fill(english), fill(french)];
}

function together(texts: readonly Bilingual[], glue: string): Bilingual {
  return [texts.map(([english]) => english).join(glue), texts.map(([, french]) => french).join(glue)];
}

function wrapped(tag: string, [english, french]: Bilingual): Bilingual {
  return [`<${tag}>${english}</${tag}>`, `<${tag}>${french}</${tag}>`];
}
