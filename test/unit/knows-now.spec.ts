import { readFileSync } from 'node:fs';
import { knowsNow, suitesThatKnowNow } from '../../scripts/lib/knows-now.js';
import { allSuites } from '../../scripts/lib/suites.js';

describe('the tests that depend on the present time', () => {
  it.each([
    ['const due = new Date(Date.now() + 1000);', true],
    ['const today = new Date();', true],
    ['DateTime.now().setZone(SITE)', true],
    ["await create({ start_date: '+1 hour' });", true],
    ["{ start_date: 'tomorrow 10:00' }", true],
    ["get('/events/counts?by=day&from=next week')", true],
    ["await calendar.get('/events').expect(200)", true],
    ['await calendar.get(`/events?venue=${id}`)', true],
    ["await calendar.get('/events.ics')", true],
    ["await calendar.get('/events?from=2027-06-01&venue=1')", false],
    ["await calendar.post('/events', { start_date: '2027-06-01' })", false],
    ['await calendar.get(`/events/${id}`)', false],
    ["new Date('2027-06-01T03:30:15.500Z')", false],
    ['performance.now()', false],
  ])('are those that say so: %s', (text, expected) => expect(knowsNow(text)).toBe(expected));

  it('are some of all tests, also those whose supporting files say so', () => {
    const [all, chosen] = [allSuites(), suitesThatKnowNow()];
    const expected = ['test/recipes.e2e-spec.ts', 'test/admin/week.e2e-spec.ts', 'test/import-tec.e2e-spec.ts'];
    expect(chosen).toEqual(expect.arrayContaining(expected));
    expect(all).toEqual(expect.arrayContaining(chosen));
    expect(all).toEqual(expect.arrayContaining(['test/unit/knows-now.spec.ts', 'src/lib/text/slug.spec.ts']));
    expect(chosen).not.toContain('src/lib/text/slug.spec.ts');
    expect(readFileSync('test/import-tec.e2e-spec.ts', 'utf8')).toContain('tec-site.js');
  });
});
