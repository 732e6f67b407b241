import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type ServerMetadata,
} from 'openid-client';
import { Settings } from '../../lib/config/settings.js';
import { HOUR } from '../../lib/datetime/durations.js';
import { ProviderMisconfigured, throwDiscoveryError, throwProviderError } from './provider-errors.js';

/** Seconds in which the provider must answer each request. */
const TIMEOUT = 5;

/** The warnings of the check after the start. */
const WRONG_ISSUER = 'OIDC_ISSUER is not the issuer of an OpenID Connect provider';
const NO_ANSWER = 'the provider of OIDC_ISSUER does not answer: sign-in through the organization fails until it does';

/** The claims of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Random values of one sign-in, which only the browser keeps between its two requests. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** The OpenID Connect provider of the organization. Its tokens are neither stored nor logged. */
@Injectable()
export class Provider implements OnApplicationBootstrap {
  private readonly logger = new Logger('Accounts');
  private known: { readonly metadata: ServerMetadata; readonly at: number } | undefined;

  constructor(private readonly settings: Settings) {}

  /** Warns if there is no such provider. The start does not wait for it, and only a sign-in shows whether it knows the client. */
  onApplicationBootstrap(): void {
    if (this.settings.oidcIssuer === '') return;
    this.configuration().catch((error: unknown) => {
      const isWrong = error instanceof ProviderMisconfigured;
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn({ setting: 'OIDC_ISSUER', error: reason }, isWrong ? WRONG_ISSUER : NO_ANSWER);
    });
  }

  /**
   * The address of the provider at which a person signs in.
   * @throws {ProviderUnreachable}
   * @throws {ProviderMisconfigured}
   */
  async signInUrl({ state, nonce, verifier }: SignInState): Promise<URL> {
    const configuration = await this.configuration();
    return buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: this.callback, scope: this.settings.oidcScopes, state, nonce },
      ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
  }

  /**
   * The claims of the person whom the provider has sent back.
   * @param query of the callback, as it was received
   * @throws {ProviderUnreachable}
   * @throws {ProviderMisconfigured}
   * @throws {Error} if the answer is refused: another state or nonce, a code that was used, a signature that is wrong
   */
  async claimsOf(query: string, { state, nonce, verifier }: SignInState): Promise<Claims> {
    const configuration = await this.configuration();
    const url = new URL(`${this.callback}${query}`);
    const tokens = await authorizationCodeGrant(configuration, url, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    }).catch(throwProviderError);
    const claims = tokens.claims()!;
    if (configuration.serverMetadata().userinfo_endpoint === undefined || this.hasAll(claims)) return claims;
    const info = await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(throwProviderError);
    return { ...info, ...claims };
  }

  private get callback(): string {
    return `${this.settings.siteUrl}${this.settings.basePath}/admin/oidc/callback`;
  }

  /** Whether the ID token alone says everything that is asked of it. */
  private hasAll(claims: Claims): boolean {
    const { oidcRoles, oidcRoleClaim, oidcRequire } = this.settings;
    const asked = [
      'name',
      'email',
      ...oidcRequire.map(([name]) => name),
      ...(oidcRoles.length > 0 ? [oidcRoleClaim] : []),
    ];
    return asked.every((name) => claimAt(claims, name) !== undefined);
  }

  /** A new one for each use, so that the signing keys are read again: providers change them at any time. */
  private async configuration(): Promise<Configuration> {
    const { oidcIssuer, oidcClientId, oidcClientSecret } = this.settings;
    const client = oidcClientSecret === '' ? None() : ClientSecretPost(oidcClientSecret);
    const isInsecure = new URL(oidcIssuer).protocol === 'http:';
    const prepare = (configuration: Configuration) => {
      configuration.timeout = TIMEOUT;
      enableNonRepudiationChecks(configuration);
      if (isInsecure) allowInsecureRequests(configuration);
    };
    if (!this.known || performance.now() - this.known.at > HOUR) {
      const found = await discovery(new URL(oidcIssuer), oidcClientId, undefined, client, {
        timeout: TIMEOUT,
        // The library looks for this function itself, before its first request.
        execute: isInsecure ? [allowInsecureRequests] : [],
      }).catch(throwDiscoveryError);
      this.known = { metadata: found.serverMetadata(), at: performance.now() };
    }
    const configuration = new Configuration(this.known.metadata, oidcClientId, undefined, client);
    prepare(configuration);
    return configuration;
  }
}

/** The value at a dotted path, such as `realm_access.roles`; a claim with the whole name comes first. */
export function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Record<string, unknown>)[name] : undefined;
  }, claims);
}
