import { change, DeskError, keepCsrfToken, read } from './client.ts';

/** What a user may be at a residence, and do there. */
export type Role = 'administrator' | 'direction' | 'commercial' | 'reader';
export type Right =
  | 'entries.read'
  | 'entries.change'
  | 'applications.read'
  | 'applications.change'
  | 'residences.read'
  | 'residences.change'
  | 'statistics.read'
  | 'integrations'
  | 'users'
  | 'audit';

/** Who is signed in. */
export interface Session {
  readonly user: {
    readonly id: number;
    readonly email: string;
    readonly name: string;
    readonly grants: readonly { readonly role: Role; readonly establishmentId: number | null }[];
    readonly rights: readonly Right[];
  };
  readonly csrfToken: string;
  /** The mark of what there was when it was read: for `watchChanges`. */
  readonly changes: string;
}

let current: Promise<Session> | undefined;

/** The session of this page, asked for once. Rejects with a `DeskError` 401 when nobody is signed in. */
export function session(): Promise<Session> {
  current ??= kept(read<Session>('/desk/session'));
  return current;
}

/** What signing in takes: a code as well, where two-step sign-in is on. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/**
 * Signs in. Rejects with a `DeskError`: 401 for wrong credentials or a code that is wanted ({@link wantsCode}), 429
 * after too many.
 */
export async function signIn(credentials: Credentials): Promise<Session> {
  current = kept(change<Session>('POST', '/desk/session', credentials));
  return current;
}

/** Whether the password was right, and a code is wanted that was not there or wrong. */
export function wantsCode(error: unknown): boolean {
  return error instanceof DeskError && error.status === 401 && error.message.startsWith('code:');
}

/** Signs out, here and at the service. */
export async function signOut(): Promise<void> {
  await change('DELETE', '/desk/session');
  forgetSession();
}

/** What was known of the session is no longer true: it has ended. */
export function forgetSession(): void {
  current = undefined;
  keepCsrfToken(undefined);
}

function kept(asked: Promise<Session>): Promise<Session> {
  return asked.then(
    (answer) => {
      keepCsrfToken(answer.csrfToken);
      return answer;
    },
    (error) => {
      current = undefined;
      throw error;
    },
  );
}
