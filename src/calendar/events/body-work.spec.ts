import fc from 'fast-check';
import { TooMuchMarkup } from '../../lib/errors/api-error.js';
import { errorsIn } from '../../../test/support/validated.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { parseQuery } from '../../http/parse-request.js';
import { assertMarkupLimits } from '../../http/body-limits.js';
import { slugify } from '../../lib/text/slug.js';
import { CreateEventDto } from './event.dto.js';
import { EventsQuery } from './events.query.js';

const BODY_LIMIT = 1024 * 1024;
const ADDRESS_LIMIT = 16 * 1024;

/** Pieces of which one alone, or many in a row, have stopped parsers before. */
const PIECES = [
  ...['<b>', '<p>', '<', '>', '</', '</b>', '<b></i>', '<table><tr><td>', '<ul><li>x', '<svg>', '<font>', '<textarea>'],
  ...['<script', '<script>', '</script ', '<script></script>', '<style>', '<!--', '<!---->', '<![CDATA[', '<?', '<a '],
  ...[
    '<img src=http://x>',
    '<a href="https://example.com/?a=b">x</a>',
    '<a href="http://x/',
    'a ',
    'a=',
    '"',
    "'",
    '=',
  ],
  ...[
    '&',
    '&lt;',
    '&amp;',
    '&#',
    '&#x3c;',
    '&eacute;',
    '&amp',
    ';',
    ' ',
    '\t',
    '\n',
    '\n \n',
    '\r',
    '\u00A0',
    '\u2028',
  ],
  ...[
    '\u0000',
    '\u0300',
    'e\u0301',
    '\uD800',
    'é',
    '日',
    '😀',
    '-',
    '--',
    'x',
    'X',
    'fooBar',
    '0',
    '1',
    '1 ',
    '1,',
    '1-',
    '9',
  ],
  ...[
    '$',
    '€',
    '$1 ',
    'EUR ',
    'euros ',
    '1 234',
    '1,234',
    '10 h ',
    '1 h 1 m ',
    'may ',
    'monday ',
    'in 5 days ',
    'il y a ',
  ],
  ...['"a" ', '-a ', 'a"', '%', '@', 'a.', 'a@', 'http://', 'é.', '//', '../', '\\', ',', '[]', '()'],
];

/** Texts of one piece many times, or of a few mixed. */
const nasty = (max: number) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(30, 80, 250, 2000, 20_000, max),
    )
    .map(([pieces, length]) =>
      pieces
        .join('')
        .repeat(Math.ceil(length / pieces.join('').length))
        .slice(0, length),
    );

/** As many records, lists and fields as fit, filled with a few texts. */
const body = fc
  .tuple(fc.array(nasty(290_000), { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 10, 50))
  .map(([texts, count]) => {
    const text = (place: number) => texts[place % texts.length]!;
    const html = { description: text(0), excerpt: text(1) };
    const place = { ...html, date: text(1), date_utc: text(2), slug: text(3), website: text(1), phone: text(0) };
    return filled({
      ...{ ...place, title: text(0), start_date: text(0), end_date: text(1), timezone: text(0), cost: text(2) },
      ...{ author: text(0), featured: text(1), categories: text(0), tags: [text(1), text(2)], post_parent: text(2) },
      translations: { fr: { ...html, title: text(2) } },
      venue: Array.from({ length: count }, () => ({ ...place, venue: text(2), city: text(3), image: text(0) })),
      organizer: Array.from({ length: count }, () => ({ ...place, organizer: text(0), email: text(1) })),
    });
  });

/** The fields from the first on that fit into a body. */
function filled(fields: object): object {
  let left = BODY_LIMIT;
  const fit = (value: unknown): unknown => {
    if (typeof value === 'string') return (left -= JSON.stringify(value).length) >= 0 ? value : 'x';
    if (Array.isArray(value)) return value.map(fit);
    return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, fit(member)]));
  };
  return fit(fields) as object;
}

/** A document of about 70 KB, as a list of ten events is. */
const LIST = JSON.stringify(
  Array.from({ length: 700 }, (_, id) => ({ id, title: 'a'.repeat(60), start: '2027-07-01' })),
);

/**
 * Milliseconds of processor time, the least of several tries: other programs, and the compiler on first sight, take
 * time as well. `limit` is what a machine may take that parses and writes a list of ten in 0.25 ms; a slower machine
 * may take longer by as much.
 */
async function workBeyond(limit: number, run: () => unknown): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 10 && least > limit; attempt++) {
    const reference = await processorTime(() => {
      for (let times = 0; times < 20; times++) JSON.stringify(JSON.parse(LIST));
    });
    const slowness = Math.max(1, reference / (20 * 0.25));
    least = Math.min(least, (await processorTime(run)) / slowness);
  }
  return Math.max(0, least - limit);
}

async function processorTime(run: () => unknown): Promise<number> {
  const { user } = process.cpuUsage();
  await run();
  return (process.cpuUsage().user - user) / 1000;
}

async function readAll(Dto: DtoClass, raw: object): Promise<void> {
  try {
    assertMarkupLimits(raw);
  } catch (error) {
    if (error instanceof TooMuchMarkup) return;
    throw error;
  }
  await errorsIn(Dto, raw);
}

it('no body within the limits costs more than 100 ms before the database is used', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (raw) => expect(await workBeyond(100, () => readAll(CreateEventDto, raw))).toBe(0)),
    { numRuns: 80 },
  );
});

it('no address costs more than 20 ms before the database is used', async () => {
  const names =
    'search start_date end_date starts_before starts_after from to modified_after categories tags venue include status orderby'.split(
      ' ',
    );
  const query = fc
    .array(fc.tuple(fc.constantFrom(...names), nasty(ADDRESS_LIMIT)), { minLength: 1, maxLength: 12 })
    .map((parameters) =>
      parameters.map(([name, text]) => `${name}=${encodeURIComponent(text.replace(/\p{Cs}/gu, ''))}`).join('&'),
    )
    .map((text) => text.slice(0, ADDRESS_LIMIT));
  await fc.assert(
    fc.asyncProperty(query, nasty(ADDRESS_LIMIT), async (text, slug) => {
      const read = async () => {
        await errorsIn(EventsQuery, parseQuery(text), { type: 'query' });
        slugify(slug, 'en');
      };
      expect(await workBeyond(20, read)).toBe(0);
    }),
    { numRuns: 150 },
  );
});
