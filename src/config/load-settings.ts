import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { validateSync } from 'class-validator';
import { type SettingDefinition, settingDefinitions } from './setting.js';
import { Settings } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The start failed: the message names every wrong variable, what is wrong and what would be right, one line each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The environment of the process, over what `.env` in the working folder says. */
export function environment(): Environment {
  return { ...(existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}), ...process.env };
}

/** @throws {SettingsError} when at least one variable is wrong */
export function loadSettings(env: Environment = environment()): Settings {
  const settings = new Settings();
  const values = Object.fromEntries(
    settingDefinitions.map((setting) => [setting.property, setting.read(settingText(setting, env))]),
  );
  Object.assign(settings, values);
  const wrong = new Set(validateSync(settings, { forbidUnknownValues: true }).map((error) => error.property));
  for (const setting of tooMuch(values)) {
    if (said(setting, env) === undefined) Object.assign(settings, { [setting.property]: mostOf(setting, values) });
    else wrong.add(setting.property);
  }
  if (wrong.size === 0) return settings;
  // A default that is built from another setting is wrong only together with that one.
  const lines = settingDefinitions
    .filter((setting) => wrong.has(setting.property) && said(setting, env) !== undefined)
    .map((setting) => complaint(setting, settingText(setting, env)));
  throw new SettingsError(`The settings are wrong:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** Settings that exceed the one that bounds them. */
function tooMuch(values: Readonly<Record<string, unknown>>): SettingDefinition[] {
  return settingDefinitions.filter(
    (setting) => Number(values[setting.property]) > (mostOf(setting, values) ?? Infinity),
  );
}

function mostOf({ atMost }: SettingDefinition, values: Readonly<Record<string, unknown>>): number | undefined {
  const bound = settingDefinitions.find(({ variable }) => variable === atMost);
  return bound && Number(values[bound.property]);
}

/** What the environment says for the setting, or its default. */
export function settingText(setting: SettingDefinition, env: Environment): string {
  return (
    said(setting, env) ??
    setting.default.replace(/\$\{(\w+)\}/g, (_all, variable: string) => {
      const other = settingDefinitions.find((candidate) => candidate.variable === variable);
      return other ? settingText(other, env) : '';
    })
  );
}

/** Whether the operator chose the value of a setting, be it the default itself. */
export function isGiven(variable: string, env: Environment = environment()): boolean {
  return settingDefinitions.some((setting) => setting.variable === variable && said(setting, env) !== undefined);
}

/** An empty variable counts as absent: that is how compose files pass what is not set. */
function said({ variable, mayBeEmpty }: SettingDefinition, env: Environment): string | undefined {
  const text = env[variable]?.trim();
  return text === '' && !mayBeEmpty ? undefined : text;
}

function complaint({ variable, must, secret, read, fault }: SettingDefinition, text: string): string {
  const found = fault(read(text));
  const is = secret ? 'something else' : JSON.stringify(text);
  return `${variable} must be ${must}; it is ${is}${found === undefined ? '' : `: ${found}`}.`;
}
