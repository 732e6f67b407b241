import fc from 'fast-check';
import { FieldError } from '../../../lib/errors/field-error.js';
import { messages } from '../../../lib/i18n/messages.js';
import { type Language } from '../../../lib/i18n/language.js';
import { isPriced, parseCost, presentCost, sameCost, type StoredCost } from './cost.js';

const displayCost = (cost: StoredCost | null, language: Language, site: string) =>
  presentCost(cost, language, site).text;
const costDetails = (cost: StoredCost | null, language: Language, site: string) =>
  presentCost(cost, language, site).details;

function stored(raw: unknown): string | null {
  const cost = parseCost(raw);
  if (cost instanceof FieldError) throw new Error(`not understood: ${JSON.stringify(raw)}`);
  return cost;
}

const shown = (raw: unknown, language: Language, site = 'CAD') =>
  displayCost(stored(raw), language, site)?.replace(/\u00A0/g, '~');

const values = (raw: unknown) => costDetails(stored(raw), 'en', 'CAD').values;
const code = (raw: unknown, site = 'CAD') => costDetails(stored(raw), 'en', site).currency_code;

describe('a cost that is understood', () => {
  it.each([
    ['20', '$20', '20~$', ['20']],
    [20, '$20', '20~$', ['20']],
    [20.5, '$20.50', '20,50~$', ['20.50']],
    ['20.00', '$20', '20~$', ['20']],
    ['$20', '$20', '20~$', ['20']],
    ['20 $', '$20', '20~$', ['20']],
    ['20 EUR', '€20', '20~€', ['20']],
    ['€20', '€20', '20~€', ['20']],
    ['10€', '€10', '10~€', ['10']],
    ['25 euros', '€25', '25~€', ['25']],
    ['20 cad', '$20', '20~$', ['20']],
    ['US$20', 'USD~20', '20~USD', ['20']],
    ['20 $ US', 'USD~20', '20~USD', ['20']],
    ['US $20', 'USD~20', '20~USD', ['20']],
    ['$20 US', 'USD~20', '20~USD', ['20']],
    ['CA $20', '$20', '20~$', ['20']],
    ['10 - 20', '$10 – $20', '10~$ – 20~$', ['10', '20']],
    ['10-20', '$10 – $20', '10~$ – 20~$', ['10', '20']],
    ['20 – 10 €', '€10 – €20', '10~€ – 20~€', ['10', '20']],
    [['10', '20'], '$10 – $20', '10~$ – 20~$', ['10', '20']],
    [[10, '20'], '$10 – $20', '10~$ – 20~$', ['10', '20']],
    [[10, 20, 30], '$10, $20, $30', '10~$, 20~$, 30~$', ['10', '20', '30']],
    [['20', '20'], '$20', '20~$', ['20']],
    [0, 'Free', 'Gratuit', ['0']],
    ['0', 'Free', 'Gratuit', ['0']],
    ['0 €', 'Free', 'Gratuit', ['0']],
    ['free', 'Free', 'Gratuit', ['0']],
    ['Gratuit', 'Free', 'Gratuit', ['0']],
    ['0 - 20', 'Free – $20', 'Gratuit – 20~$', ['0', '20']],
    ['1,234.50', '$1,234.50', '1~234,50~$', ['1234.50']],
    ['1 234,50 $', '$1,234.50', '1~234,50~$', ['1234.50']],
    ['1\u00A0234,50\u00A0$', '$1,234.50', '1~234,50~$', ['1234.50']],
    ['1\u202F234,50\u202F$', '$1,234.50', '1~234,50~$', ['1234.50']],
    ['1.234,5', '$1,234.50', '1~234,50~$', ['1234.50']],
    ['1,234', '$1,234', '1~234~$', ['1234']],
    ["1'234", '$1,234', '1~234~$', ['1234']],
    ['12,5', '$12.50', '12,50~$', ['12.50']],
    ['5, 10, 15 $', '$5, $10, $15', '5~$, 10~$, 15~$', ['5', '10', '15']],
    ['Free, $10, $20', 'Free, $10, $20', 'Gratuit, 10~$, 20~$', ['0', '10', '20']],
    ['$10 - 20', '$10 – $20', '10~$ – 20~$', ['10', '20']],
    ['$20 CAD', '$20', '20~$', ['20']],
    ['20$CAD', '$20', '20~$', ['20']],
    ['CAD$20', '$20', '20~$', ['20']],
    ['$20 USD', 'USD~20', '20~USD', ['20']],
    ['1500000 $', '$1,500,000', '1~500~000~$', ['1500000']],
    [6135550120, '$6,135,550,120', '6~135~550~120~$', ['6135550120']],
    ['1234567.89', '$1,234,567.89', '1~234~567,89~$', ['1234567.89']],
  ])('%p reads %s and %s', (raw, english, french, amounts) => {
    expect(shown(raw, 'en')).toBe(english);
    expect(shown(raw, 'fr')).toBe(french);
    expect(values(raw)).toEqual(amounts);
  });

  it('takes $ for the dollar of the site, elsewhere for the US dollar', () => {
    expect([code('$20', 'CAD'), code('$20', 'AUD'), code('$20', 'EUR')]).toEqual(['CAD', 'AUD', 'USD']);
    expect(shown('$20', 'fr', 'EUR')).toBe('20~$');
    expect(code('CA$20', 'EUR')).toBe('CAD');
    expect([code('C$20', 'CAD'), code('20 C$', 'EUR'), code('C$20', 'NIO')]).toEqual(['CAD', 'CAD', 'NIO']);
    expect([shown('C$20', 'en', 'CAD'), shown('20 NIO', 'en', 'CAD')]).toEqual(['$20', 'NIO~20']);
    expect(shown('CA$20', 'en', 'EUR')).toBe('CAD~20');
  });

  it('says the currency and its side', () => {
    expect(costDetails(stored('10 - 20'), 'en', 'CAD')).toEqual({
      currency_symbol: '$',
      currency_code: 'CAD',
      currency_position: 'prefix',
      values: ['10', '20'],
    });
    expect(costDetails(stored('20 EUR'), 'fr', 'CAD')).toEqual({
      currency_symbol: '€',
      currency_code: 'EUR',
      currency_position: 'postfix',
      values: ['20'],
    });
  });

  it('keeps the currency of nothing', () => expect([code('0 €'), code('0')]).toEqual(['EUR', 'CAD']));

  it('reads a list as its members joined', () => expect(values(['10 $', '6135550120'])).toEqual(['10']));

  it('follows the site when its currency changes', () => expect(shown('20', 'fr', 'EUR')).toBe('20~€'));
});

describe('other text', () => {
  it.each([
    ['De 6 à 25 €', ['6', '25'], 'EUR'],
    ['8€ sur place', ['8'], 'EUR'],
    ['Adults $20, children $10.50', ['20', '10.50'], 'CAD'],
    ['20 EUR + tax', ['20'], 'EUR'],
    ['ALL AGES 5', [], 'CAD'],
    ['514-555-1234', [], 'CAD'],
    ['555-0120', [], 'CAD'],
    ['0612345678', [], 'CAD'],
    ['555-1234', [], 'CAD'],
    ['6135550120', [], 'CAD'],
    ['5550120', [], 'CAD'],
    ['613 555 012 $', [], 'CAD'],
    ['10 $, 6135550120', ['10'], 'CAD'],
    ['10 $ – 5550120', ['10'], 'CAD'],
    ['10 $, 2027', ['10'], 'CAD'],
    ['$10, 18', ['10'], 'CAD'],
    ['5, $10, 15', ['10'], 'CAD'],
    ['Tel.: 5550120 $ 10', ['10'], 'CAD'],
    ['Tel.: 613 555 012 $ 10', ['10'], 'CAD'],
    ['Adults $20 USD', ['20'], 'USD'],
    ['20 $ TTC', ['20'], 'CAD'],
    ['€20 CAD', ['20'], 'EUR'],
    ['10 $, infos au 613-555-0120', ['10'], 'CAD'],
    ['infos 555-0120 $5', ['5'], 'CAD'],
    ['Tel. 06 12 34 56 78 € 5', ['5'], 'EUR'],
    ['+33 6 12 34 56 78 $', [], 'CAD'],
    ['le 5 20 €', ['20'], 'EUR'],
    ['informations et billetterie au 08 92 050 050(0.35€/min) et sur viparis.com', ['0.35'], 'EUR'],
    [
      '16€ ; réduit (-26 ans, +60 ans) : 12€ ; groupes de 10 : 7.50€ ; pass 6 places : 45€ (année 2018)',
      ['16', '12', '7.50', '45'],
      'EUR',
    ],
    ['5/7€', ['5', '7'], 'EUR'],
    ['13€ (10€ pour étudiants)', ['13', '10'], 'EUR'],
    ['990€ HT', ['990'], 'EUR'],
    ['6€ en préventes / 8€ sur place', ['6', '8'], 'EUR'],
    ['8€ / 8€ online', ['8'], 'EUR'],
    ['$10 $20', ['10', '20'], 'CAD'],
    ['CHF 1 234,50 per table of 8', ['1234.50'], 'CHF'],
    ['from $10 to $20', ['10', '20'], 'CAD'],
    ['$5 until 2027-06-01, then $8', ['5', '8'], 'CAD'],
    ['ages 12 to 17: $5', ['5'], 'CAD'],
    ['18+', [], 'CAD'],
    ['Free (0 €)', ['0'], 'EUR'],
    ['50 places', [], 'CAD'],
    ['$10 – €20', ['10', '20'], 'CAD'],
    ['Pay what you can', [], 'CAD'],
    ['Free entry', ['0'], 'CAD'],
    ['Entrée libre', ['0'], 'CAD'],
    ['Entrée libre pour les membres', [], 'CAD'],
    ['20 XYZ', [], 'CAD'],
    ['1e9', [], 'CAD'],
  ])('“%s” stays as it is, with its numbers', (text, amounts, currency) => {
    expect([shown(text, 'en'), shown(text, 'fr')]).toEqual([text, text]);
    expect([values(text), code(text)]).toEqual([amounts, currency]);
  });

  it('is plain text of at most 255 characters', () => {
    expect(stored('<b>Pay</b> what\nyou can')).toBe('Pay what you can');
    expect(parseCost('x'.repeat(256))).toBeInstanceOf(FieldError);
  });
});

describe('no cost', () => {
  it.each([[[]], [''], ['  '], [[null]], [null], [['', '']]])('%j is null', (raw) => expect(stored(raw)).toBeNull());

  it('reads as null, with the currency of the site and no values', () => {
    expect(displayCost(null, 'en', 'CAD')).toBeNull();
    expect(costDetails(null, 'fr', 'CAD')).toEqual({
      currency_symbol: '$',
      currency_code: 'CAD',
      currency_position: 'postfix',
      values: [],
    });
  });
});

describe('an offer', () => {
  it.each(['20', '10 - 20', '20 EUR', 'free', '10, 20, 30'])('can be made at “%s”', (raw) =>
    expect(isPriced(stored(raw))).toBe(true),
  );

  it.each(['10 $, infos au 613-555-0120', 'De 6 à 25 €', '990€ HT', 'Pay what you can', ''])(
    'cannot be made at “%s”',
    (raw) => expect(isPriced(stored(raw))).toBe(false),
  );
});

it.each([-5, 1e12, [10, -1]])('%j says that a price is not negative, nor too high', (raw) => {
  const cost = parseCost(raw);
  const wordings = cost instanceof FieldError && [cost.wording(messages.en), cost.wording(messages.fr)];
  expect(wordings).toEqual([
    'Must lie between 0 and 999,999,999,999: 0 is free, other prices are such as 20, "10 - 20" or "$10.50".',
    expect.stringMatching(/^Doit être compris entre 0 et 999.999.999.999\u00a0: 0 veut dire gratuit/),
  ]);
});

it.each([0.004, 12.345, 1e-9, 99_999_999_999.999])('%d has more decimals than a price', (raw) => {
  const cost = parseCost(raw);
  expect(cost instanceof FieldError && cost.wording(messages.en)).toMatch(/two decimals at most/);
});

it.each([
  [0.1 + 0.2, '0.30'],
  [1.1 * 3, '3.30'],
  [99_999_999_999.99, '99999999999.99'],
])('%d is what somebody has reckoned', (raw, expected) => expect(parseCost(raw)).toBe(expected));

it.each([true, {}, -5, NaN, Infinity, 1e12, [[1]], [{}], [true]])('%p is no cost', (raw) =>
  expect(parseCost(raw)).toBeInstanceOf(FieldError),
);

describe('sending back what was read', () => {
  const amount = fc.oneof(
    fc.nat({ max: 3000 }),
    fc.nat({ max: 999_999_999_999 }),
    fc.nat({ max: 3_000_000 }).map((cents) => cents / 100),
    fc.constantFrom(
      'free',
      '$20',
      '20 EUR',
      '£5',
      '1 234,50 $',
      'US$20',
      'CHF 10',
      '¥100',
      '$20 CAD',
      'De 6 à 25 €',
      '10 - 20',
    ),
  );
  const raw = fc.oneof(amount, fc.array(amount, { maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 40 }));
  const costs = raw.map(parseCost).filter((cost) => !(cost instanceof FieldError)) as fc.Arbitrary<string | null>;
  const languages = fc.constantFrom<Language>('en', 'fr');

  it('changes nothing, in either language, whatever the currency of the site', () => {
    const sites = fc.constantFrom('CAD', 'USD', 'EUR', 'GBP', 'CHF', 'JPY');
    fc.assert(
      fc.property(costs, languages, sites, (cost, language, site) => {
        const again = stored(displayCost(cost, language, site));
        for (const reader of ['en', 'fr'] as const) {
          expect(displayCost(again, reader, site)).toBe(displayCost(cost, reader, site));
          expect(costDetails(again, reader, site)).toEqual(costDetails(cost, reader, site));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is recognised as the same cost also where the symbol is made of letters', () => {
    fc.assert(
      fc.property(costs, languages, fc.constantFrom('CAD', 'SEK', 'XAF', 'HUF'), (cost, language, site) => {
        expect(sameCost(cost, stored(displayCost(cost, language, site)), language, site)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves the stored text alone when it is read again', () => {
    fc.assert(
      fc.property(costs, (cost) => expect(stored(cost)).toBe(cost)),
      { numRuns: 1000 },
    );
  });

  it('tells different costs apart', () => {
    expect(sameCost('20', '20 $', 'en', 'CAD')).toBe(true);
    expect(sameCost('20', '20 $', 'en', 'EUR')).toBe(false);
    expect(sameCost('20', '21', 'en', 'CAD')).toBe(false);
    expect(sameCost(null, '0', 'en', 'CAD')).toBe(false);
  });
});

it('never throws', () => {
  fc.assert(fc.property(fc.anything(), (value) => void parseCost(value)));
});
