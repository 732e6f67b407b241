import { forgetInvitation, site } from './session';

const VERIFIER = 'calendar.verifier';
const CODE = 'calendar.sign-in-code';

/** Leads to the organization's service. What proves that the answer is for this tab stays in it. */
export async function goToOrganization(invitation?: string): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(VERIFIER, verifier);
  const query = new URLSearchParams({
    challenge: base64url(new Uint8Array(digest)),
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

/** What was taken, once; undefined if nothing was, or another tab has begun the sign-in. */
export function takeSignInCode(): { readonly code: string; readonly verifier: string } | undefined {
  const [code, verifier] = [sessionStorage.getItem(CODE), sessionStorage.getItem(VERIFIER)];
  sessionStorage.removeItem(CODE);
  if (code === null) return undefined;
  sessionStorage.removeItem(VERIFIER);
  return { code, verifier: verifier ?? '-' };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
