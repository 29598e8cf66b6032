import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import { lockEntry } from '../../entries/change/row.ts';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { PersonKey } from '../persons.ts';
import { dueDay } from '../records/due.ts';
import { requireIdentity } from '../records/gates.ts';
import {
  insertRequest,
  linkEntry,
  lockRequest,
  requestEntry,
  type StoredRequest,
  updateEntry,
  updateRequest,
} from '../records/requests.ts';
import { lockOpenRequest, recordStep, requestNotFound } from '../records/steps.ts';
import { readParts } from '../texts/entry-parts.ts';
import { freeTextsOf } from '../texts/free-texts.ts';
import type { LinkedEntries, NewRequest, RequestEntryPatch, RequestPatch, Withheld } from './schema.ts';

const subject = 'privacy-request';

export const addRequest = auditedOperation(
  'addRequest',
  async (tx, { by, ...request }: NewRequest & { readonly by: Actor }, { now, record }) => {
    const { kind, asker, receivedOn, represented = null } = request;
    if ((asker === 'representative') !== (represented !== null))
      throw new ValidationError('represented', 'expected for a representative, and for nobody else');
    if (receivedOn > parisDay(now)) throw new ValidationError('receivedOn', 'expected no day to come');
    const dueOn = dueDay(receivedOn, false);
    const at = now.toISOString();
    const row = await tx.first(insertRequest, { ...request, represented, dueOn, createdAt: at });
    if (row === undefined) throw new Error('The new request has no id');
    await recordStep(tx, row.id, { at, author: authorOf(by), step: 'received', detail: { dueOn } });
    await record({ action: 'added', subject, subjectId: row.id, detail: { kind, asker } });
    return { id: row.id };
  },
);

/** Rejects with CONFLICT for a closed request, and with a `ValidationError` for what its state does not allow. */
export const changeRequest = auditedOperation(
  'changeRequest',
  async (tx, input: { requestId: number; patch: RequestPatch; by: Actor }, { now, record }) => {
    const { requestId, patch, by } = input;
    const before = await lockOpenRequest(tx, requestId);
    const after = requestAfter(before, patch, now);
    await tx.run(updateRequest, after);
    const step = { at: now.toISOString(), author: authorOf(by) };
    if (patch.identityCheck !== undefined) await recordStep(tx, requestId, { ...step, step: 'identity' });
    if (patch.extensionReason !== undefined)
      await recordStep(tx, requestId, { ...step, step: 'extended', detail: { dueOn: after.dueOn } });
    if (patch.decision !== undefined)
      await recordStep(tx, requestId, { ...step, step: 'decided', detail: { decision: patch.decision } });
    if (patch.close) await recordStep(tx, requestId, { ...step, step: 'closed' });
    const detail = { changed: Object.keys(patch) };
    await record({ action: 'changed', subject, subjectId: requestId, detail });
  },
);

function requestAfter(before: StoredRequest, patch: RequestPatch, now: Date): StoredRequest {
  const { extensionReason, close } = patch;
  const decision = patch.decision ?? before.decision;
  const ground = patch.ground ?? before.ground;
  if (extensionReason !== undefined) {
    if (before.extensionReason !== null)
      throw new ValidationError('extensionReason', 'expected once: this request is already extended');
    if (parisDay(now) > before.dueOn)
      throw new ValidationError('extensionReason', `expected until ${before.dueOn}, when it was due`);
  }
  if (close && decision === null) throw new ValidationError('decision', 'expected before it is closed');
  if (close && decision !== 'granted' && ground === null)
    throw new ValidationError('ground', 'expected for what is not granted');
  return {
    ...before,
    identityCheck: patch.identityCheck ?? before.identityCheck,
    decision,
    ground,
    ...(extensionReason !== undefined && {
      extensionReason,
      dueOn: dueDay(before.receivedOn, true),
    }),
    closedAt: close ? now.toISOString() : null,
  };
}

const idOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('id').where('id', '=', p.id),
);

/** Links those entries that are not. Rejects with NOTFOUND, and links none, when one of them is unknown. */
export const linkEntries = auditedOperation(
  'linkEntries',
  async (tx, { requestId, entries, by }: LinkedEntries & { requestId: number; by: Actor }, context) => {
    const { now, record } = context;
    await lockOpenRequest(tx, requestId);
    for (const [i, { entryId, people }] of entries.entries()) {
      if ((await tx.first(idOf, { id: entryId })) === undefined)
        throw new RequestError('NOTFOUND', `entries: no entry has the id ${entryId}`);
      await validatePeople(tx, entryId, people, `entries[${i}].people`);
    }
    let linked = 0;
    for (const { entryId, people } of entries)
      linked += await tx.run(linkEntry, { id: requestId, entryId, people: storedPeople(people) });
    if (linked === 0) return;
    const detail = { count: linked };
    await recordStep(tx, requestId, { at: now.toISOString(), author: authorOf(by), step: 'linked', detail });
    await record({ action: 'changed', subject, subjectId: requestId, detail });
  },
);

interface EntryChange {
  readonly requestId: number;
  readonly entryId: number;
  readonly patch: RequestEntryPatch;
  readonly by: Actor;
}

/** Sets the outcome for an entry, whom of its persons the request concerns, and which texts they don't receive. */
export const changeRequestEntry = auditedOperation(
  'changeRequestEntry',
  async (tx, { requestId, entryId, patch, by }: EntryChange, { now, secrets, record }) => {
    await lockOpenRequest(tx, requestId);
    const before = await requestEntry(tx, requestId, entryId);
    if (before === undefined) throw requestEntryNotFound(requestId, entryId);
    const { state = before.state, reason = before.reason, people, withheld } = patch;
    if (state === 'refused' && reason === null)
      throw new ValidationError('reason', 'expected why the entry is refused');
    await validatePeople(tx, entryId, people, 'people');
    if (withheld !== undefined) await validateWithheld(tx, entryId, withheld, secrets.contentKey);
    await tx.run(updateEntry, {
      ...before,
      state,
      reason: state === 'refused' ? reason : null,
      ...(people !== undefined && { people: storedPeople(people) }),
      ...(withheld !== undefined && { withheld: JSON.stringify(withheld) }),
    });
    const detail = { entryId, changed: Object.keys(patch) };
    await recordStep(tx, requestId, { at: now.toISOString(), author: authorOf(by), step: 'changed', detail });
    await record({ action: 'changed', subject, subjectId: requestId, detail });
  },
);

/** Rejects with a `ValidationError` for a person whom the entry does not have. */
async function validatePeople(
  tx: Transaction,
  entryId: number,
  people: readonly PersonKey[] | null | undefined,
  field: string,
): Promise<void> {
  if (people === null || people === undefined) return;
  const positions = new Set((await storedRelations(tx, entryId)).map(({ position }) => position));
  for (const [i, person] of people.entries()) {
    if (person !== 'entry' && !positions.has(person))
      throw new ValidationError(`${field}[${i}]`, 'expected a person of this entry');
  }
}

function storedPeople(people: readonly PersonKey[] | null | undefined): string | null {
  return people === null || people === undefined ? null : JSON.stringify([...new Set(people)]);
}

/** Rejects with a `ValidationError` for a text that the entry does not have. */
async function validateWithheld(
  tx: Transaction,
  entryId: number,
  withheld: readonly Withheld[],
  contentKey: string,
): Promise<void> {
  const entry = await lockEntry(tx, entryId);
  const keys = new Set(freeTextsOf(await readParts(tx, entry), contentKey).map(({ key }) => key));
  const seen = new Set<string>();
  for (const [i, { key }] of withheld.entries()) {
    if (!keys.has(key)) throw new ValidationError(`withheld[${i}].key`, 'expected a text of this entry');
    if (seen.has(key)) throw new ValidationError(`withheld[${i}].key`, 'expected each text once');
    seen.add(key);
  }
}

export function requestEntryNotFound(requestId: number, entryId: number): RequestError {
  return new RequestError('NOTFOUND', `path: request ${requestId} does not list entry ${entryId}`);
}

/**
 * Records that the data of a request was exported, before anything is sent. Rejects with NOTFOUND for an unknown request,
 * with CONFLICT before the identity check is noted.
 */
export const noteExport = auditedOperation(
  'noteExport',
  async (tx, input: { requestId: number; entryIds: readonly number[]; by: Actor }, { now, record }) => {
    const { requestId, entryIds, by } = input;
    const request = await lockRequest(tx, requestId);
    if (request === undefined) throw requestNotFound(requestId);
    requireIdentity(request);
    const detail = { count: entryIds.length };
    await recordStep(tx, requestId, {
      at: now.toISOString(),
      author: authorOf(by),
      step: 'exported',
      detail,
    });
    await record({ action: 'exported', subject, subjectId: requestId, detail: { ...detail, entryIds } });
  },
);
