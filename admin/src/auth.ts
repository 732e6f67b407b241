import { type AuthProvider } from 'react-admin';
import { ApiError, forgetMe, me, type Me, send } from './api';
import { forgetKey, keepKey } from './session';

export interface Credentials {
  readonly key: string;
  readonly stay: boolean;
}

/** Tries a key, and keeps it if the service accepts it. */
export async function signIn({ key, stay }: Credentials): Promise<void> {
  await send<Me>('GET', '/me', { key: key.trim() });
  keepKey(key.trim(), stay);
  forgetMe();
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
      if (error instanceof ApiError && error.status === 401) throw error;
    });
  },
  checkError: (error: unknown) =>
    error instanceof ApiError && error.status === 401 ? Promise.reject(error) : Promise.resolve(),
  async getIdentity() {
    const { id, name } = await me();
    return { id, fullName: name };
  },
  getPermissions: () => me(),
};
