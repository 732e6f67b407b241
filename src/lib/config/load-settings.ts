import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type SettingDefinition, settingDefinitions } from './env.js';
import { resourcesIn } from './page-urls.js';
import { Settings } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

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
    try {
      Object.assign(settings, { [definition.property]: parse(definition, env) });
    } catch (error) {
      // A default that refers to another variable is only invalid if that variable is invalid.
      if (!(error instanceof SettingsError)) throw error;
      if (isSet(definition.variable, env)) errors.push(error.message);
    }
  }
  if (isSet('SITE_NAME', env) && !isSet('SITE_NAME_FR', env)) settings.siteNameFr = settings.siteName;
  if (isSet('OIDC_NAME', env) && !isSet('OIDC_NAME_FR', env)) settings.oidcNameFr = settings.oidcName;
  if (settings.feedLimit > settings.feedMax) {
    if (isSet('FEED_LIMIT', env))
      errors.push(`FEED_LIMIT must be no more than FEED_MAX; it is "${settings.feedLimit}".`);
    settings.feedLimit = settings.feedMax;
  }
  if (settings.smtpUrl && !settings.mailFrom && !errors.some((error) => error.startsWith('MAIL_FROM ')))
    errors.push('MAIL_FROM must be set with SMTP_URL, to the address that mail is sent from.');
  settings.oidcIssuer = issuerOfTenant(settings);
  errors.push(...singleSignOnErrors(settings));
  if (errors.length === 0) return settings;
  throw new SettingsError(`The settings are wrong:\n${errors.map((error) => `  ${error}`).join('\n')}`);
}

/** Issuers that sign everybody in, so that a claim must tell who belongs to the organization. */
const FOR_EVERYBODY =
  /^https:\/\/(accounts\.google\.com|appleid\.apple\.com|gitlab\.com|www\.facebook\.com|login\.microsoftonline\.com\/9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;

/** Endpoints of Entra ID for all tenants, which announce a template in place of an issuer. */
const FOR_ALL_TENANTS =
  /^(https:\/\/(?:login\.(?:microsoftonline\.(?:com|us)|windows\.net|partner\.microsoftonline\.cn)|sts\.windows\.net))\/(?:common|organizations|consumers)(?=\/|$)/i;

/** The issuer of the tenant that OIDC_REQUIRE names by its `tid`, where OIDC_ISSUER stands for all tenants. */
function issuerOfTenant({ oidcIssuer, oidcRequire }: Settings): string {
  const tenant = oidcRequire.find(([claim]) => claim === 'tid')?.[1];
  return tenant
    ? oidcIssuer.replace(FOR_ALL_TENANTS, (_all, host: string) => `${host}/${encodeURIComponent(tenant)}`)
    : oidcIssuer;
}

function singleSignOnErrors({ oidcIssuer, oidcClientId, oidcRequire, adminPage }: Settings): string[] {
  if (!oidcIssuer) return [];
  return [
    ...(oidcClientId ? [] : ['OIDC_CLIENT_ID must be set with OIDC_ISSUER.']),
    ...(adminPage === false ? ['OIDC_ISSUER needs ADMIN_PAGE=on, since people sign in to that page.'] : []),
    ...(FOR_ALL_TENANTS.test(oidcIssuer)
      ? [
          'OIDC_ISSUER must be the issuer of your own tenant, such as https://login.microsoftonline.com/<tenant ID>/v2.0, ' +
            `or OIDC_REQUIRE must name the tenant (tid=<tenant ID>); "${oidcIssuer}" stands for all tenants.`,
        ]
      : []),
    ...(FOR_EVERYBODY.test(oidcIssuer) && oidcRequire.length === 0
      ? ['OIDC_REQUIRE must be set, such as hd=town.example, since OIDC_ISSUER signs everybody in.']
      : []),
  ];
}

/**
 * Checks at the start that templates of pages name existing resources.
 * @param known the plurals of all resources
 * @throws {SettingsError}
 */
export function assertPageResources({ pageUrls }: Settings, known: readonly string[]): void {
  const unknown = resourcesIn(pageUrls).filter((resource) => !known.includes(resource));
  if (unknown.length === 0) return;
  throw new SettingsError(
    `PAGE_URLS must name kinds of records (${known.join(', ')}); there is no ${unknown.join(', ')}.`,
  );
}

/** Warnings about variables of earlier releases, which are set and no longer have an effect. */
export function removedSettings(env: Environment = environment()): string[] {
  const advice = 'A proxy in front of the servers can send reads to replicas (docs/scaling.md).';
  return env['DATABASE_REPLICA_URL'] ? [`DATABASE_REPLICA_URL is ignored. ${advice}`] : [];
}

/** Whether the variable is set, even to its default. */
export function isSet(variable: string, env: Environment = environment()): boolean {
  return textFromEnv(definitionOf(variable), env) !== undefined;
}

function definitionOf(variable: string): SettingDefinition {
  return settingDefinitions.find((definition) => definition.variable === variable)!;
}

/** An empty variable counts as absent, because Compose files pass unset variables as empty. */
function textFromEnv({ variable, mayBeEmpty = false }: SettingDefinition, env: Environment): string | undefined {
  const text = env[variable]?.trim();
  return text === '' && !mayBeEmpty ? undefined : text;
}

function textOf(definition: SettingDefinition, env: Environment): string {
  const given = textFromEnv(definition, env);
  return given ?? definition.default.replace(/\$\{(\w+)\}/g, (_all, other: string) => textOf(definitionOf(other), env));
}

/** @throws {SettingsError} */
function parse(definition: SettingDefinition, env: Environment): unknown {
  const text = textOf(definition, env);
  let details = '';
  try {
    const value = definition.parse(text);
    if (value !== undefined) return value;
  } catch (error) {
    details = `: ${(error as Error).message}`;
  }
  const { variable, constraint, isSecret } = definition;
  const shown = isSecret ? 'something else' : JSON.stringify(text);
  throw new SettingsError(`${variable} must be ${constraint}; it is ${shown}${details}.`);
}

/** The name of the service in traces; undefined unless the standard variables of OpenTelemetry switch them on. */
export function tracedServiceName(env: Environment = process.env): string | undefined {
  const isOn = env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  return isOn && !isOff ? env['OTEL_SERVICE_NAME'] || 'calendar' : undefined;
}
