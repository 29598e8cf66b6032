import { RequestError } from '../../contract/request-error.ts';

/** The answer for an entry that is not there, and for one that is not within reach. */
export function entryNotFound(id: number): RequestError {
  return new RequestError('NOTFOUND', `path: no entry has the id ${id}`);
}
