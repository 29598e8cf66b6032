import type { FieldPatch } from '../../entries/change/patch.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';

/** So many related persons an entry may have, as over the interface. */
export const maxRelations = 20;

const positionsOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('relations').select('position').where('entry_id', '=', p.entryId),
);

/** Changes of related persons by position: new ones come after those that are existing. */
export async function relationsByPosition(
  read: Queries,
  entryId: number,
  relations: readonly ({ readonly position?: number } & FieldPatch)[],
): Promise<Map<number, FieldPatch>> {
  const existing = new Set((await read.all(positionsOf, { entryId })).map(({ position }) => position));
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

/** Refuses a new related person of whom nothing is said. */
export function rejectEmptyRelation(fields: FieldPatch, i: number): void {
  if (Object.values(fields).every((value) => value === null))
    throw new ValidationError(`relations[${i}]`, 'expected some field');
}
