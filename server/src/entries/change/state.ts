import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { Fields } from '../diff.ts';
import { patchActions, type StoredActions, storedActions } from './actions.ts';
import { type EntryPatch, patched, patchedByPosition } from './patch.ts';
import { parsedFields, storedRelations } from './relations.ts';
import { applyPatch } from './row.ts';

/** An entry as it is stored. In `row`, `fields` and `extra` may be older than those parsed beside it. */
export interface EntryState {
  readonly row: EntryRow;
  readonly fields: Fields;
  /** Fields that the contract does not name. */
  readonly extra: Fields;
  /** The related persons, by position. */
  readonly relations: ReadonlyMap<number, Fields>;
  readonly relationExtras: ReadonlyMap<number, Fields>;
  readonly actions: StoredActions;
}

export async function readState(read: Queries, row: EntryRow): Promise<EntryState> {
  const relations = await storedRelations(read, row.id);
  return {
    row,
    fields: parsedFields(row.fields),
    extra: parsedFields(row.extra),
    relations: new Map(relations.map(({ position, fields }) => [position, fields])),
    relationExtras: new Map(relations.map(({ position, extra }) => [position, extra])),
    actions: await storedActions(read, row.id),
  };
}

/** Returns the state with a patch, without what follows from it. `author`: of new actions that name none. */
export function patchedState(state: EntryState, patch: EntryPatch, author: string): EntryState {
  const relations = patchedByPosition(state.relations, patch.relations);
  const extras = patchedByPosition(state.relationExtras, patch.relationExtras);
  return {
    row: applyPatch(state.row, patch),
    fields: patched(state.fields, patch.fields),
    extra: patched(state.extra, patch.extra),
    relations,
    relationExtras: new Map([...extras].filter(([position]) => relations.has(position))),
    actions: patchActions(state.actions, patch.actions ?? [], author),
  };
}

/** The persons of an entry: the one of its own fields first. */
export function peopleOf({ fields, relations }: Pick<EntryState, 'fields' | 'relations'>): Fields[] {
  return [fields, ...relations.values()];
}
