import { isWithin, type Reach } from '../../access/roles.ts';
import { RequestError } from '../../contract/request-error.ts';

/** Returns the residence. Throws the same 404 whether it does not exist or is out of reach. */
export function requireReach<R extends { readonly id: number }>(reach: Reach, residence: R | undefined): R {
  if (residence === undefined || !isWithin(reach, residence.id)) throw notFound();
  return residence;
}

/** Throws 403 unless the right covers all residences. */
export function requireEverywhere(reach: Reach, what: string): void {
  if (reach !== 'everywhere')
    throw new RequestError('FORBIDDEN', `${what}: only for who may change every residence`);
}

/** The same 404 for an unknown id and one out of reach. */
export function notFound(): RequestError {
  return new RequestError('NOTFOUND', 'path: there is nothing here');
}
