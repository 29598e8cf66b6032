import { DeskError, request, setCsrfToken, whenSessionEnds } from './client.ts';
import type { Session } from './responses.ts';

let current: Promise<Session> | undefined;
/** The user whose session this page has, or had until it ended. */
let user: Session['user'] | undefined;
/** Who was signed in last, though they may have signed out. */
let lastUserId: number | undefined;

/** The session of this page, read once. Rejects with a `DeskError` 401 when the user is not signed in. */
export function session(): Promise<Session> {
  current ??= remember(request('GET /desk/session'));
  return current;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Where two-step sign-in is on. */
  readonly code?: string | undefined;
}

/** Signs in. Rejects with a `DeskError`: 401 for wrong credentials or a missing code ({@link needsCode}), 429 after too many. */
export async function signIn(credentials: Credentials): Promise<Session> {
  current = remember(request('POST /desk/session', credentials));
  const session = await current;
  otherTabs.postMessage('signed in');
  return session;
}

/** Whether the password was right and the code is missing or wrong. */
export function needsCode(error: unknown): boolean {
  return error instanceof DeskError && error.status === 401 && error.message.startsWith('code:');
}

export async function signOut(): Promise<void> {
  await request('DELETE /desk/session');
  clearSession();
  otherTabs.postMessage('signed out');
}

export function clearSession(): void {
  current = undefined;
  user = undefined;
  setCsrfToken(undefined);
}

async function remember(answer: Promise<Session>): Promise<Session> {
  try {
    const session = await answer;
    if (lastUserId !== undefined && lastUserId !== session.user.id) {
      // What is open or typed belongs to the user before, and must not go on in the name of another.
      location.reload();
      await new Promise(() => undefined);
    }
    ({ user } = session);
    lastUserId = user.id;
    setCsrfToken(session.csrfToken);
    return session;
  } catch (error) {
    current = undefined;
    throw error;
  }
}

/** The session that has ended below the open page. */
export interface EndedSession {
  readonly user: Session['user'];
}

let ended: (EndedSession & { readonly signedIn: Promise<void>; readonly goOn: () => void }) | undefined;
const listeners = new Set<() => void>();

/** The session that has ended, until the user has signed in again; undefined otherwise. */
export function endedSession(): EndedSession | undefined {
  return ended;
}

/** Calls `listener` when {@link endedSession} changes. Returns a function that stops it. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs the same user in again. The requests that wait for it are sent again. Rejects as {@link signIn} does. */
export async function signInAgain(credentials: Credentials): Promise<void> {
  await signIn(credentials);
  goOn();
}

function end(): Promise<void> {
  if (ended === undefined && user !== undefined) {
    const { promise: signedIn, resolve: goOn } = Promise.withResolvers<void>();
    ended = { user, signedIn, goOn };
    for (const listener of listeners) listener();
  }
  return ended?.signedIn ?? Promise.resolve();
}

function goOn(): void {
  ended?.goOn();
  ended = undefined;
  for (const listener of listeners) listener();
}

/** Goes on by the session of another tab, if there is one. */
async function adopt(): Promise<void> {
  if (ended === undefined) return;
  const response = await fetch('/desk/session', { credentials: 'same-origin' });
  if (!response.ok) return;
  current = remember(request('GET /desk/session'));
  await current;
  goOn();
}

whenSessionEnds(end);

// Tabs share the cookie, so they sign in and out together.
const otherTabs = new BroadcastChannel('accueil-session');
otherTabs.addEventListener('message', ({ data }) => {
  if (data === 'signed out') void end();
  else adopt().catch(() => undefined);
});
