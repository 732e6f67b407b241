import { TooMuchMarkup } from '../errors/api-error.js';
import { MAX_MARKS } from '../text/markup.js';
import { assertMarkupLimits, MAX_MARKUP_LENGTH } from './markup-budget.js';

const HTML = '<p class="x">One &amp; two</p>\n';

it.each([
  [undefined],
  [{ title: 'Jazz', description: HTML.repeat(2000) }],
  [{ description: 'x'.repeat(1_000_000) }],
  [{ description: `${'<b>x</b>'.repeat(8571)}` }],
  [{ description: '<'.repeat(MAX_MARKS) }],
  [{ description: `<p>${'x'.repeat(250_000)}`, excerpt: `<p>${'x'.repeat(MAX_MARKUP_LENGTH - 250_006)}` }],
  [{ description: '<'.repeat(MAX_MARKS + 1) }],
  [{ description: '<p '.padEnd(310_000, 'x ') }],
])('lets pass what can be cleaned in a moment, and what its own field refuses', (body) =>
  expect(() => assertMarkupLimits(body)).not.toThrow(),
);

it.each([
  [{ description: '<'.repeat(MAX_MARKS), excerpt: '<' }],
  [{ description: '>'.repeat(MAX_MARKS), excerpt: '>' }],
  [{ description: '&'.repeat(MAX_MARKS / 2), excerpt: '\n'.repeat(MAX_MARKS / 2 + 1) }],
  [{ venue: Array.from({ length: 50 }, () => ({ venue: '<script'.repeat(500) })) }],
  [{ description: '<img src=http://x>'.repeat(MAX_MARKS / 2), excerpt: 'a=b' }],
  [{ translations: { fr: { description: `<p ${'x '.repeat(100_000)}`, excerpt: `<p ${'x '.repeat(100_000)}` } } }],
])('refuses what cannot, in whichever fields', (body) => expect(() => assertMarkupLimits(body)).toThrow(TooMuchMarkup));
