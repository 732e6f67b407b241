import { type Base, type Values } from './body';

/** The unsaved values of a form, which the browser keeps. */
export interface Copy {
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
  readonly values: Values;
  /** The version of the record that the form had read. The record may have changed since. */
  readonly base: Base;
  /** Whether a password was being entered, which is not kept. */
  readonly hadPassword?: boolean;
}

const PREFIX = 'calendar.copy.';

/** Copies belong to an account: another one that signs in to this browser is not offered them. */
export const copyKey = (account: number, kind: string, id?: number): string =>
  `${PREFIX}${account}.${kind}.${id ?? 'new'}`;

export function readCopy(key: string): Copy | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Copy | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeCopy(key: string, copy: Copy): void {
  try {
    localStorage.setItem(key, JSON.stringify(copy));
  } catch {
    // A full store only means that there is no copy.
  }
}

/** The values without the password of an event. */
export const withoutPassword = (values: Values): Values =>
  'password' in values ? { ...values, password: null } : values;

/** The keys of the copies of an account. */
export const copiesOf = (account: number): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${account}.`));

export function dropCopiesOf(account: number): void {
  for (const key of copiesOf(account)) localStorage.removeItem(key);
}

/** Drops copies that name no account, as they were kept formerly: they may have a password, and be of anybody. */
export function dropCopiesOfNobody(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && !/^\d+\./.test(key.slice(PREFIX.length))) localStorage.removeItem(key);
}
