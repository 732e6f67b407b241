/**
 * The key in an Authorization header: a Bearer token (RFC 6750), or the password of Basic credentials (RFC 7617) with
 * any user name.
 * @returns undefined where the header holds neither
 */
export function keyFromHeader(authorization: string): string | undefined {
  const [, scheme, credentials] = /^(\w+) +(\S+)$/.exec(authorization.trim()) ?? [];
  if (credentials === undefined) return undefined;
  if (scheme!.toLowerCase() === 'bearer') return credentials;
  if (scheme!.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}
