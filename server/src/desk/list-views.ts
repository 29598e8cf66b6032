import type { FastifyBaseLogger } from 'fastify';
import { type Actor, recordActivity } from '../access/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';

/** A page that is shown again within so long, by live updates or going back, leaves no further line. */
const sameForMs = 10 * 60_000;
const maxRemembered = 5_000;
const remembered = new WeakMap<Database, Map<string, number>>();

interface View {
  readonly by: Actor;
  readonly list: 'entries' | 'today' | 'search' | 'agenda';
  /** What was asked. Only the kind is kept, and the names of the others: what was searched for may be a person. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly ids: readonly number[];
}

/** Leaves a line in the audit trail that a user was shown these entries in a list. The answer does not wait for it. */
export function noteListView(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  log: FastifyBaseLogger,
  { by, list, query, ids: shown }: View,
): void {
  const ids = [...new Set(shown)];
  if (ids.length === 0) return;
  const now = clock();
  const known = remembered.get(database) ?? new Map<string, number>();
  remembered.set(database, known);
  const key = `${by.userId} ${list} ${ids.join()}`;
  if ((known.get(key) ?? Number.NEGATIVE_INFINITY) > now.getTime() - sameForMs) return;
  if (known.size >= maxRemembered) known.clear();
  known.set(key, now.getTime());
  const { kind, ...others } = query;
  const filters = Object.keys(others).filter((name) => others[name] !== undefined);
  const detail = { list, ...(kind !== undefined && { kind }), filters, ids };
  database
    .write(recordActivity, { by, act: { action: 'read', subject: 'entry', detail } }, now)
    .catch((error: unknown) => {
      known.delete(key);
      log.error({ err: error }, 'a view of a list is missing in the audit trail');
    });
}
