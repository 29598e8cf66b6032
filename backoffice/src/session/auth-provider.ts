import type { AuthProvider } from 'react-admin';
import { DeskError } from '../api/client.ts';
import type { Right } from '../api/responses.ts';
import { type Credentials, clearSession, session, signIn, signOut } from '../api/session.ts';

/** react-admin's authentication. Its permissions are the rights of the service. */
export const authProvider: AuthProvider = {
  async login(credentials: Credentials) {
    await signIn(credentials);
  },
  async logout() {
    try {
      await signOut();
    } catch (error) {
      // Without a session the user is already signed out.
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
      // Called on every page: a 401 would redirect from the invitation page to the sign-in page.
      if (error instanceof DeskError && error.status === 401) return [];
      throw error;
    }
  },
};
