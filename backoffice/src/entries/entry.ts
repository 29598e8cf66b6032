import type {
  CommercialType,
  EntryKind,
  EntryStatus,
  Motif,
  Resultat,
  SejourType,
  Stage,
} from '../api/enumerations.ts';

const folders: Readonly<Record<EntryKind, string>> = {
  commercial: 'leads',
  survey: 'surveys',
  postuler: 'applications',
};

/** The address of the page of an entry. */
export function entryPath({ kind, id }: { readonly kind: EntryKind; readonly id: number }): string {
  return `/${folders[kind]}/${id}`;
}

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

/** A partner's request, as lists show it. */
export interface ListedOrientation {
  readonly partner: string;
  readonly numero: string | null;
  readonly res: string;
  /** What the partner was told, in French. */
  readonly problems: readonly string[];
  /** Newest first. */
  readonly followUps: readonly {
    readonly at: string;
    readonly state: string | null;
    readonly reason: string | null;
  }[];
}

/** What a list shows of an entry of any kind. */
export interface ListedEntry extends Omit<Lead, 'type'> {
  /** How the contact came, or the type of a survey. */
  readonly type: string | null;
  readonly status: EntryStatus;
  /** The job offer applied for; its title is null when it is not known. */
  readonly announcement: {
    readonly id: number;
    readonly title: string | null;
    readonly open: boolean;
  } | null;
  /** Who has taken charge of a complaint. */
  readonly owner: { readonly id: number; readonly name: string } | null;
  readonly hasFile: boolean;
  readonly orientation: ListedOrientation | null;
}

/** The person a contact is called by: the related one, unless it is the same as the first name shown. */
export function otherContact({
  name,
  contactName,
}: Pick<ListedEntry, 'name' | 'contactName'>): string | null {
  return contactName === name ? null : contactName;
}
