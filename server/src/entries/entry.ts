import type { CvLoss } from '../contract/application.ts';
import type { Stage } from '../contract/enumerations.ts';
import { absentValues, type NewEntryValues, type OptionalValue } from '../store/entry-columns.ts';
import type { Day, Json, Outcome } from '../store/tables.ts';

/** An entry about to be stored: validated, normalized, with its phone keys. The columns are in store/entry-columns.ts. */
export interface NewEntry extends NewEntryValues {
  /** Whether `establishmentId` was taken from the job offer because the sender gave none. */
  readonly placedByOffer?: boolean;
  readonly phoneKeys: readonly string[];
  readonly relations: readonly NewRelation[];
  readonly actions: readonly NewAction[];
  readonly file: NewFile | null;
}

type Optional = OptionalValue | 'phoneKeys' | 'relations' | 'actions' | 'file';
const absent = { ...absentValues, phoneKeys: [], relations: [], actions: [], file: null };

/** Returns a new entry in which absent values are null, false or empty. */
export function newEntry(given: Omit<NewEntry, Optional> & Partial<NewEntry>): NewEntry {
  return { ...absent, ...given };
}

/** Why an entry looks like spam. `trap`: a hidden field is filled in. `haste`: the form was filled in too fast. */
export type Suspicion = 'trap' | 'haste';

export interface NewRelation {
  readonly fields: Json;
  readonly extra: Json | null;
}

export interface NewAction {
  readonly date: Day | null;
  /** `HH:MM`. */
  readonly time: string | null;
  readonly comment: string | null;
  /** Null for an action received over the API and for a note by staff. */
  readonly stage: Stage | null;
  readonly done: boolean;
  /** Null for an action received over the API, {@link visitor} for one sent with a `browser` password. */
  readonly author: string | null;
  readonly extra: Json | null;
  readonly outcome?: Outcome | null;
  readonly assigneeId?: number | null;
  /** Of one taken over from a united entry: see `uidOf` in change/actions.ts. */
  readonly uid?: string | null;
}

export interface NewFile {
  readonly name: string;
  /** Media type detected from the content. */
  readonly type: string;
  readonly content: Uint8Array;
  /** Why it is not stored. It still tells a repetition of its entry from another one. */
  readonly notKept?: CvLoss;
}

/** The author of an action sent with a `browser` password. Such an action has no stage and is not counted. */
export const visitor = 'visitor';

/**
 * Returns the stage that an action counts as, or null. An action received over the API has no stage and counts as « Prise
 * de contact ». A planned one is not counted until it is done (docs/interface.md, « Yearly statistics »).
 */
export function stageOf<S extends string>(action: {
  readonly stage: S | null;
  readonly author: string | null;
  readonly done: boolean;
}): S | 'Prise de contact' | null {
  if (!action.done) return null;
  return action.stage ?? (action.author === null ? 'Prise de contact' : null);
}

/**
 * Returns the year and residence under which the yearly statistics count an entry; null when they don't. `excluded`: it is
 * spam, presumed spam or a duplicate.
 */
export function countedIn(
  entry: Pick<NewEntry, 'kind' | 'test' | 'establishmentId' | 'contactDate'> & { readonly excluded: boolean },
): { readonly year: number; readonly establishmentId: number } | null {
  if (entry.kind !== 'commercial' || entry.test || entry.excluded || entry.establishmentId === null)
    return null;
  return { year: Number(entry.contactDate.slice(0, 4)), establishmentId: entry.establishmentId };
}
