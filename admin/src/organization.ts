import { currentLanguage, forgetInvitation, site } from './session';

const VERIFIER = 'calendar.verifier';
const CODE = 'calendar.sign-in-code';
const SCREEN = 'calendar.screen';

/** The values of an earlier sign-in that this tab has begun, and may not have finished. */
const PENDING = [VERIFIER, CODE, SCREEN] as const;

interface Start {
  /** The token of an invitation that is accepted so. */
  readonly invitation?: string;
  /** The path of the screen that opens afterwards. */
  readonly screen: string;
}

/** Leads to the organization's service. What proves that the answer is for this tab stays in it. */
export async function goToOrganization({ invitation, screen }: Start): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(VERIFIER, verifier);
  sessionStorage.setItem(SCREEN, screen);
  const query = new URLSearchParams({
    challenge: base64url(new Uint8Array(digest)),
    language: currentLanguage(),
    ...(invitation !== undefined && { invitation }),
  });
  location.assign(`${site}/admin/oidc?${query}`);
}

/** Takes the code that the organization's service has led to, and removes it from the address and the history. */
export function takeCodeFromAddress(): boolean {
  const [, code] = /^#sign-in=([\w-]+)$/.exec(location.hash) ?? [];
  if (!code) return false;
  sessionStorage.setItem(CODE, code);
  // The code accepts the invitation with which this tab went there.
  forgetInvitation();
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}

/** A sign-in at the organization's service that has come back to the page. */
export interface ReturnedSignIn {
  readonly code: string;
  /** `-` if another tab or browser has begun the sign-in. */
  readonly verifier: string;
  /** The path of the screen that was open; undefined if another tab or browser knows it. */
  readonly screen: string | undefined;
}

export const hasSignInCode = (): boolean => sessionStorage.getItem(CODE) !== null;

/** The values that were taken from the address, once; undefined if there were none. */
export function takeSignInCode(): ReturnedSignIn | undefined {
  const [verifier, code, screen] = PENDING.map((name) => sessionStorage.getItem(name));
  if (typeof code !== 'string') return undefined;
  for (const name of PENDING) sessionStorage.removeItem(name);
  return { code, verifier: verifier ?? '-', screen: screen ?? undefined };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
