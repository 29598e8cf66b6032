import { type Grant, isWithin, type Reach, reachOf } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';

/** Where a user with these grants may change entries of a kind: job applications need a right of their own. */
export function reachOfChanges(grants: readonly Grant[], kind: EntryKind): Reach {
  return reachOf(grants, kind === 'postuler' ? 'applications.change' : 'entries.change');
}

/** Where such a user may move an entry: to any residence with the right to hand it over where it is now. */
export function assignableReach(
  grants: readonly Grant[],
  kind: EntryKind,
  establishmentId: number | null,
): Reach {
  const mayHandOver = isWithin(reachOf(grants, 'entries.hand-over'), establishmentId);
  return mayHandOver ? 'everywhere' : reachOfChanges(grants, kind);
}
