import type { Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';

/** A peer that sent `X-Forwarded-For` and is not in `TRUSTED_PROXIES`, and when it last did. */
export interface UntrustedProxy {
  readonly peer: string;
  readonly at: Instant;
}

const name = 'untrusted_proxy';

const putNote = statement<{ value: string }>()((db, p) =>
  db
    .insertInto('installation')
    .values({ name, value: p.value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
);
const storedNote = statement()((db) =>
  db.selectFrom('installation').select('value').where('name', '=', name),
);

/** Stores the peer for `accueil doctor`, which runs in another process. */
export const noteUntrustedProxy = operation('noteUntrustedProxy', async (tx, peer: string, { now }) => {
  const note: UntrustedProxy = { peer, at: now.toISOString() };
  await tx.run(putNote, { value: JSON.stringify(note) });
});

/** Returns the peer stored last. */
export async function lastUntrustedProxy(read: Queries): Promise<UntrustedProxy | undefined> {
  const stored = await read.first(storedNote, {});
  return stored === undefined ? undefined : (JSON.parse(stored.value) as UntrustedProxy);
}
