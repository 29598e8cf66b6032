import type { FastifyRequest } from 'fastify';
import { isWithin, type Right } from '../access/roles.ts';
import { RequestError } from '../contract/request-error.ts';
import { reachFor } from '../http/desk-access.ts';

/**
 * Throws 404 for a residence where whoever asks has not this right, exactly as for one that is not there, and for one
 * that is not.
 */
export function requireReach(
  request: FastifyRequest,
  right: Right,
  residence: { readonly id: number } | undefined,
): asserts residence is { readonly id: number } {
  if (residence === undefined || !isWithin(reachFor(request, right), residence.id)) throw notThere();
}

/** Throws 403 when whoever asks has this right at some residences only. */
export function requireEverywhere(request: FastifyRequest, right: Right, what: string): void {
  if (reachFor(request, right) !== 'everywhere')
    throw new RequestError('FORBIDDEN', `${what}: only for who may change every residence`);
}

/** Nothing here has this id, or nothing that whoever asks may know of. */
export function notThere(): RequestError {
  return new RequestError('NOTFOUND', 'path: there is nothing here');
}
