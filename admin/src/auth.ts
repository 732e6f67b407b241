import { type AuthProvider } from 'react-admin';
import { ApiError, forgetMe, me, type Me, send } from './api';
import { currentKey, forgetKey, keepKey, offeredKey } from './session';

export interface Credentials {
  readonly key: string;
  readonly stay: boolean;
}

/** Tries a key, and keeps it if the service accepts it. */
export async function signIn({ key, stay }: Credentials): Promise<void> {
  await send<Me>('GET', '/me', { key: key.trim() });
  takeKey(key.trim(), stay);
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
  logout() {
    forgetKey();
    forgetMe();
    return Promise.resolve();
  },
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
