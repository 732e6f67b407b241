import { type Language } from '../../src/lib/i18n/language.js';
import { slugify } from '../../src/lib/text/slug.js';
import { type TextChange, type TextChanges } from '../../src/calendar/records/translations/text-changes.js';
import { textRows } from '../../src/calendar/records/translations/texts.js';
import { parsePlainText, parseHtml } from '../../src/lib/text/sanitize.js';
import { parseCost } from '../../src/calendar/events/pricing/cost.js';
import { verifyPassword } from '../../src/http/auth/password-hash.js';
import { EVENT } from '../../src/calendar/events/event.names.js';
import { EventTranslation } from '../../src/calendar/events/event.entity.js';
import { SEED_PASSWORD_HASH } from './event-columns.js';
import { EventTexts } from './event-texts.js';
import { makeProse } from './prose.js';
import { Random } from './random.js';
import { COSTS } from './vocabulary/records.js';

const texts = new EventTexts(1, makeProse(new Random(1, 'prose')));
const ids = Array.from({ length: 300 }, (_, index) => index + 1);
const rowsOf = (id: number) => texts.rows(id, new Random(1, id));

describe('the texts of seeded events', () => {
  it('equal the rows that a write of the same texts stores, in one language or in both', () => {
    const counts = { en: 0, fr: 0 };
    for (const id of ids) {
      const rows = rowsOf(id);
      const real = rows.filter(({ borrowed }) => !borrowed);
      const changes: TextChanges = Object.fromEntries(
        real.map(({ language, name, description, excerpt, slug }): [Language, TextChange] => [
          language,
          { name, description, excerpt, slug: slug! },
        ]),
      );
      const written = textRows(
        {
          names: EVENT,
          translation: EventTranslation,
          ownTexts: { event_status_reason: 'statusReason' },
          perLanguage: { website: 'website', online_url: 'onlineUrl', cost: 'cost' },
        },
        id,
        [],
        changes,
        () => [],
      );
      expect(rows).toEqual(written.map((row) => ({ ...row, excerpt: row.excerpt ?? null, imageAlt: null })));
      for (const { language } of real) counts[language] += 1;
    }
    expect(counts.en).toBeLessThan(ids.length);
    expect(counts.fr).toBeLessThan(ids.length);
    expect(counts.en + counts.fr).toBeGreaterThan(1.7 * ids.length);
  });

  it('are accepted unchanged by the API', () => {
    for (const { name, description, excerpt } of ids.flatMap(rowsOf)) {
      expect(parsePlainText()(name)).toBe(name);
      for (const html of [description, excerpt]) if (html !== null) expect(parseHtml(html)).toBe(html);
    }
  });

  it('have the slug of their title, with the number of the event', () => {
    for (const { recordId, language, name, slug, borrowed } of ids.flatMap(rowsOf))
      expect(slug).toBe(borrowed ? null : `${slugify(name, language)}-${recordId}`);
  });
});

it('costs of seeded events equal those that writes store', () => {
  for (const cost of COSTS) expect(parseCost(cost)).toBe(cost);
});

it('protected events open with the password that the command prints', async () => {
  expect(await verifyPassword('seed', SEED_PASSWORD_HASH)).toBe(true);
});
