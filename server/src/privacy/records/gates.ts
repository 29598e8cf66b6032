// What has to be known before data is erased or leaves.
import { RequestError } from '../../contract/request-error.ts';
import type { PersonKey } from '../persons.ts';
import { peopleOf, type StoredRequest, type StoredRequestEntry } from './requests.ts';

/** How the identity was established, as far as the gates ask. */
type Identified = Pick<StoredRequest, 'asker' | 'authority' | 'identityKind'>;

/**
 * Returns what is missing before data is erased or leaves: that the identity is established, and the paper by which
 * somebody acts for another person. Nobody is to be identified where the controller acts of its own accord.
 */
export function missingOf({
  asker,
  authority,
  identityKind,
}: Identified): 'identityKind' | 'authority' | undefined {
  if (asker === 'controller') return undefined;
  if (identityKind === null || identityKind === 'failed') return 'identityKind';
  return asker !== 'self' && authority === null ? 'authority' : undefined;
}

/** Throws CONFLICT before the identity of the person who asks, and their right to ask, is established. */
export function requireIdentity(request: Identified & Pick<StoredRequest, 'id'>): void {
  const missing = missingOf(request);
  if (missing !== undefined)
    throw new RequestError(
      'CONFLICT',
      `${missing}: request ${request.id} has to say it before anything is erased or exported`,
    );
}

/**
 * Throws CONFLICT unless this request is about the erasure of this entry: nothing is erased that no request has named.
 * `linked`: the entry as the request lists it.
 */
export function requireErasureOf(
  entryId: number,
  request: StoredRequest,
  linked: StoredRequestEntry | undefined,
): void {
  const { id, kind } = request;
  if (kind !== 'erasure') throw refusal('kind', `request ${id} does not ask for an erasure`);
  const people = chosenPeople(entryId, request, linked);
  if (!people.includes('entry'))
    throw refusal('people', `the request concerns other persons of entry ${entryId} alone`);
}

/**
 * Throws CONFLICT unless a correction without trace of this entry may be made for this request. `touched`: the persons of
 * whom it corrects fields; it says nothing of others.
 */
export function requireCorrectionOf(
  entryId: number,
  touched: readonly PersonKey[],
  request: StoredRequest,
  linked: StoredRequestEntry | undefined,
): void {
  const { id, kind } = request;
  if (kind !== 'erasure' && kind !== 'rectification')
    throw refusal('kind', `request ${id} asks neither for an erasure nor for a rectification`);
  const people = chosenPeople(entryId, request, linked);
  if (!touched.every((person) => people.includes(person)))
    throw refusal('people', `the request concerns other persons of entry ${entryId} alone`);
}

/**
 * Throws CONFLICT unless the known contact of this entry was named by which the identity was checked. Papers, and who came in
 * person, name none.
 */
export function requireContact(
  entryId: number,
  { asker, identityKind }: Identified,
  { contact }: Pick<StoredRequestEntry, 'contact'>,
): void {
  if (asker === 'controller' || (identityKind !== 'called-back' && identityKind !== 'known-email')) return;
  const isEmail = contact !== null && /email/.test(contact);
  if (contact === null || isEmail !== (identityKind === 'known-email'))
    throw refusal('contact', `expected by which known contact of entry ${entryId} the identity was checked`);
}

function chosenPeople(entryId: number, request: StoredRequest, linked: StoredRequestEntry | undefined) {
  requireIdentity(request);
  if (linked === undefined) throw refusal('subjects', `request ${request.id} does not list entry ${entryId}`);
  if (linked.state === 'refused') throw refusal('state', `for entry ${entryId} the request is refused`);
  requireContact(entryId, request, linked);
  const people = peopleOf(linked);
  if (people === null) throw refusal('people', `expected which persons of entry ${entryId} are concerned`);
  return people;
}

const refusal = (field: string, reason: string) => new RequestError('CONFLICT', `${field}: ${reason}`);
