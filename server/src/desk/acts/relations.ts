import type { FieldPatch } from '../../entries/change/patch.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import type { Queries } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { RelationChange } from './entry-fields.ts';

/** Related persons of an entry, the same as in the API for callers. */
export const maxRelations = 20;

/** Fields of a related person that staff may add, though the API does not define them. */
const addableExtra: ReadonlySet<string> = new Set(['lien']);

/** Returns the changes by position; new persons come after existing ones. Throws a `ValidationError` for a bad position. */
export async function relationsByPosition(
  read: Queries,
  entryId: number,
  relations: readonly RelationChange[],
): Promise<{
  readonly relations: Map<number, FieldPatch>;
  readonly relationExtras: Map<number, FieldPatch>;
}> {
  const existing = new Map(
    (await storedRelations(read, entryId)).map(({ position, extra }) => [position, extra]),
  );
  const byPosition = new Map<number, FieldPatch>();
  const extras = new Map<number, FieldPatch>();
  let next = Math.max(-1, ...existing.keys()) + 1;
  for (const [i, { position, extra = {}, ...fields }] of relations.entries()) {
    const stored = position === undefined ? {} : (existing.get(position) ?? {});
    rejectNewExtra(extra, new Set([...Object.keys(stored), ...addableExtra]), `relations[${i}].extra`);
    if (position !== undefined && !existing.has(position))
      throw new ValidationError(
        `relations[${i}].position`,
        'expected the position of a person of this entry',
      );
    if (position !== undefined && byPosition.has(position))
      throw new ValidationError(`relations[${i}].position`, 'expected each position once');
    if (position === undefined) rejectEmptyRelation({ ...extra, ...fields }, i);
    const at = position ?? next++;
    byPosition.set(at, fields);
    if (Object.keys(extra).length > 0) extras.set(at, extra);
  }
  if (next > maxRelations)
    throw new ValidationError('relations', `expected at most ${maxRelations} elements`);
  return { relations: byPosition, relationExtras: extras };
}

/** Throws a `ValidationError` for a field that is not one of these. */
export function rejectNewExtra(extra: FieldPatch, known: ReadonlySet<string>, path: string): void {
  const unknown = Object.keys(extra).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ValidationError(`${path}.${unknown}`, 'expected a field that is there');
}

/** Throws a `ValidationError` for a new related person without a value. */
export function rejectEmptyRelation(fields: FieldPatch, i: number): void {
  if (Object.values(fields).every((value) => value === null))
    throw new ValidationError(`relations[${i}]`, 'expected some field');
}
