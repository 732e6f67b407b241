/** The provider does not answer in time, or not as OpenID Connect demands. */
export class ProviderUnreachable extends Error {}

/** The settings do not match the provider, so that no sign-in can succeed. */
export class ProviderMisconfigured extends Error {
  /** @param setting the variable that has to be corrected */
  constructor(
    code: string,
    readonly setting: string,
    options: ErrorOptions,
  ) {
    super(code, options);
  }
}

/** Errors of the network, and answers that are no OpenID Connect. */
const UNREACHABLE: readonly string[] = [
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
  ...['OAUTH_PARSE_ERROR', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'TimeoutError', 'AbortError'],
];

/** The settings that errors of the provider (RFC 6749, sections 4.1.2.1 and 5.2) point to. */
const BY_ANSWER = new Map<unknown, string>([
  ['invalid_client', 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
  ['unauthorized_client', 'OIDC_CLIENT_ID'],
  ['unsupported_response_type', 'OIDC_CLIENT_ID'],
  ['unsupported_grant_type', 'OIDC_CLIENT_ID'],
  ['invalid_request', 'OIDC_CLIENT_ID'],
  ['invalid_scope', 'OIDC_SCOPES'],
  ['redirect_uri_mismatch', 'SITE_URL'],
]);

/** The settings that unexpected claims and attributes point to. */
const BY_CLAIM = new Map<unknown, string>([
  ['iss', 'OIDC_ISSUER'],
  ['issuer', 'OIDC_ISSUER'],
  ['aud', 'OIDC_CLIENT_ID'],
]);

/** The properties of the errors of `openid-client`, and of the answers and errors that are their causes. */
interface ErrorInChain {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly error?: unknown;
  readonly claim?: unknown;
  readonly attribute?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
}

/**
 * Tells apart whose fault an error is: of the network and of the provider, of the settings, or of this sign-in alone.
 * @throws {ProviderUnreachable}
 * @throws {ProviderMisconfigured}
 */
export function throwProviderError(error: unknown): never {
  const chain = causesOf(error);
  const setting = settingAtFault(chain);
  if (setting !== undefined) throw new ProviderMisconfigured(codeOf(chain), setting, { cause: error });
  for (const one of chain) {
    const known = UNREACHABLE.find((name) => name === one.code || name === one.name);
    // Node.js throws a TypeError for every request that fails before its answer.
    if (known !== undefined || one instanceof TypeError)
      throw new ProviderUnreachable(known ?? 'no answer', { cause: error });
  }
  throw error;
}

/** Like `throwProviderError`, for the request of the metadata: an address that has none is a wrong issuer. */
export function throwDiscoveryError(error: unknown): never {
  const chain = causesOf(error);
  const status = chain.map((one) => one.status).find((value) => typeof value === 'number');
  if (status !== undefined && status < 500 && status !== 408 && status !== 429)
    throw new ProviderMisconfigured(codeOf(chain), 'OIDC_ISSUER', { cause: error });
  throwProviderError(error);
}

function causesOf(error: unknown): readonly ErrorInChain[] {
  const chain: ErrorInChain[] = [];
  let one = error;
  while (typeof one === 'object' && one !== null) {
    chain.push(one);
    one = (one as ErrorInChain).cause;
  }
  return chain;
}

function settingAtFault(chain: readonly ErrorInChain[]): string | undefined {
  const found = chain.map(({ error, claim, attribute, code }) => {
    // The token endpoint asks for other credentials of the client.
    if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return BY_ANSWER.get('invalid_client');
    return BY_ANSWER.get(error) ?? BY_CLAIM.get(claim) ?? BY_CLAIM.get(attribute);
  });
  return found.find((setting) => setting !== undefined);
}

const codeOf = ([error]: readonly ErrorInChain[]) => String(error?.code ?? error?.name);
