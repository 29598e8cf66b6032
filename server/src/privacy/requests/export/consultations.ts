import { findAuditLines } from '../../../access/audit-trail.ts';
import { parisDay } from '../../../clock.ts';
import type { Queries } from '../../../store/database.ts';
import type { Instant } from '../../../store/tables.ts';
import { exportsOf, type NameOf } from '../exports.ts';
import type { ExportedEntry } from './schema.ts';

type Consultation = ExportedEntry['consultations'][number];

interface Consulted {
  readonly entryId: number;
  readonly kind: string;
  readonly receivedAt: Instant;
}

const acts = new Set(['read', 'looked-up', 'downloaded']);
/** The lines of the audit trail about one entry, and about searches for a person, that are read. */
const newest = { from: undefined, backwards: false, limit: 5_000 };

/**
 * Returns who has read or found an entry or may have taken it away, by their function, as the audit trail knows it: what the same
 * function did on one day is one line (CJEU, C-579/21).
 */
export async function consultationsOf(
  read: Queries,
  { entryId, kind, receivedAt }: Consulted,
  context: { readonly now: Date; readonly nameOf: NameOf },
): Promise<Pick<ExportedEntry, 'consultations' | 'olderConsultations'>> {
  const lines = await findAuditLines(read, { entryId, since: receivedAt }, newest);
  const search = { action: 'read', subject: 'person', since: receivedAt } as const;
  const searches = await findAuditLines(read, search, newest);
  const held = { entryId, kind, receivedAt, erasures: [] };
  const { exports, moreExports } = await exportsOf(read, null, [held], context);
  const all = [
    ...lines
      .filter(({ action }) => acts.has(action))
      .map(({ at, userId, action }) => ({ at, by: context.nameOf(userId), act: action })),
    ...searches
      .filter(({ detail }) => Array.isArray(detail.entries) && detail.entries.includes(entryId))
      .map(({ at, userId }) => ({ at, by: context.nameOf(userId), act: 'found' })),
    ...exports.map(({ at, by, what }) => ({ at, by, act: what === 'list' ? 'listed' : 'exported' })),
  ];
  const byLine = Map.groupBy(
    all.map(({ at, ...one }): Omit<Consultation, 'times'> => ({ on: parisDay(new Date(at)), ...one })),
    (one) => JSON.stringify(one),
  );
  const consultations = [...byLine.values()]
    .flatMap(([first, ...more]) => (first === undefined ? [] : [{ ...first, times: more.length + 1 }]))
    .sort((a, b) => (a.on < b.on ? 1 : -1));
  const isCut = Math.max(lines.length, searches.length) > newest.limit;
  return { consultations, olderConsultations: moreExports || isCut };
}
