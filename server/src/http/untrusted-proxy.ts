import type { Queries } from '../store/database.ts';
import { putNote, readNote } from '../store/notes.ts';
import { operation } from '../store/operation.ts';
import type { Instant } from '../store/tables.ts';

/** A peer that sent `X-Forwarded-For` and is not in `TRUSTED_PROXIES`, and when it last did. */
interface UntrustedProxy {
  readonly peer: string;
  readonly at: Instant;
}

const name = 'untrusted_proxy';

/** Stores the peer for `accueil doctor`, which runs in another process. */
export const noteUntrustedProxy = operation('noteUntrustedProxy', async (tx, peer: string, { now }) => {
  await putNote(tx, name, { peer, at: now.toISOString() } satisfies UntrustedProxy);
});

/** Returns the peer stored last. */
export function lastUntrustedProxy(read: Queries): Promise<UntrustedProxy | undefined> {
  return readNote(read, name);
}
