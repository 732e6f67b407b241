import { LANGUAGES, type PerLanguage } from '../../src/lib/i18n/language.js';
import { fold } from '../../src/lib/text/fold.js';
import { visibleText } from '../../src/lib/text/sanitize.js';
import { type Random } from './random.js';
import { type Bilingual, inLanguage } from './vocabulary/bilingual.js';
import { FIRST_NAMES, LAST_NAMES, STREETS } from './vocabulary/names.js';
import { EXCERPTS, HEADINGS, PRACTICAL, SENTENCES } from './vocabulary/sentences.js';

/** A piece of HTML, and its folded text for searches. Folding is slow, so it is done once for each piece. */
export interface Piece {
  readonly html: string;
  readonly folded: string;
}

/** Pieces from which descriptions are composed, each in both languages. */
export interface Prose {
  readonly paragraphs: readonly PerLanguage<Piece>[];
  readonly headings: readonly PerLanguage<Piece>[];
  readonly lists: readonly PerLanguage<Piece>[];
  readonly excerpts: readonly PerLanguage<Piece>[];
}

export function makeProse(random: Random): Prose {
  const repeat = (count: number, make: () => Bilingual) => Array.from({ length: count }, () => bothPieces(make()));
  return {
    paragraphs: repeat(600, () => paragraph(random)),
    headings: HEADINGS.map((heading) => bothPieces(wrapInTag('h3', heading))),
    lists: repeat(80, () => list(random)),
    excerpts: repeat(300, () => wrapInTag('p', fillPlaceholders(random.pick(EXCERPTS), random))),
  };
}

/** Concatenates pieces. A blank separates their folded texts, as `visibleText` separates blocks. */
export function joinPieces(pieces: readonly Piece[]): Piece {
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
  const sentences = places.map((place) => fillPlaceholders(SENTENCES[place]!, random));
  return wrapInTag('p', joinBilingual(sentences, ' '));
}

function list(random: Random): Bilingual {
  const items = random
    .popular(random.integer(3, 5), PRACTICAL.length)
    .map((place) => fillPlaceholders(PRACTICAL[place]!, random));
  const lines = joinBilingual(
    items.map((item) => wrapInTag('li', item)),
    '\n',
  );
  return wrapInTag('ul', [`\n${lines[0]}\n`, `\n${lines[1]}\n`]);
}

function fillPlaceholders([english, french]: Bilingual, random: Random): Bilingual {
  const person = personName(random);
  const street = random.pick(STREETS);
  const fill = (text: string) => text.replace('{person}', person).replace('{street}', street);
  return [fill(english), fill(french)];
}

function joinBilingual(texts: readonly Bilingual[], glue: string): Bilingual {
  return [texts.map(([english]) => english).join(glue), texts.map(([, french]) => french).join(glue)];
}

function wrapInTag(tag: string, [english, french]: Bilingual): Bilingual {
  return [`<${tag}>${english}</${tag}>`, `<${tag}>${french}</${tag}>`];
}
