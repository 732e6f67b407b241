import { dayNumber, dayText } from '../../datetime/days.js';
import { momentAt, momentOf } from '../../datetime/moment.js';
import { zoneOffset } from '../../datetime/zone.js';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** The days around the one on which the sample is made, as `YYYY-MM-DD`. */
export class Days {
  readonly today: string;

  constructor(now: Date, timezone: string) {
    this.today = momentAt(now, timezone).wall.slice(0, 10);
  }

  /** So many days from today; negative ones are over. */
  at(days: number): string {
    return this.plus(this.today, days);
  }

  /** So many days after a day. */
  plus(day: string, days: number): string {
    return dayText(dayNumber(day) + days);
  }

  /** The first such day after today; with `weeks`, so many weeks later. */
  on(weekday: Weekday, weeks = 0): string {
    const ahead = (WEEKDAYS.indexOf(weekday) - new Date(`${this.today}T00:00:00Z`).getUTCDay() + 7) % 7 || 7;
    return this.at(ahead + 7 * weeks);
  }

  /** The next day on which the zone's clocks are changed; a month from now where they never are. */
  clockChange(timezone: string): string {
    for (let days = 2; days < 400; days++) {
      const [before, after] = [days, days + 1].map((day) =>
        momentOf(`${this.at(day)} 00:00:00`, timezone).utc.getTime(),
      );
      if (zoneOffset(timezone, before!) !== zoneOffset(timezone, after!)) return this.at(days);
    }
    return this.at(30);
  }
}
