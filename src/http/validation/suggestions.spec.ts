import { messages } from '../../lib/i18n/messages.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { refuseNearMisses } from './suggestions.js';

const KNOWN = ['page', 'per_page', 'to', 'from', 'search', 'categories', 'venue', 'order', 'orderby', 'fallback'];

function meant(name: string, known = KNOWN): string | undefined {
  const errors = new FieldErrors();
  refuseNearMisses([name], known, errors);
  return /“(.*)”/.exec(errors.all.get(name)?.wording(messages.en) ?? '')?.[1];
}

describe('a mistyped parameter', () => {
  it.each([
    ['category', 'categories'],
    ['venues', 'venue'],
    ['pages', 'page'],
    ['serach', 'search'],
    ['vneue', 'venue'],
    ['pre_pgae', 'per_page'],
    ['order_by', 'orderby'],
    ['ordr', 'order'],
    ['Page', 'page'],
    ['SEARCH', 'search'],
    ['categories[a]', 'categories'],
    ['venue[id][]', 'venue'],
    ['Category[slug]', 'categories'],
  ])('%s is taken for %s', (name, known) => {
    expect(meant(name)).toBe(known);
  });

  it.each([
    'pag',
    'paged',
    'form',
    'tos',
    'xearcj',
    'per',
    'callback',
    'fbclid',
    '',
    '__proto__',
    'constructor',
    'tx_news[page]',
    '[page]',
    'page][',
  ])('%s resembles none', (name) => {
    expect(meant(name)).toBeUndefined();
  });

  it('is the most similar one', () => {
    expect(meant('starts_aftre', ['starts_before', 'ends_after', 'starts_after'])).toBe('starts_after');
    expect(meant('orderb')).toBe('order');
  });

  it('is searched among the first fifty unknown ones', () => {
    const errors = new FieldErrors();
    const many = Array.from({ length: 60 }, (_, index) => `serach${index}x`);
    refuseNearMisses([...many.slice(0, 49), 'serach', 'ordr'], KNOWN, errors);
    expect([...errors.all.keys()]).toEqual(['serach']);
  });
});
