import { type AuthProvider } from 'react-admin';
import { ApiError, forgetMe, me, type Me, type Schemas, send } from './api';
import { hasSignInCode, takeSignInCode } from './organization';
import { currentKey, forgetInvitation, forgetKey, keepKey, offeredKey } from './session';

/** A key; an address and a password; the code of a sign-in at the organization's service; or the token of an invitation, with the password to set. */
export type Credentials =
  | { readonly key: string; readonly stay: boolean }
  | { readonly email: string; readonly password: string; readonly stay: boolean }
  | { readonly code: string; readonly verifier: string }
  | { readonly invitation: string; readonly email?: string; readonly password: string };

/** Tries what a person signs in with, and keeps the key if the service accepts it. */
export async function signIn(credentials: Credentials): Promise<void> {
  const isToStay = 'stay' in credentials && credentials.stay;
  if ('key' in credentials) {
    const key = credentials.key.trim();
    await send<Me>('GET', '/me', { key });
    return takeKey(key, isToStay);
  }
  const { data } = await send<Schemas['SignedIn']>('POST', '/sign-in', { body: credentials, key: null });
  forgetInvitation();
  takeKey(data.key, isToStay);
}

/** Milliseconds that signing out waits for the service. */
const PATIENCE = 3000;

/** Ends the sign-in of a key; keys that signing in has not made stay, and so does what the service cannot be told. */
async function endSignIn(key: string): Promise<void> {
  const told = send('DELETE', '/me/sign-in', { key }).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** Forgets the key, and ends it where signing in has made it. */
export async function signOut(): Promise<void> {
  const key = currentKey();
  forgetKey();
  forgetMe();
  if (key !== undefined && key !== lost) await endSignIn(key);
}

function takeKey(key: string, stay: boolean): void {
  keepKey(key, stay);
  forgetMe();
  lost = undefined;
}

/** Takes the key of an address in place of the one in use. */
export function acceptOfferedKey(): void {
  const key = offeredKey();
  if (key !== undefined) takeKey(key, false);
}

/** Takes the key of an address at once where it is of the same account, or the one in use is not valid any more. Otherwise the page asks. */
export async function settleOfferedKey(): Promise<void> {
  const key = offeredKey();
  if (key === undefined) return;
  const [mine, offered] = await Promise.allSettled([me(), send<Me>('GET', '/me', { key })]);
  const isSame =
    mine.status === 'fulfilled' && offered.status === 'fulfilled' && mine.value.id === offered.value.data.id;
  if (isSame || (mine.status === 'rejected' && isRefusal(mine.reason))) acceptOfferedKey();
}

/**
 * Finishes a sign-in that has come back from the organization's service to a tab where another key is in use. A code that
 * does not work ends nothing. Without a key, and with one that has ended, the form for signing in finishes it.
 */
export async function settleSignInCode(): Promise<void> {
  if (!hasSignInCode() || currentKey() === undefined) return;
  const mine = await me().catch((error: unknown) => error);
  const returned = isRefusal(mine) ? undefined : takeSignInCode();
  if (!returned) return;
  const { code, verifier, screen } = returned;
  await signIn({ code, verifier }).then(
    () => history.replaceState(null, '', `#${screen ?? '/'}`),
    () => undefined,
  );
}

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 401;

/** The key that is not accepted any more; the form for signing in says why. */
let lost: string | undefined;

/** Why the key was lost, in the language of the page; null where none was, and where the service is not reached. */
export async function reasonOfSignOut(): Promise<string | null> {
  if (lost === undefined) return null;
  const refusal = await send<Me>('GET', '/me', { key: lost }).catch((error: unknown) => error);
  return isRefusal(refusal) ? refusal.message : null;
}

export const authProvider: AuthProvider = {
  login: signIn,
  logout: () => signOut(),
  async checkAuth() {
    await me().catch((error: unknown) => {
      // A service that is not reached is no reason to sign out.
      if (!isRefusal(error)) return;
      lost = currentKey() ?? lost;
      throw error;
    });
  },
  checkError: (error: unknown) => (isRefusal(error) ? Promise.reject(error) : Promise.resolve()),
  async getIdentity() {
    const { id, name } = await me();
    return { id, fullName: name };
  },
  getPermissions: () => me(),
};
