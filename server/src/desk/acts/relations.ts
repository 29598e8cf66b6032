import type { FieldPatch } from '../../entries/change/patch.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import type { Queries } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';

/** Related persons of an entry, the same as in the API for callers. */
export const maxRelations = 20;

/** Returns the changes by position; new persons come after existing ones. Throws a `ValidationError` for a bad position. */
export async function relationsByPosition(
  read: Queries,
  entryId: number,
  relations: readonly ({ readonly position?: number } & FieldPatch)[],
): Promise<Map<number, FieldPatch>> {
  const existing = new Set((await storedRelations(read, entryId)).map(({ position }) => position));
  const byPosition = new Map<number, FieldPatch>();
  let next = Math.max(-1, ...existing) + 1;
  for (const [i, { position, ...fields }] of relations.entries()) {
    if (position !== undefined && !existing.has(position))
      throw new ValidationError(
        `relations[${i}].position`,
        'expected the position of a person of this entry',
      );
    if (position !== undefined && byPosition.has(position))
      throw new ValidationError(`relations[${i}].position`, 'expected each position once');
    if (position === undefined) rejectEmptyRelation(fields, i);
    byPosition.set(position ?? next++, fields);
  }
  if (next > maxRelations)
    throw new ValidationError('relations', `expected at most ${maxRelations} elements`);
  return byPosition;
}

/** Throws a `ValidationError` for a new related person without a value. */
export function rejectEmptyRelation(fields: FieldPatch, i: number): void {
  if (Object.values(fields).every((value) => value === null))
    throw new ValidationError(`relations[${i}]`, 'expected some field');
}
