import { isWithin, type Reach } from '../../access/roles.ts';
import { RequestError } from '../../contract/request-error.ts';

/** The residence, when there is one and it is within reach. Otherwise throws the same 404 for both. */
export function requireReach<R extends { readonly id: number }>(reach: Reach, residence: R | undefined): R {
  if (residence === undefined || !isWithin(reach, residence.id)) throw notThere();
  return residence;
}

/** Throws 403 for a right at some residences only. */
export function requireEverywhere(reach: Reach, what: string): void {
  if (reach !== 'everywhere')
    throw new RequestError('FORBIDDEN', `${what}: only for who may change every residence`);
}

/** Nothing here has this id, or nothing within reach. */
export function notThere(): RequestError {
  return new RequestError('NOTFOUND', 'path: there is nothing here');
}
