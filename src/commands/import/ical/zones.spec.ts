import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { zoneNamed } from './zones.js';

describe('zoneNamed', () => {
  it('knows all names of Windows, also in small letters', () => {
    const names = [...new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName))];
    expect(names.length).toBeGreaterThan(130);
    expect(names.filter((name) => zoneNamed(name) === undefined)).toEqual([]);
    expect(names.filter((name) => zoneNamed(name.toLowerCase()) === undefined)).toEqual([]);
  });

  it.each([
    ['(UTC-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
    ['(UTC-07:00) Arizona', 'America/Phoenix'],
    ['(UTC-04:00) Atlantic Time (Canada)', 'America/Halifax'],
    ['(GMT+01.00) Brussels / Copenhagen / Madrid / Paris', 'Europe/Brussels'],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
    ['(UTC-03:00) City of Buenos Aires', 'America/Buenos_Aires'],
    ['(UTC) Coordinated Universal Time', 'UTC'],
    ['(UTC-03:30) Newfoundland', 'America/St_Johns'],
    ['Eastern Time (US & Canada)', 'America/New_York'],
    ['tzone://Microsoft/Utc', 'UTC'],
    ['/mozilla.org/20050126_1/Europe/London', 'Europe/London'],
    ['/citadel.org/20190914_1/America/Argentina/Ushuaia', 'America/Argentina/Ushuaia'],
    ['europe/paris', 'Europe/Paris'],
    ['America/New York', 'America/New_York'],
    ['America-Toronto', 'America/Toronto'],
  ])('knows %s', (tzid, zone) => {
    expect(zoneNamed(tzid)).toBe(zone);
  });

  it.each(['', 'Mine', 'Custom Zone', 'Customized Time Zone', 'tzone://Microsoft/Custom', '(UTC-05:00) Nowhere'])(
    'knows nothing of %j',
    (tzid) => {
      expect(zoneNamed(tzid)).toBeUndefined();
    },
  );
});
