/** Hours, minutes and seconds of a time cell, with the day that it may have. */
export interface ClockTime {
  readonly time: string;
  readonly day?: string;
}

const WITH_COLON = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?([ap])\.? ?m\.?)?$/i;
const WITH_H = /^(\d{1,2}) ?(?:h|hrs?|heures?)(?: ?(\d\d)(?: ?min)?)?$/i;
const WITH_DOT = /^(\d{1,2})\.(\d\d)(?: ?([ap])\.? ?m\.?)?$/i;
const WITHOUT_MINUTES = /^(\d{1,2}) ?([ap])\.? ?m\.?$/i;
const DIGITS = /^([01]\d|2[0-4])([0-5]\d)$/;
const FRACTION = /^0?[.,]\d+$/;

/**
 * A time as people write it, as `HH:MM:SS`: `7:30 PM`, `7.30pm`, `19.30`, `19h30`, `1930`, `noon`, or a fraction of a
 * day as in a workbook (`0.8125`). Undefined for all other texts, also those that say more than a time.
 */
export function clockTime(text: string): string | undefined {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (/^(?:noon|midi)$/i.test(plain)) return '12:00:00';
  if (/^(?:midnight|minuit)$/i.test(plain)) return '00:00:00';
  if (FRACTION.test(plain)) return timeOfDay(Number(`0.${plain.split(/[.,]/)[1]}`));
  const [, hour, minute, second, meridiem] = partsOf(plain);
  return hour === undefined ? undefined : existing(Number(hour), minute ?? '00', second ?? '00', meridiem);
}

type Parts = [unknown?, hour?: string, minute?: string, second?: string, meridiem?: string];

function partsOf(text: string): Parts {
  const [, dotHour, dotMinute, dotMeridiem] = WITH_DOT.exec(text) ?? [];
  if (dotHour !== undefined) return [text, dotHour, dotMinute, undefined, dotMeridiem];
  const [, hour, meridiem] = WITHOUT_MINUTES.exec(text) ?? [];
  if (hour !== undefined) return [text, hour, undefined, undefined, meridiem];
  return (WITH_COLON.exec(text) ?? WITH_H.exec(text) ?? DIGITS.exec(text) ?? []) as Parts;
}

function existing(hour: number, minute: string, second: string, meridiem: string | undefined): string | undefined {
  if (meridiem !== undefined && (hour < 1 || hour > 12)) return undefined;
  const hours = meridiem === undefined ? hour : (hour % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0);
  const isMidnight = hours === 24 && Number(minute) === 0 && Number(second) === 0;
  if ((hours > 23 && !isMidnight) || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`;
}

/** Whether a text in a column of dates is a time and cannot be a day, a month or a year. */
export function isTimeOnly(text: string): boolean {
  const [, , minute] = WITH_DOT.exec(text) ?? [];
  const mayBeDate = /^\d+$/.test(text) || (minute !== undefined && Number(minute) >= 1 && Number(minute) <= 12);
  return clockTime(text) !== undefined && (!mayBeDate || /m\.?$/i.test(text));
}

const SECONDS = 86_400;

function timeOfDay(fraction: number): string {
  const seconds = Math.round(fraction * SECONDS);
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

/** The day 0 of the serial numbers of Excel from March 1900 on, and of the workbooks that count from 1904. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** The year from which a workbook counts its days. */
export type Epoch = keyof typeof EPOCHS;

/** Serial numbers of days between 1927 and 2173, so that neither years nor numbers with six digits are taken for one. */
const [FIRST_SERIAL, LAST_SERIAL] = [10_000, 99_999];

export function isSerial(number: number): boolean {
  return number >= FIRST_SERIAL && number < LAST_SERIAL + 1;
}

/** The day of a serial number, and its time if it has a fraction; a fraction alone is a time. */
export function serialText(serial: number, epoch: Epoch = 1900): string {
  // A time is often stored as slightly less than the second that was typed.
  const text = new Date(EPOCHS[epoch] + Math.round(serial * SECONDS) * 1000).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (serial < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
