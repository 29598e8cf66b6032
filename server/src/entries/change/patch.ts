import type { RecordedValues } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import type { Fields } from '../diff.ts';
import type { ActionPatch } from './actions.ts';

/** Fields by wire name; `null` deletes one. */
export type FieldPatch = Readonly<Record<string, unknown>>;

/** Changes of an entry: of what the history records, and of the rest. Absent members are left unchanged. */
export interface EntryPatch extends Partial<RecordedValues> {
  /** What the family wrote under a comment of staff; used only in a correction. */
  readonly originalComment?: string | null;
  /** The author of the comment; used only when the comment changes. */
  readonly commentBy?: string | null;
  readonly fields?: FieldPatch;
  readonly extra?: FieldPatch;
  /** By position. An unknown position adds a related person; null deletes one: the act that added it is undone. */
  readonly relations?: ReadonlyMap<number, FieldPatch | null>;
  /** Fields of related persons that the contract does not name, by position. */
  readonly relationExtras?: ReadonlyMap<number, FieldPatch>;
  readonly actions?: readonly ActionPatch[];
  /** The user in charge; null: none. */
  readonly ownerId?: number | null;
  /** The day from which retention counts anew; used only when an act is undone. */
  readonly renewedOn?: Day | null;
  /** Whether staff should look at the entry again. */
  readonly flagged?: boolean;
}

/** Returns the fields after a patch: stored fields are never null. */
export function patched(fields: Fields, patch: FieldPatch = {}): Fields {
  return Object.fromEntries(Object.entries({ ...fields, ...patch }).filter(([, value]) => value !== null));
}

/** Returns the fields of elements by position after patches; an unknown position adds one, null deletes one. */
export function patchedByPosition(
  before: ReadonlyMap<number, Fields>,
  patches: ReadonlyMap<number, FieldPatch | null> = new Map(),
): ReadonlyMap<number, Fields> {
  const after = new Map(before);
  for (const [position, patch] of patches) {
    if (patch === null) after.delete(position);
    else after.set(position, patched(before.get(position) ?? {}, patch));
  }
  return after;
}
