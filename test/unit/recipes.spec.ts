import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('docs', 'recipes');
const PICTURES = join('docs', 'pictures');

/** The recipes that exist in both languages. */
const FRENCH: Readonly<Record<string, string>> = {
  'give-people-access.md': 'donner-acces.md',
  'let-clubs-send-events.md': 'laissez-les-clubs-annoncer.md',
  'your-first-week.md': 'votre-premiere-semaine.md',
  'writing-with-a-key.md': 'ecrire-avec-une-cle.md',
  'embed.md': 'integrer-le-calendrier.md',
  'follow-changes.md': 'suivre-les-changements.md',
  'pictures.md': 'les-images.md',
  'sign-in-with-your-organization.md': 'se-connecter-avec-son-organisation.md',
};

const recipe = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const recipes = readdirSync(FOLDER).filter((file) => file !== 'README.md');

it('are linked from their index, and in the language of each README', () => {
  const linked = (readme: string, pattern: RegExp) =>
    [...readFileSync(readme, 'utf8').matchAll(pattern)].map(([, file]) => file!).sort();
  const english = recipes.filter((file) => !Object.values(FRENCH).includes(file));
  expect(linked('docs/recipes/README.md', /^- \[.*\]\((.*\.md)\)$/gm)).toEqual(recipes);
  expect(linked('README.md', /^- \[.*\]\(docs\/recipes\/(.*\.md)\)$/gm)).toEqual(english);
  expect(linked('LISEZMOI.md', /^- \[.*\]\(docs\/recipes\/(.*\.md)\)$/gm)).toEqual(
    english.map((file) => FRENCH[file] ?? file).sort(),
  );
});

describe.each(Object.entries(FRENCH))('%s and %s', (english, french) => {
  /** Code without comments, and without the language of the calendar that it reads. */
  const codeOf = (file: string) =>
    [...recipe(file).matchAll(/^```.*?^```$/gms)].map(([code]) =>
      code
        .replace(/(?<!:)\/\/.*|\/\*\*.*?\*\//g, '')
        .replace('lang=fr', 'lang=en')
        .replaceAll('3000/fr', '3000/en'),
    );

  it('have the same code, which the tests of recipes run in English', () => {
    expect(codeOf(french)).toEqual(codeOf(english));
  });

  it('link to each other', () => {
    expect(recipe(english)).toContain(`[En français](${french})`);
    expect(recipe(french)).toContain(`[In English](${english})`);
  });
});

describe.each([
  ['your-first-week.md', 'texts.en.ts', 40],
  ['votre-premiere-semaine.md', 'texts.fr.ts', 40],
  ['give-people-access.md', 'texts.en.ts', 15],
  ['donner-acces.md', 'texts.fr.ts', 15],
  ['let-clubs-send-events.md', 'texts.en.ts', 5],
  ['laissez-les-clubs-annoncer.md', 'texts.fr.ts', 5],
])('%s', (file, texts, least) => {
  it('has the words that the editor’s page and the public form show', () => {
    const form = readFileSync(join('src', 'outlets', 'web', 'texts', 'submit-texts.ts'), 'utf8');
    const shown = new Set(
      [...`${readFileSync(join('admin', 'src', texts), 'utf8')}\n${form}`.matchAll(/'([^'\n]+)'/g)].flatMap(
        ([, text]) => text!.split(' |||| '),
      ),
    );
    const words = [...recipe(file).matchAll(/\*\*(.+?)\*\*/g)].map(([, word]) =>
      word!.replace(/ \((?:English|French|anglais|français)\)$/, ''),
    );
    // The switch has the name of the other language.
    const unknown = words.filter((word) => !shown.has(word) && !['English', 'Français'].includes(word));
    expect(words.length).toBeGreaterThan(least);
    expect(unknown).toEqual([]);
  });
});

describe.each(['your-first-week.md', 'votre-premiere-semaine.md'])('%s', (file) => {
  it('has pictures of at most 120 KB', () => {
    const pictures = [...recipe(file).matchAll(/\]\(\.\.\/pictures\/(.+?)\)/g)].map(([, name]) => name!);
    expect(pictures.length).toBeGreaterThan(3);
    for (const name of pictures) expect(statSync(join(PICTURES, name)).size).toBeLessThan(120 * 1024);
  });
});
