import fc from 'fast-check';
import { orderOf, readTimes, type TimeCells } from './dates.js';

const NOW = new Date('2027-01-01T12:00:00Z');
const reading = { order: 'day' as const, timezone: 'America/Toronto', now: NOW };
const times = (cells: Partial<TimeCells>, order: 'day' | 'month' | 'unknown' = 'day') =>
  readTimes(
    { start: '', startTime: '', end: '', endTime: '', allDay: undefined, ...cells },
    {
      ...reading,
      order: order === 'unknown' ? undefined : order,
    },
  );

describe('the times of a row', () => {
  it.each([
    [{ start: '31/05/2027 19h30', end: '22h' }, '2027-05-31 19:30:00', '2027-05-31 22:00:00', false],
    [{ start: '31.5.27', startTime: '7:30 pm' }, '2027-05-31 19:30:00', '2027-05-31 19:30:00', false],
    [{ start: '31 mai 2027 à 22h', endTime: '1h30' }, '2027-05-31 22:00:00', '2027-06-01 01:30:00', false],
    [{ start: 'May 31, 2027', end: 'June 2, 2027' }, '2027-05-31', '2027-06-02', true],
    [{ start: '2027-05-31 10:00', end: '2027-06-02' }, '2027-05-31 10:00:00', '2027-06-02 23:59:59', false],
    [{ start: '2027-05-31 10:00', allDay: true }, '2027-05-31', '2027-05-31', true],
    [{ start: '2027-05-31', allDay: false }, '2027-05-31 00:00:00', '2027-05-31 23:59:59', false],
    [{ start: 'some day', end: '22h' }, 'some day', '22h', false],
  ])('%j', (cells, start, end, allDay) => {
    expect(times(cells)).toEqual({ start, end, allDay });
  });

  it('do not guess between day and month', () => {
    expect(times({ start: '03/04/2027' }, 'unknown').start).toBe('03/04/2027');
    expect(times({ start: '03/04/2027' }, 'month').start).toBe('2027-03-04');
  });

  it('read every day back that either order writes', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom('day' as const, 'month' as const), (date, order) => {
        const day = date.toISOString().slice(0, 10);
        const [year, month, number] = day.split('-');
        const start = order === 'day' ? `${number}/${month}/${year}` : `${month}/${number}/${year}`;
        expect(times({ start }, order)).toEqual({ start: day, end: day, allDay: true });
      }),
    );
  });
});

describe('the order of day and month', () => {
  it.each([
    [['03/04/2027', '31/05/2027'], 'en', 'day'],
    [['03/04/2027', '05/31/2027'], 'fr', 'month'],
    [['03/04/2027'], 'fr', 'day'],
    [['03/04/2027'], 'en', undefined],
    [['31/05/2027', '05/31/2027'], 'en', undefined],
  ] as const)('of %j in %s is %s', (texts, language, order) => {
    expect(orderOf(texts, language)).toBe(order);
  });
});
