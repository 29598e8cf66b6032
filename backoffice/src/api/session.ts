import { change, DeskError, read, setCsrfToken } from './client.ts';
import type { Session } from './responses.ts';

let current: Promise<Session> | undefined;

/** The session of this page, read once. Rejects with a `DeskError` 401 when the user is not signed in. */
export function session(): Promise<Session> {
  current ??= remember(read('/desk/session'));
  return current;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Where two-step sign-in is on. */
  readonly code?: string | undefined;
}

/** Signs in. Rejects with a `DeskError`: 401 for wrong credentials or a missing code ({@link needsCode}), 429 after too many. */
export function signIn(credentials: Credentials): Promise<Session> {
  current = remember(change('POST', '/desk/session', credentials));
  return current;
}

/** Whether the password was right and the code is missing or wrong. */
export function needsCode(error: unknown): boolean {
  return error instanceof DeskError && error.status === 401 && error.message.startsWith('code:');
}

/** Signs out, here and at the service. */
export async function signOut(): Promise<void> {
  await change('DELETE', '/desk/session');
  clearSession();
}

/** Forgets a session that has ended. */
export function clearSession(): void {
  current = undefined;
  setCsrfToken(undefined);
}

async function remember(answer: Promise<Session>): Promise<Session> {
  try {
    const session = await answer;
    setCsrfToken(session.csrfToken);
    return session;
  } catch (error) {
    current = undefined;
    throw error;
  }
}
