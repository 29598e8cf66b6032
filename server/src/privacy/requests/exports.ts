import { findAuditLines } from '../../access/audit-trail.ts';
import { addDays, parisDay, startOfDay } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import type { Day, Instant } from '../../store/tables.ts';
import { readRules } from '../rules/rule-settings.ts';

/** A list, or the data of a request, that has left the service. */
interface Export {
  readonly at: Instant;
  readonly by: string;
  readonly what: 'list' | 'request';
  readonly kind: string | null;
  /** How many entries it held. */
  readonly count: number | null;
}

/** An entry that exports may have held: its kind, null when it was deleted, and what was erased of it. */
interface HeldEntry {
  readonly entryId: number;
  readonly kind: string | null;
  readonly receivedAt: Instant | null;
  readonly erasures: readonly { readonly isWhole: boolean; readonly erasedAt: Instant }[];
}

const maxExports = 200;
const maxAuditLines = 1_000;

/** Says who a user is, to the reader of a document; null: a command. */
export type NameOf = (userId: number | null) => string;

/** Returns the exports that held one of these entries, or may have, the newest first. */
export async function exportsOf(
  read: Queries,
  requestId: number | null,
  entries: readonly HeldEntry[],
  { now, nameOf }: { readonly now: Date; readonly nameOf: NameOf },
) {
  const since = entries.flatMap(({ receivedAt }) => receivedAt ?? []).sort()[0];
  if (since === undefined) return { exports: [], moreExports: false };
  const page = { from: undefined, backwards: false, limit: maxAuditLines };
  const lines = await findAuditLines(read, { action: 'exported', since }, page);
  const found = lines.flatMap(({ at, userId, subject, subjectId, detail }): Export[] => {
    const { kind, count, entryIds } = detail;
    const number = typeof count === 'number' ? count : null;
    const by = nameOf(userId);
    const held = entries.filter((entry) => heldAt(entry, at));
    // The kind of a deleted entry is not known any more.
    if (subject === 'entry' && held.some((entry) => entry.kind === null || entry.kind === kind))
      return [{ at, by, what: 'list', kind: String(kind), count: number }];
    if (subject !== 'privacy-request') return [];
    const ofOthers = Array.isArray(entryIds) && held.some(({ entryId }) => entryIds.includes(entryId));
    return subjectId === requestId || ofOthers
      ? [{ at, by, what: 'request', kind: null, count: number }]
      : [];
  });
  const from = await auditedFrom(read, parisDay(now));
  const isCut = from !== null && since < startOfDay(from).toISOString();
  return {
    exports: found.slice(0, maxExports),
    moreExports: found.length > maxExports || lines.length > maxAuditLines || isCut,
  };
}

/** The first day that the audit trail still knows; null when nothing of it was deleted yet. */
export async function auditedFrom(read: Queries, today: Day): Promise<Day | null> {
  const audit = (await readRules(read, today)).find(({ rule }) => rule.name === 'audit');
  return audit?.runs === true ? addDays(today, -audit.days) : null;
}

function heldAt({ receivedAt, erasures }: HeldEntry, at: Instant): boolean {
  const whole = erasures.find(({ isWhole }) => isWhole);
  return receivedAt !== null && receivedAt <= at && (whole === undefined || at < whole.erasedAt);
}
