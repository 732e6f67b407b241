import { createHash } from 'node:crypto';
import { type CookieOptions, type Request, type Response } from 'express';
import { MINUTE } from '../../lib/datetime/durations.js';
import { type Settings } from '../../lib/config/settings.js';
import { type Language } from '../../lib/i18n/language.js';
import { type SignInState } from './provider.js';

/** Milliseconds that a person may take at the provider. */
const LIFETIME = 10 * MINUTE;

/** The values that a browser keeps while the person is at the provider. */
export interface PendingSignIn extends SignInState {
  readonly challenge: string;
  readonly invitation?: string | undefined;
  /** The language of the page from which the person has come. */
  readonly language?: Language | undefined;
}

type SiteSettings = Pick<Settings, 'siteUrl' | 'basePath'>;

/** Each state has a cookie of its own, so that two tabs do not disturb each other. */
const nameOf = (state: string) =>
  `calendar-sign-in-${createHash('sha256').update(state).digest('base64url').slice(0, 16)}`;

/** Lax: the provider leads back by a link from another site. */
const optionsOf = ({ siteUrl, basePath }: SiteSettings): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: siteUrl.startsWith('https:'),
  path: `${basePath}/admin/oidc`,
});

export function keepPending(response: Response, settings: SiteSettings, pending: PendingSignIn): void {
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
  response.cookie(nameOf(pending.state), value, { ...optionsOf(settings), maxAge: LIFETIME });
}

/** Takes the cookie of a state away. @returns undefined if this browser has none, or one that is broken */
export function takePending(
  request: Request,
  response: Response,
  settings: SiteSettings,
  state: string,
): PendingSignIn | undefined {
  const name = nameOf(state);
  const [, value] = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(request.headers.cookie ?? '') ?? [];
  response.clearCookie(name, optionsOf(settings));
  if (value === undefined) return undefined;
  try {
    const pending = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as PendingSignIn;
    return pending.state === state ? pending : undefined;
  } catch {
    return undefined;
  }
}
