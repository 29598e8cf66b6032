import Type from 'typebox';
import { isWithin, type Reach } from '../access/roles.ts';
import { largestEstablishmentId } from '../contract/fields.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { emailPattern } from '../validation/validator.ts';
import { parsedFields } from './change/relations.ts';

export const ResidenceId = Type.Integer({ minimum: 1, maximum: largestEstablishmentId });

const establishmentById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select('id').where('id', '=', p.id),
);

/** Throws a `ValidationError`, the same for a residence out of reach as for an unknown one: it must not tell which exist. */
export async function requireResidence(read: Queries, id: number, reach: Reach): Promise<void> {
  if (!isWithin(reach, id) || (await read.first(establishmentById, { id })) === undefined)
    throw new ValidationError('establishmentId', `no residence of yours has the id ${id}`);
}

const residenceById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('establishments')
    .select(['name', 'details', 'tariffs_url', 'booklet_url'])
    .where('id', '=', p.id),
);

/** The name and the details of a residence, and the links to its documents as lines; undefined for none. */
export async function findResidence(read: Queries, id: number | null) {
  const found = id === null ? undefined : await read.first(residenceById, { id });
  if (found === undefined) return undefined;
  const { name, details, tariffs_url: tariffs, booklet_url: booklet } = found;
  const documents = [tariffs && `Tarifs : ${tariffs}`, booklet && `Livret d’accueil : ${booklet}`];
  return { name, details: parsedFields(details), documents: documents.filter(Boolean).join('\n') };
}

/** The residence that writes; undefined when answers could not come to it. */
export async function writingResidence(read: Queries, id: number | null) {
  const found = await findResidence(read, id);
  const email = found?.details.email;
  if (found === undefined || typeof email !== 'string' || !emailPattern.test(email.trim())) return undefined;
  return { name: found.name, email: email.trim() };
}
