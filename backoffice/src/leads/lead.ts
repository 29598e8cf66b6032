import type {
  CommercialType,
  EntryKind,
  EntryStatus,
  Motif,
  Resultat,
  SejourType,
  Stage,
} from '../desk/enumerations.ts';

/** What a list shows of an action. */
export interface ListedAction {
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  /** `HH:MM`, in Paris. */
  readonly time: string | null;
  readonly stage: Stage | null;
  readonly comment: string | null;
}

/** What a list shows of a commercial entry. */
export interface Lead {
  readonly id: number;
  readonly kind: EntryKind;
  /** Null while it waits to be assigned. */
  readonly establishmentId: number | null;
  readonly type: CommercialType | null;
  readonly sejourType: SejourType | null;
  /** Who it is about; without a name of their own, the first related person. */
  readonly name: string | null;
  readonly contactName: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly status: EntryStatus;
  readonly flagged: boolean;
  readonly resultat: Resultat | null;
  readonly motif: Motif | null;
  readonly stage: Stage | null;
  /** `YYYY-MM-DD`. */
  readonly contactDate: string;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly test: boolean;
  readonly spam: boolean;
  /** Why it is presumed spam, until staff decide. */
  readonly suspicion: 'trap' | 'haste' | null;
  readonly duplicateOf: number | null;
  readonly customId: string | null;
  readonly nextAction: ListedAction | null;
  readonly lastAction: ListedAction | null;
}

/** Where the page of an entry is. */
export function leadPath(id: number): string {
  return `/leads/${id}`;
}
