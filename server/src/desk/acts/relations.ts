import type { FieldPatch } from '../../entries/change/patch.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';

/** So many related persons an entry may have, as over the interface. */
export const mostRelations = 20;

const positionsOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('relations').select('position').where('entry_id', '=', p.entryId),
);

/** Changes of related persons by position: new ones come after those that are there. */
export async function placedRelations(
  read: Queries,
  entryId: number,
  relations: readonly ({ readonly position?: number } & FieldPatch)[],
): Promise<Map<number, FieldPatch>> {
  const there = new Set((await read.all(positionsOf, { entryId })).map(({ position }) => position));
  const placed = new Map<number, FieldPatch>();
  let next = Math.max(-1, ...there) + 1;
  for (const [i, { position, ...fields }] of relations.entries()) {
    if (position !== undefined && !there.has(position))
      throw new ValidationError(
        `relations[${i}].position`,
        'expected the position of a person of this entry',
      );
    if (position !== undefined && placed.has(position))
      throw new ValidationError(`relations[${i}].position`, 'expected each position once');
    if (position === undefined) refuseEmptyRelation(fields, i);
    placed.set(position ?? next++, fields);
  }
  if (next > mostRelations)
    throw new ValidationError('relations', `expected at most ${mostRelations} elements`);
  return placed;
}

/** Refuses a new related person of whom nothing is said. */
export function refuseEmptyRelation(fields: FieldPatch, i: number): void {
  if (Object.values(fields).every((value) => value === null))
    throw new ValidationError(`relations[${i}]`, 'expected some field');
}
