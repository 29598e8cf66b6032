import { type Grant, type Reach, reachOf } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';

/** Returns where a user may hand over entries of a kind, to any residence; job applications need their own right. */
export function reachOfHandOver(grants: readonly Grant[], kind: EntryKind): Reach {
  return reachOf(grants, kind === 'postuler' ? 'applications.change' : 'entries.hand-over');
}
