import { type Grant, isWithin, type Reach, reachOf, reachOfChanges } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';

/** Returns where a user may move an entry: anywhere with the right to hand it over at its present residence. */
export function assignableReach(
  grants: readonly Grant[],
  kind: EntryKind,
  establishmentId: number | null,
): Reach {
  const mayHandOver = isWithin(reachOf(grants, 'entries.hand-over'), establishmentId);
  return mayHandOver ? 'everywhere' : reachOfChanges(grants, kind);
}
