import type { AuthProvider } from 'react-admin';
import type { Right } from '../api/answers.ts';
import { DeskError } from '../api/client.ts';
import { type Credentials, clearSession, session, signIn, signOut } from '../api/session.ts';

/** Tells react-admin who is signed in. What they may do are the rights of the service. */
export const authProvider: AuthProvider = {
  async login(credentials: Credentials) {
    await signIn(credentials);
  },
  async logout() {
    try {
      await signOut();
    } catch (error) {
      // Whoever has no session any more is signed out already.
      if (!(error instanceof DeskError)) throw error;
      clearSession();
    }
  },
  async checkAuth() {
    await session();
  },
  async checkError(error: unknown) {
    if (!(error instanceof DeskError) || error.status !== 401) return;
    clearSession();
    throw error;
  },
  async getIdentity() {
    const { user } = await session();
    return { id: user.id, fullName: user.name };
  },
  async getPermissions(): Promise<readonly Right[]> {
    try {
      return (await session()).user.rights;
    } catch (error) {
      // Asked on every page: whoever opens an invitation would be sent away from it, to the sign-in page.
      if (error instanceof DeskError && error.status === 401) return [];
      throw error;
    }
  },
};
