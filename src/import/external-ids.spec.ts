import { type ImportRecord, type Occurrence } from './record.js';
import { assign, externalId } from './external-ids.js';

const at = (day: number, fields: Partial<Occurrence> = {}): Occurrence => ({
  key: `key${day}`,
  start: `2027-01-0${day}T10:00:00Z`,
  end: `2027-01-0${day}T11:00:00Z`,
  timezone: 'UTC',
  allDay: false,
  isLeftOut: false,
  details: { title: 'Concert' },
  ...fields,
});

const record = (...occurrences: Occurrence[]): ImportRecord => ({
  id: 'ical:1',
  title: 'Concert',
  language: undefined,
  occurrences,
});
const known = (days: Readonly<Record<string, number>>) =>
  new Map(Object.entries(days).map(([id, day]) => [id, new Date(`2027-01-0${day}T10:00:00Z`)]));
const assigned = (of: ImportRecord, days: Readonly<Record<string, number>> = {}) =>
  assign(of, known(days)).map(({ id, occurrence }) => `${id.name} ${occurrence.key}`);

describe('assign', () => {
  it('makes the first occurrence the parent', () => {
    expect(assigned(record(at(1), at(2)))).toEqual(['ical:1 key1', 'ical:1:key2 key2']);
  });

  it('passes over those that are left out', () => {
    expect(assigned(record(at(1, { isLeftOut: true }), at(2)))).toEqual(['ical:1 key2', 'ical:1:key1 key1']);
  });

  it('lets the parent be what it was when an earlier date is added', () => {
    expect(assigned(record(at(1), at(2)), { 'ical:1': 2 })).toEqual(['ical:1 key2', 'ical:1:key1 key1']);
  });

  it('moves the parent with the only date', () => {
    expect(assigned(record(at(3)), { 'ical:1': 2 })).toEqual(['ical:1 key3']);
  });

  it('leaves the parent alone when its date is gone and the others are events already', () => {
    expect(assigned(record(at(2), at(3)), { 'ical:1': 1, 'ical:1:key2': 2 })).toEqual([
      'ical:1:key2 key2',
      'ical:1:key3 key3',
    ]);
  });
});

describe('externalId', () => {
  it('fits into its column, however long a UID is', () => {
    const id = externalId({ id: `ical:${'x'.repeat(1000)}` }, '20270101T100000');
    expect(id).toMatch(/^ical:sha256:[\da-f]{64}:20270101T100000$/);
  });
});
