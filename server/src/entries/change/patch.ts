import type { ApplicationStep } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import type { Fields } from '../diff.ts';
import type { ActionPatch } from './actions.ts';

/** Fields by wire name; `null` deletes one. */
export type FieldPatch = Readonly<Record<string, unknown>>;

/** Changes of an entry. Absent members are left unchanged. */
export interface EntryPatch {
  readonly kind?: 'commercial' | 'survey';
  readonly establishmentId?: number;
  readonly type?: string;
  readonly sejourType?: string | null;
  readonly resultat?: string | null;
  readonly motif?: string | null;
  readonly status?: 'new' | 'processed';
  /** Whether the family was reached. By default, its actions decide. */
  readonly reached?: boolean;
  /** Whether a contact form is dealt with. */
  readonly closed?: boolean;
  /** The day on which the lead wakes; null: it is not asleep. */
  readonly asleepUntil?: Day | null;
  readonly asleepReason?: string | null;
  readonly applicationStep?: ApplicationStep | null;
  readonly comment?: string | null;
  /** What the family wrote under a comment of staff; used only in a correction. */
  readonly originalComment?: string | null;
  /** The author of the comment; used only when the comment changes. */
  readonly commentBy?: string | null;
  readonly contactDate?: string;
  readonly fields?: FieldPatch;
  readonly extra?: FieldPatch;
  /** By position. An unknown position adds a related person; null deletes one: the act that added it is undone. */
  readonly relations?: ReadonlyMap<number, FieldPatch | null>;
  /** Fields of related persons that the contract does not name, by position. */
  readonly relationExtras?: ReadonlyMap<number, FieldPatch>;
  readonly actions?: readonly ActionPatch[];
  readonly spam?: boolean;
  /** Why it is presumed spam. By default, a decision by staff clears it. */
  readonly suspicion?: 'trap' | 'haste' | null;
  /** The id of the kept entry; null: not a duplicate. */
  readonly duplicateOf?: number | null;
  /** The user in charge; null: none. */
  readonly ownerId?: number | null;
  /** The day from which retention counts anew; used only when an act is undone. */
  readonly renewedOn?: Day | null;
  readonly acknowledgedOn?: Day | null;
  /** The day on which a complaint was closed; used only when an act is undone. */
  readonly answeredOn?: Day | null;
  /** Whether its admission was taken back; used only when an act is undone. */
  readonly admissionRevoked?: boolean;
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
