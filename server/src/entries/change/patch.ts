import type { motifs, resultats } from '../../contract/enumerations.ts';
import type { ActionPatch } from './actions.ts';

/** Fields by wire name; `null` takes one away. */
export type FieldPatch = Readonly<Record<string, unknown>>;

/** What changes of an entry; what is not named stays. */
export interface EntryPatch {
  readonly kind?: 'commercial';
  readonly establishmentId?: number;
  readonly type?: string;
  readonly sejourType?: string | null;
  readonly resultat?: (typeof resultats)[number] | null;
  readonly motif?: (typeof motifs)[number] | null;
  readonly status?: 'processed';
  readonly comment?: string | null;
  /** Who has written the comment, if it is another one. */
  readonly commentBy?: string;
  readonly contactDate?: string;
  readonly fields?: FieldPatch;
  readonly extra?: FieldPatch;
  /** By position; one that is not there yet is added. */
  readonly relations?: ReadonlyMap<number, FieldPatch>;
  readonly actions?: readonly ActionPatch[];
  readonly spam?: boolean;
  /** The entry that was kept; null when this one is no duplicate after all. */
  readonly duplicateOf?: number | null;
  /** The user who takes charge of it; null: nobody. */
  readonly ownerId?: number | null;
  /** Whether staff should look at the entry again. */
  readonly flagged?: boolean;
}
