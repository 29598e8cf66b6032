import type { Stage } from '../contract/enumerations.ts';
import { absentValues, type NewEntryValues, type OptionalValue } from '../store/entry-columns.ts';
import type { Day, Json } from '../store/tables.ts';

/** An entry about to be stored: read, cleaned, with its search keys. Its other values are columns (database/entry-columns.ts). */
export interface NewEntry extends NewEntryValues {
  /** Whether `establishmentId` is the residence of the job offer: the sender has named none. */
  readonly placedByOffer?: boolean;
  readonly phoneKeys: readonly string[];
  readonly relations: readonly NewRelation[];
  readonly actions: readonly NewAction[];
  readonly file: NewFile | null;
}

type Optional = OptionalValue | 'phoneKeys' | 'relations' | 'actions' | 'file';
const absent = { ...absentValues, phoneKeys: [], relations: [], actions: [], file: null };

/** A new entry; what is left out is null, false or empty. */
export function newEntry(given: Omit<NewEntry, Optional> & Partial<NewEntry>): NewEntry {
  return { ...absent, ...given };
}

/** A field was filled that nobody sees, or the form faster than anybody writes. */
export type Suspicion = 'trap' | 'haste';

export interface NewRelation {
  readonly fields: Json;
  readonly extra: Json | null;
}

export interface NewAction {
  readonly date: Day | null;
  readonly time: string | null;
  readonly comment: string | null;
  /** Null for an action received over the interface and for a note of staff. */
  readonly stage: Stage | null;
  readonly done: boolean;
  /** Null for an action received over the interface, {@link visitor} for one that came with a `browser` password. */
  readonly author: string | null;
  readonly extra: Json | null;
}

export interface NewFile {
  readonly name: string;
  /** Media type found in the content itself. */
  readonly type: string;
  readonly content: Uint8Array;
}

/** The author of an action that came with a `browser` password: it carries no stage, so that it counts nowhere. */
export const visitor = 'visitor';

/**
 * The stage that an action counts as: an action received over the interface carries none
 * and counts as « Prise de contact »; a planned one counts nowhere until it is done (docs/interface.md, « Yearly statistics »).
 */
export function stageOf<S extends string>(action: {
  readonly stage: S | null;
  readonly author: string | null;
  readonly done: boolean;
}): S | 'Prise de contact' | null {
  if (!action.done) return null;
  return action.stage ?? (action.author === null ? 'Prise de contact' : null);
}

/** Whether an entry counts in the yearly statistics, and where. `aside`: it is spam, or presumed to be, or a duplicate. */
export function countedIn(
  entry: Pick<NewEntry, 'kind' | 'test' | 'establishmentId' | 'contactDate'> & { readonly aside: boolean },
): { readonly year: number; readonly establishmentId: number } | null {
  if (entry.kind !== 'commercial' || entry.test || entry.aside || entry.establishmentId === null) return null;
  return { year: Number(entry.contactDate.slice(0, 4)), establishmentId: entry.establishmentId };
}
