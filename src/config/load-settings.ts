import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type SettingDefinition, settingDefinitions } from './env.js';
import { Settings } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of earlier releases, which no longer have an effect. */
const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_REPLICA_URL: 'A proxy in front of the servers can send reads to replicas (docs/scaling.md).',
};

/** The message names every invalid variable, with the reason and the accepted values, one per line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The environment of the process, which takes precedence over `.env` in the working directory. */
export function environment(): Environment {
  return { ...(existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}), ...process.env };
}

/** @throws {SettingsError} */
export function loadSettings(env: Environment = environment()): Settings {
  const settings = new Settings();
  const errors: string[] = [];
  for (const definition of settingDefinitions) {
    const { value, error } = parse(definition, env);
    // A default that refers to another variable is only invalid if that variable is invalid.
    if (error !== undefined && isSet(definition.variable, env)) errors.push(error);
    Object.assign(settings, { [definition.property]: value });
  }
  if (settings.feedLimit > settings.feedMax) {
    if (isSet('FEED_LIMIT', env))
      errors.push(`FEED_LIMIT must be no more than FEED_MAX; it is "${settings.feedLimit}".`);
    settings.feedLimit = settings.feedMax;
  }
  if (errors.length === 0) return settings;
  throw new SettingsError(`The settings are wrong:\n${errors.map((error) => `  ${error}`).join('\n')}`);
}

/** Warnings about variables that are set and no longer have an effect. */
export function removedSettings(env: Environment = environment()): string[] {
  return Object.entries(REMOVED)
    .filter(([variable]) => env[variable])
    .map(([variable, advice]) => `${variable} is ignored. ${advice}`);
}

/** Whether the variable is set, even to its default. */
export function isSet(variable: string, env: Environment = environment()): boolean {
  const definition = settingDefinitions.find((one) => one.variable === variable);
  return definition !== undefined && textFromEnv(definition, env) !== undefined;
}

/** An empty variable counts as absent, because Compose files pass unset variables as empty. */
function textFromEnv({ variable, mayBeEmpty = false }: SettingDefinition, env: Environment): string | undefined {
  const text = env[variable]?.trim();
  return text === '' && !mayBeEmpty ? undefined : text;
}

function textOf(definition: SettingDefinition, env: Environment): string {
  const defaultText = definition.default.replace(/\$\{(\w+)\}/g, (_all, variable: string) =>
    textOf(
      settingDefinitions.find((one) => one.variable === variable)!,
      env,
    ),
  );
  return textFromEnv(definition, env) ?? defaultText;
}

function parse(definition: SettingDefinition, env: Environment): { value?: unknown; error?: string } {
  const { variable, constraint: must, isSecret } = definition;
  const text = textOf(definition, env);
  const refusal = (details: string) =>
    `${variable} must be ${must}; it is ${isSecret ? 'something else' : JSON.stringify(text)}${details}.`;
  try {
    const value = definition.parse(text);
    return value === undefined ? { error: refusal('') } : { value };
  } catch (error) {
    return { error: refusal(`: ${(error as Error).message}`) };
  }
}
