import { timezones, tzid } from './vtimezone.js';

const of = (timezone: string, ...years: number[]) => timezones(years.map((year) => ({ timezone, year })));
const starts = (text: string) =>
  [...text.matchAll(/BEGIN:(STANDARD|DAYLIGHT)\r\nDTSTART:(\w+)/g)].map(([, name, at]) => `${name} ${at}`);

describe('definitions of time zones', () => {
  it('list each change of the clocks in the years that are needed', () => {
    expect(starts(of('America/Toronto', 2006, 2008, 2007))).toEqual([
      ...['STANDARD 20060101T000000', 'DAYLIGHT 20060402T020000', 'STANDARD 20061029T020000'],
      ...['DAYLIGHT 20070311T020000', 'STANDARD 20071104T020000'],
      ...['DAYLIGHT 20080309T020000', 'STANDARD 20081102T020000'],
    ]);
    expect(starts(of('Australia/Sydney', 2027))[0]).toBe('DAYLIGHT 20270101T000000');
    expect(starts(of('Asia/Kolkata', 1990, 2030))).toEqual(['STANDARD 19900101T000000', 'STANDARD 20300101T000000']);
  });

  it('come in the order of their names, whichever is met first', () => {
    const [paris, toronto] = [of('Europe/Paris', 2027), of('America/Toronto', 2027)];
    const zones = ['Europe/Paris', 'America/Toronto'].map((timezone) => ({ timezone, year: 2027 }));
    expect(timezones(zones)).toBe(toronto + paris);
  });

  it('name offsets so that no parser stumbles, and need nothing for UTC', () => {
    expect([tzid('+05:30'), tzid('Europe/Paris'), of('UTC', 2027)]).toEqual(['UTC+0530', 'Europe/Paris', '']);
    expect(of('-03:30', 2027)).toContain('TZOFFSETTO:-0330\r\n');
    expect(of('Europe/Paris', 1905)).toContain('TZOFFSETTO:+000921\r\n');
  });
});
