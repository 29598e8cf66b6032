import { isWithin, type Reach, reachOf } from '../../access/roles.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { findResidence, type Residence } from './queries.ts';

/** Routes that show residences, and those that change them. */
export const reading = { right: 'residences.read' } as const;
export const changing = { right: 'residences.change' } as const;

/** Where a user may change residences. */
export const changedBy = (by: DeskActor): Reach => reachOf(by.grants, changing.right);

/** Returns what belongs to a residence. Throws the same 404 whether it does not exist or is out of reach. */
export function requireReach<R>(reach: Reach, found: R | undefined, residenceOf: (found: R) => number): R {
  if (found === undefined || !isWithin(reach, residenceOf(found))) throw notFound();
  return found;
}

/** Returns a residence. Throws the same 404 whether it does not exist or is out of reach. */
export async function residenceWithin(read: Queries, reach: Reach, id: number): Promise<Residence> {
  return requireReach(reach, await findResidence(read, id), (residence) => residence.id);
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

/** The names of the fields that differ. */
export function changedNames<T extends object>(before: T, after: T): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (value === old.get(name) ? [] : name));
}
