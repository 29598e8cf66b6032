import type { EntryKind } from '../../api/enumerations.ts';

/** Fields by the names of the interface; what is not known is absent. */
export type Fields = Readonly<Record<string, unknown>>;

/** A related person. */
export interface Relation {
  readonly position: number;
  readonly fields: Fields;
  readonly extra: Fields;
}

/** A follow-up action, done or planned. */
export interface Action {
  readonly position: number;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  /** `HH:MM` in Europe/Paris. */
  readonly time: string | null;
  readonly stage: string | null;
  readonly done: boolean;
  /** `visitor` when a visitor says so, null when it came over the interface otherwise. */
  readonly author: string | null;
  readonly comment: string | null;
  readonly extra: Fields;
}

/** A line of history: `detail` has `changes`, `relations` and `actions` with what they were and what they are. */
export interface HistoryLine {
  readonly at: string;
  readonly author: string;
  readonly change: string;
  readonly detail: Fields;
}

/** A webhook about the entry. */
export interface Delivery {
  readonly id: number;
  readonly event: string;
  readonly sequence: number;
  readonly state: string;
  readonly attempts: number;
  readonly url: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** Another entry with the same phone number or e-mail address. */
export interface FamilyEntry {
  readonly id: number;
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
  readonly name: string | null;
  readonly contactDate: string;
  readonly resultat: string | null;
  readonly status: string;
  readonly duplicateOf: number | null;
}

/** The partner's request that an entry also is. */
export interface Orientation {
  readonly partner: string;
  readonly numero: string | null;
  readonly res: string;
  readonly message: Fields;
  readonly problems: readonly string[];
}

/** One entry with everything known about it, as `GET /desk/entries/:id` answers it. */
export interface WholeEntry {
  readonly id: number;
  readonly kind: EntryKind;
  /** Grows with each change. */
  readonly version: number;
  /** Whether whoever is signed in may change it. */
  readonly mayChange: boolean;
  readonly establishmentId: number | null;
  readonly caller: { readonly id: number; readonly name: string } | null;
  readonly partner: { readonly id: number; readonly name: string } | null;
  readonly customId: string | null;
  readonly partnerid: string | null;
  readonly type: string | null;
  readonly sejourType: string | null;
  readonly resultat: string | null;
  readonly motif: string | null;
  readonly stage: string | null;
  readonly status: 'new' | 'processed';
  readonly flagged: boolean;
  readonly spam: boolean;
  /** Why it is presumed spam, until staff decide. */
  readonly suspicion: 'trap' | 'haste' | null;
  readonly test: boolean;
  /** It came with a `browser` password: what it tells is what a visitor says. */
  readonly browser: boolean;
  readonly duplicateOf: number | null;
  readonly contactDate: string;
  readonly receivedAt: string;
  readonly comment: string | null;
  readonly commentBy: string | null;
  readonly gclid: string | null;
  readonly announcement: {
    readonly id: number;
    readonly title: string | null;
    readonly open: boolean;
  } | null;
  /** Who has taken charge of a complaint. */
  readonly owner: { readonly id: number; readonly name: string } | null;
  readonly name: string | null;
  readonly fields: Fields;
  readonly extra: Fields;
  readonly relations: readonly Relation[];
  readonly actions: readonly Action[];
  readonly file: { readonly name: string; readonly type: string; readonly size: number } | null;
  readonly orientation: Orientation | null;
  /** The newest lines. */
  readonly history: readonly HistoryLine[];
  /** What older lines come before; null when there are none. */
  readonly historyNext: number | null;
  /** The newest ones. */
  readonly deliveries: readonly Delivery[];
  readonly moreDeliveries: boolean;
  readonly family: {
    readonly data: readonly FamilyEntry[];
    readonly more: number;
    readonly elsewhere: number;
  };
  readonly duplicates: readonly {
    readonly id: number;
    readonly customId: string | null;
    readonly callerId: number | null;
  }[];
  readonly moreDuplicates: number;
}
