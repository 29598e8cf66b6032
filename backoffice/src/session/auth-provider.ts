import type { AuthProvider } from 'react-admin';
import { DeskError } from '../desk/client.ts';
import { forgetSession, type Right, session, signIn, signOut } from './session.ts';

/** Tells react-admin who is signed in. What they may do are the rights of the service. */
export const authProvider: AuthProvider = {
  async login({ email, password }: { email: string; password: string }) {
    await signIn(email, password);
  },
  async logout() {
    try {
      await signOut();
    } catch (error) {
      // Whoever has no session any more is signed out already.
      if (!(error instanceof DeskError)) throw error;
      forgetSession();
    }
  },
  async checkAuth() {
    await session();
  },
  async checkError(error: unknown) {
    if (!(error instanceof DeskError) || error.status !== 401) return;
    forgetSession();
    throw error;
  },
  async getIdentity() {
    const { user } = await session();
    return { id: user.id, fullName: user.name };
  },
  async getPermissions(): Promise<readonly Right[]> {
    return (await session()).user.rights;
  },
};
