import { type TranslationState, nameKey } from '../../src/calendar/records/translations/translation.js';
import { type Language, LANGUAGES, otherLanguage, type PerLanguage } from '../../src/lib/i18n/language.js';
import { fold } from '../../src/lib/text/fold.js';
import { slugify } from '../../src/lib/text/slug.js';
import { type EventTranslation } from '../../src/calendar/events/event.entity.js';
import { type Columns } from './bulk-insert.js';
import { NaturalWords } from './natural-words.js';
import { joinPieces, personName, type Piece, type Prose } from './prose.js';
import { Random } from './random.js';
import { type Bilingual, inLanguage } from './vocabulary/bilingual.js';
import { PLACES, THEMES } from './vocabulary/titles.js';

/** A part of a title, and its form in a slug. */
interface Part {
  readonly text: string;
  readonly slug: string;
}

/** A translation row, with its search text. */
export type SeededText = Columns<EventTranslation> & { readonly searchText: string };

type Parts = readonly PerLanguage<Part>[];

/** The languages that a seeded record has texts in. */
export function languagesOf(random: Random): readonly Language[] {
  return random.share<readonly Language[]>([80, LANGUAGES], [10, ['en']], [10, ['fr']]);
}

/**
 * Composes the texts of events from parts whose slugs and folded forms are computed once. The rows are the same as
 * those of `textRows`, but twenty times faster; a test compares them.
 */
export class EventTexts {
  private readonly themes: Parts = THEMES.map(part);
  private readonly places: Parts = PLACES.map(part);
  private readonly guests: Parts;
  private readonly naturalWords = new NaturalWords();

  constructor(
    seed: number,
    private readonly prose: Prose,
  ) {
    const random = new Random(seed, 'guests');
    this.guests = Array.from({ length: 500 }, () => personName(random)).map((name) =>
      part([`with ${name}`, `avec ${name}`]),
    );
  }

  /** The rows of both languages. If the event has only one, the other row is a fallback (`borrowed`). */
  rows(recordId: number, random: Random): SeededText[] {
    const languages = languagesOf(random);
    const title = this.title(random);
    const description = this.description(random);
    const excerpt = random.percent(80) ? random.pick(this.prose.excerpts) : undefined;
    return LANGUAGES.map((language) => {
      const borrowed = !languages.includes(language);
      const sourceLanguage = borrowed ? otherLanguage(language) : language;
      const name = title.map((parts) => parts[sourceLanguage].text).join(' ');
      const text = joinPieces(description.map((pieces) => pieces[sourceLanguage]));
      const searchText = [fold(name), excerpt?.[sourceLanguage].folded, text.folded].filter(Boolean).join('\n');
      const own = { cost: null, imageAlt: null, statusReason: null, website: null, onlineUrl: null, imageId: null };
      const emptyColumns = { ...own, madeFrom: null };
      const state: TranslationState = borrowed ? 'missing' : language === languages[0] ? 'original' : 'current';
      const row = { recordId, language, borrowed, name, nameKey: nameKey(name), searchText, state, ...emptyColumns };
      if (borrowed) return { ...row, slug: null, description: null, excerpt: null };
      const slug = `${title.map((parts) => parts[sourceLanguage].slug).join('-')}-${recordId}`;
      return { ...row, slug, description: text.html, excerpt: excerpt?.[sourceLanguage].html ?? null };
    });
  }

  private title(random: Random): PerLanguage<Part>[] {
    const theme = random.pick(this.themes);
    const place = random.pick(this.places);
    const guest = random.pick(this.guests);
    return random.share([55, [theme, place]], [30, [theme, guest]], [15, [theme, place, guest]]);
  }

  /** Half a kilobyte for most events, up to four for some. */
  private description(random: Random): PerLanguage<Piece>[] {
    return [...this.describe(random), this.naturalWords.paragraph(random)];
  }

  private describe(random: Random): PerLanguage<Piece>[] {
    const paragraphs = (count: number) => Array.from({ length: count }, () => random.pick(this.prose.paragraphs));
    const count = random.share([70, 2], [20, 4], [10, random.integer(7, 10)]);
    if (count === 2) return paragraphs(count);
    return [
      ...paragraphs(2),
      random.pick(this.prose.headings),
      ...paragraphs(count - 2),
      random.pick(this.prose.lists),
    ];
  }
}

function part(text: Bilingual): PerLanguage<Part> {
  const of = (language: Language) => ({
    text: inLanguage(text, language),
    slug: slugify(inLanguage(text, language), language),
  });
  return { en: of('en'), fr: of('fr') };
}
