/** Parses the text of an environment variable into the value of a setting. */
export interface EnvType<T> {
  /** Completes the sentence "must be …". */
  readonly constraint: string;
  /**
   * @returns undefined for a text that is refused
   * @throws {Error} for a text that is refused, with details
   */
  readonly parse: (text: string) => T | undefined;
  /** Whether an empty text is a value. Otherwise it counts as absent. */
  readonly mayBeEmpty?: boolean;
  /** Whether the text is never shown in a message. */
  readonly isSecret?: boolean;
}

export interface SettingDefinition extends EnvType<unknown> {
  readonly property: string;
  readonly variable: string;
  /** The default as it would be written in `.env`; `${PORT}` stands for the value of another variable. */
  readonly default: string;
}

const definitions: SettingDefinition[] = [];

/** All settings, in the order of the class. */
export const settingDefinitions: readonly SettingDefinition[] = definitions;

/** Reads a property from an environment variable. Its doc comment becomes the text of `.env.example`. */
export function Env<T>(variable: string, type: EnvType<T>, defaultText: string) {
  return <Property extends string>(_target: Record<Property, T>, property: Property): void => {
    definitions.push({ ...type, property, variable, default: defaultText });
  };
}

/** Only digits are accepted: `1e3`, `0x10` and blanks are probably typing errors. */
export function integer(min: number, max: number): EnvType<number> {
  const isInRange = (value: number) => value >= min && value <= max;
  return {
    constraint: `a whole number from ${min} to ${max}`,
    parse: (text) => (/^\d+$/.test(text) && isInRange(Number(text)) ? Number(text) : undefined),
  };
}

export const onOff: EnvType<boolean> = {
  constraint: 'on or off',
  parse: (text) => ({ on: true, off: false })[text.toLowerCase()],
};

export function oneOf<T extends string>(values: readonly T[]): EnvType<T> {
  return {
    constraint: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text.toLowerCase()),
  };
}

export function text(constraint: string, isValid: RegExp | ((text: string) => boolean)): EnvType<string> {
  const test = isValid instanceof RegExp ? (value: string) => isValid.test(value) : isValid;
  return { constraint, parse: (value) => (test(value) ? value : undefined) };
}

/** Parses `a, b,` as `['a', 'b']`. */
export function list(constraint: string, isValid: (item: string) => boolean): EnvType<string[]> {
  const items = (value: string) => value.split(',').map((item) => item.trim());
  return {
    constraint,
    mayBeEmpty: true,
    parse: (value) => {
      const found = items(value).filter((item) => item !== '');
      return found.every(isValid) ? found : undefined;
    },
  };
}

/** A type whose text is changed before it is parsed. */
export function mapped<T>(type: EnvType<T>, map: (text: string) => string): EnvType<T> {
  return { ...type, parse: (value) => type.parse(map(value)) };
}
