import { ValidateBy } from 'class-validator';

export interface SettingDefinition {
  readonly property: string;
  /** The name in the environment and in `.env`. */
  readonly variable: string;
  /** As it would be written in `.env`; `${PORT}` stands for the value of another setting. */
  readonly default: string;
  /** What it is for, why, in which unit: the text of `.env.example`. */
  readonly about: string;
  /** Completes the sentence "must be …". */
  readonly must: string;
  /** From the text of the environment to the value of the field; what cannot be read is left to the validators. */
  readonly read: (text: string) => unknown;
  /** What exactly is wrong with what was read, where `must` alone does not say it. */
  readonly fault: (value: unknown) => string | undefined;
  /** The variable of the setting whose number it may not exceed; a default that does is that number. */
  readonly atMost: string | undefined;
  /** Empty text is a value of its own and does not stand for the default. */
  readonly mayBeEmpty: boolean;
  /** Never shown in a message. */
  readonly secret: boolean;
}

type SettingOptions = Pick<SettingDefinition, 'variable' | 'default' | 'about' | 'must'> &
  Partial<Pick<SettingDefinition, 'read' | 'fault' | 'atMost' | 'mayBeEmpty' | 'secret'>>;

const definitions: SettingDefinition[] = [];

/** Every declared setting, in the order of the class. */
export const settingDefinitions: readonly SettingDefinition[] = definitions;

/** Declares a field as a setting: its variable, its default and its documentation, in this one place. */
export function Setting(options: SettingOptions): PropertyDecorator {
  return (_class, property) => {
    definitions.push({
      read: (text) => text,
      fault: () => undefined,
      atMost: undefined,
      mayBeEmpty: false,
      secret: false,
      ...options,
      property: String(property),
    });
  };
}

/** A class-validator check by a plain predicate. */
export function Satisfies(predicate: (value: unknown) => boolean): PropertyDecorator {
  return ValidateBy({ name: 'satisfies', validator: { validate: predicate } });
}

/** Satisfied by text for which the predicate holds. */
export function isText(predicate: (text: string) => boolean): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && predicate(value);
}

/** `12` → 12; NaN for anything but digits (`1e3`, `0x10` and blanks are slips, not numbers). */
export function integer(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/** `a, b,` → ['a', 'b'] */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** `on` → true, `off` → false; other text is left for the validators to refuse. */
export function onOff(text: string): boolean | string {
  return { on: true, off: false }[text.toLowerCase()] ?? text;
}
