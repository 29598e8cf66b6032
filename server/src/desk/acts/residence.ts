import Type from 'typebox';
import { isWithin, type Reach } from '../../access/roles.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';

/** The residence that an entry belongs to, in a body. */
export const ResidenceId = Type.Integer({
  minimum: 1,
  // What the databases hold.
  maximum: 2_147_483_647,
  description: 'Residence.',
  examples: [5],
});

const establishmentById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select('id').where('id', '=', p.id),
);

/** 400 for a residence that is not there, or is none of the user's: nobody can tell which. */
export async function requireResidence(read: Queries, id: number, reach: Reach): Promise<void> {
  if (!isWithin(reach, id) || (await read.first(establishmentById, { id })) === undefined)
    throw new ValidationError('establishmentId', `no residence of yours has the id ${id}`);
}
