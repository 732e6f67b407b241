import { externalId } from './record.js';

it('fits into its column, however long a UID is', () => {
  const id = externalId({ id: `ical:${'x'.repeat(1000)}` }, '20270101T100000');
  expect(id).toMatch(/^ical:sha256:[\da-f]{64}:20270101T100000$/);
});
