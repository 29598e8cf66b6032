import { isWithin, type Reach, reachOf } from '../../access/roles.ts';
import { largestEstablishmentId } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';

/** Routes that show residences, and those that change them. */
export const reading = { right: 'residences.read' } as const;
export const changing = { right: 'residences.change' } as const;

/** Where a user may change residences. */
export const changedBy = (by: DeskActor): Reach => reachOf(by.grants, changing.right);

/** Returns what belongs to a residence. Throws the same 404 whether it does not exist or is out of reach. */
export function requireReach<R extends { readonly establishmentId: number }>(
  reach: Reach,
  found: R | undefined,
): R {
  if (found === undefined || !isWithin(reach, found.establishmentId)) throw notFound();
  return found;
}

/** Throws the same 404 whether a residence does not exist or is out of reach. */
export async function requireResidence(read: Queries, reach: Reach, id: number): Promise<void> {
  if (id > largestEstablishmentId) throw notFound();
  const found = await read.first(
    query((db) => db.selectFrom('establishments').select('id as establishmentId').where('id', '=', id)),
  );
  requireReach(reach, found);
}

/** Throws 403 unless the user may change every residence. */
export function requireEverywhere(by: DeskActor, what: string): void {
  if (changedBy(by) !== 'everywhere')
    throw new RequestError('FORBIDDEN', `${what}: only for who may change every residence`);
}

/** The same 404 for an unknown id and one out of reach. */
export function notFound(): RequestError {
  return new RequestError('NOTFOUND', 'path: there is nothing here');
}
