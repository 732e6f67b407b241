import { type Language } from '../../../lib/i18n/language.js';
import { originalOf, type TranslationColumns, translationStates, type TranslationWrite } from './translation-state.js';

interface Texts {
  readonly name: string;
  readonly description?: string | null;
  readonly excerpt?: string | null;
  readonly imageAlt?: string | null;
  readonly statusReason?: string | null;
}

/** The texts of a record that is written several times, with the states after each write. */
class Written {
  private rows: (Texts & TranslationColumns & { language: Language; borrowed: boolean })[] = [];

  write(texts: Partial<Record<Language, Texts | null>>, write: TranslationWrite = { language: 'en' }) {
    const after = (['en', 'fr'] as const).map((language) => {
      const before = this.rows.find((row) => row.language === language && !row.borrowed);
      const text = texts[language] === undefined ? before : texts[language];
      return { ...(text ?? { name: 'borrowed' }), language, borrowed: !text };
    });
    const states = translationStates(this.rows, after, ['statusReason'], write);
    this.rows = after.map((row) => ({ ...row, ...states[row.language] }));
    return [states.en.state, states.fr.state];
  }

  get original() {
    return originalOf(this.rows);
  }
}

const both = { en: { name: 'Night' }, fr: { name: 'Nuit' } };

describe('the states of translations', () => {
  it('begin with the original: the language of the request if it has a text', () => {
    expect(new Written().write({ en: { name: 'Night' } })).toEqual(['original', 'missing']);
    expect(new Written().write({ fr: { name: 'Nuit' } })).toEqual(['missing', 'original']);
    expect(new Written().write(both)).toEqual(['original', 'current']);
    expect(new Written().write(both, { language: 'fr' })).toEqual(['current', 'original']);
    expect(new Written().write(both, {})).toEqual(['original', 'current']);
  });

  it('become outdated when the original changes, and current when they are changed or confirmed', () => {
    const record = new Written();
    record.write(both);
    expect(record.write({ en: { name: 'Late night' } })).toEqual(['original', 'outdated']);
    expect(record.write({ fr: { name: 'Nuit tardive' } })).toEqual(['original', 'current']);
    expect(record.write({ en: { name: 'Night' } })).toEqual(['original', 'outdated']);
    expect(record.write({ en: { name: 'Late night' } })).toEqual(['original', 'current']);
    expect(record.write({ en: { name: 'Night' } })).toEqual(['original', 'outdated']);
    expect(record.write({}, { language: 'en', isConfirmed: true })).toEqual(['original', 'outdated']);
    expect(record.write({}, { language: 'fr', isConfirmed: true })).toEqual(['original', 'current']);
    expect(record.write({ en: { name: 'Dawn' }, fr: { name: 'Aube' } })).toEqual(['original', 'current']);
  });

  it('are current once the original has the texts again with which they were confirmed', () => {
    const record = new Written();
    record.write(both);
    record.write({ en: { name: 'Late night' } });
    record.write({}, { language: 'fr', isConfirmed: true });
    expect(record.write({ en: { name: 'Night' } })).toEqual(['original', 'outdated']);
    expect(record.write({ en: { name: 'Dawn' } })).toEqual(['original', 'outdated']);
    expect(record.write({ en: { name: 'Late  night' } })).toEqual(['original', 'current']);
  });

  it('keep the original, whatever changes in the translation', () => {
    const record = new Written();
    record.write(both, { language: 'fr' });
    expect(record.write({ en: { name: 'Late night' } })).toEqual(['current', 'original']);
    expect(record.original).toBe('fr');
  });

  it.each([
    ['markup', '<p>The <strong>whole</strong> night</p>'],
    ['spacing', '<p>The  whole\n night </p>'],
    ['blocks', '<div>The whole night</div>'],
  ])('ignore %s', (_what, description) => {
    const record = new Written();
    record.write({
      en: { name: 'Night', description: '<p>The whole night</p>' },
      fr: { name: 'Nuit', description: 'Nuit' },
    });
    expect(record.write({ en: { name: 'Night', description } })).toEqual(['original', 'current']);
    expect(record.write({ en: { name: 'Night', description: '<p>The whole Night</p>' } })).toEqual([
      'original',
      'outdated',
    ]);
  });

  it.each(['description', 'excerpt', 'imageAlt', 'statusReason'] as const)(
    'are partial without %s that the other language has',
    (text) => {
      const record = new Written();
      record.write(both);
      expect(record.write({ en: { name: 'Night', [text]: 'More' } })).toEqual(['original', 'partial']);
      expect(record.write({}, { language: 'fr', isConfirmed: true })).toEqual(['original', 'partial']);
      expect(record.write({ fr: { name: 'Nuit', [text]: 'Plus' } })).toEqual(['original', 'current']);
      expect(record.write({ fr: { name: 'Nuit', [text]: null } })).toEqual(['original', 'partial']);
      expect(record.write({ en: { name: 'Night' } })).toEqual(['original', 'outdated']);
      expect(record.write({ en: { name: 'Night', [text]: 'More' } })).toEqual(['original', 'partial']);
      expect(record.write({ fr: { name: 'Nuit', [text]: 'Plus' } })).toEqual(['original', 'current']);
      expect(record.write({ en: { name: 'Night', [text]: 'Other' } })).toEqual(['original', 'outdated']);
      expect(record.write({ en: { name: 'Late night', [text]: 'More' } })).toEqual(['original', 'outdated']);
      expect(record.write({ en: { name: 'Night', [text]: ' More' } })).toEqual(['original', 'current']);
    },
  );

  it('treat markup without visible text as empty', () => {
    const record = new Written();
    expect(record.write({ en: { name: 'Night', description: '<p> </p>' }, fr: { name: 'Nuit' } })).toEqual([
      'original',
      'current',
    ]);
    expect(record.write({ en: { name: 'Night', description: null } })).toEqual(['original', 'current']);
  });

  it('make the remaining text the original', () => {
    const record = new Written();
    record.write(both);
    expect(record.write({ en: null })).toEqual(['missing', 'original']);
    expect(record.write({ en: { name: 'Night' } })).toEqual(['current', 'original']);
  });

  it('do not change if nothing changes', () => {
    const record = new Written();
    record.write({ en: { name: 'Night', excerpt: 'Short' }, fr: { name: 'Nuit' } });
    expect(record.write({}, { language: 'fr' })).toEqual(['original', 'partial']);
  });
});
