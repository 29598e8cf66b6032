import { type Clock, parisDay } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { statement } from '../store/statement.ts';

type Kind = 'passwords' | 'tokens';

interface Use {
  readonly kind: Kind;
  readonly id: number;
  /** The day in Europe/Paris. */
  readonly day: string;
}

/** Records on which day passwords and tokens were last used. */
export interface LastUses {
  /** Notes a use in memory: no request waits for it. */
  note(kind: Kind, id: number): void;
  write(): Promise<void>;
}

export interface LastUsesOptions {
  readonly database: Pick<Database, 'write'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const writeEveryMs = 5 * 60_000;

const setLastUse = (kind: Kind) =>
  statement<{ id: number; day: string }>()((db, p) =>
    db
      .updateTable(kind)
      .set({ last_used_on: p.day })
      .where('id', '=', p.id)
      // Another process may have written a later day.
      .where((eb) => eb.or([eb('last_used_on', 'is', null), eb('last_used_on', '<', p.day)])),
  );
const setters = { passwords: setLastUse('passwords'), tokens: setLastUse('tokens') };

export const recordLastUses = operation('recordLastUses', async (tx, uses: readonly Use[]) => {
  for (const { kind, id, day } of uses) await tx.run(setters[kind], { id, day });
});

/**
 * Collects uses in memory and writes them every few minutes, each password at most once a day. A process that is killed
 * loses the last minutes.
 */
export function lastUses({ database, clock, onError }: LastUsesOptions): LastUses {
  /** By kind and id, with the moment of the first use since the last write. */
  let used = new Map<string, { kind: Kind; id: number; at: Date }>();
  const written = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const noted = used;
    used = new Map();
    const uses = [...noted]
      .map(([key, { kind, id, at }]) => ({ key, kind, id, day: parisDay(at) }))
      .filter(({ key, day }) => written.get(key) !== day);
    if (uses.length === 0) return;
    try {
      await database.write(recordLastUses, uses, clock());
      for (const { key, day } of uses) written.set(key, day);
    } catch (error) {
      // The next use is noted again.
      onError(error);
    }
  }

  return {
    note(kind, id) {
      const key = `${kind} ${id}`;
      if (used.has(key)) return;
      used.set(key, { kind, id, at: clock() });
      timer ??= setTimeout(write, writeEveryMs).unref();
    },
    write,
  };
}
