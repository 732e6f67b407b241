import { dayNumber, dayText } from '../../lib/datetime/days.js';
import { momentFromInstant, momentFromLocal } from '../../lib/datetime/moment.js';
import { zoneOffset } from '../../lib/datetime/zone.js';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Computes dates relative to the day on which the sample is written. */
export class SampleDays {
  private readonly today: string;

  constructor(
    now: Date,
    private readonly timezone: string,
  ) {
    this.today = momentFromInstant(now, timezone).local.slice(0, 10);
  }

  /**
   * Parses a date of the sample's data: `today+69d`, `saturday-2w 08:00` (`saturday` is the first one after today),
   * `friday+5w+1d`, or `clock-change` (the next day on which the site's clocks change).
   * @returns `YYYY-MM-DD`, with the time if it has one
   */
  date(text: string): string {
    const [, base = '', weeks = '0', days = '0', time = ''] =
      /^([a-z-]+?)([+-]\d+(?=w))?w?([+-]\d+(?=d))?d?( \d\d:\d\d)?$/.exec(text) ?? [];
    return `${dayText(this.baseDay(base, text) + 7 * Number(weeks) + Number(days))}${time}`;
  }

  private baseDay(base: string, text: string): number {
    const today = dayNumber(this.today);
    if (base === 'today') return today;
    if (base === 'clock-change') return this.clockChange(today);
    const weekday = WEEKDAYS.indexOf(base);
    if (weekday < 0) throw new Error(`"${text}" is not a date of the sample.`);
    return today + ((weekday - new Date(`${this.today}T00:00:00Z`).getUTCDay() + 7) % 7 || 7);
  }

  /** A month from now if the zone has no changes of the clocks. */
  private clockChange(today: number): number {
    const offset = (day: number) =>
      zoneOffset(this.timezone, momentFromLocal(`${dayText(day)} 00:00:00`, this.timezone).utc.getTime());
    for (let day = today + 2; day < today + 400; day += 1) if (offset(day) !== offset(day + 1)) return day;
    return today + 30;
  }
}
