import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { notFound } from '../../contract/request-error.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import { findEntry } from '../../entries/change/row.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskWrite } from '../../http/desk-route.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { privacyRoute } from '../deps.ts';
import { PersonKey } from '../persons.ts';
import {
  linkEntry,
  peopleOf,
  requestEntry,
  requireNonePending,
  type StoredRequestEntry,
  updateEntry,
} from '../records/requests.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { contactsOf } from './contacts.ts';
import { EntryState, Withheld, written } from './schema.ts';

const subject = 'privacy-request';
/** Maximum number of entries in one call. */
const maxEntries = 200;

const EntryPath = Type.Object({
  id: integer({ minimum: 1 }),
  entryId: integer({ minimum: 1 }),
});
const People = Type.Array(PersonKey, {
  minItems: 1,
  maxItems: 21,
});
export const addEntries = deskWrite('addEntries', 'POST /desk/privacy/requests/:id/entries', {
  ...privacyRoute,
  body: exactly({
    entries: Type.Array(exactly({ entryId: integer({ minimum: 1 }), people: Type.Optional(People) }), {
      minItems: 1,
      maxItems: maxEntries,
    }),
  }),
  async run(tx, { id, entries, by }, { now, record }) {
    await lockOpenRequest(tx, id);
    let count = 0;
    for (const [i, { entryId, people }] of entries.entries()) {
      if ((await findEntry(tx, entryId)) === undefined) throw notFound('entry', entryId, 'entries');
      await validatePeople(tx, entryId, people, `entries[${i}].people`);
      count += await linkEntry(tx, id, entryId, storedPeople(people));
    }
    if (count === 0) return;
    await recordStep(tx, id, { by, now, step: 'linked', detail: { count } });
    await record({ action: 'changed', subject, subjectId: id, detail: { count } });
  },
});

/** The kinds for which an entry is done when it was exported, or erased, and not by a statement. */
const doneByActs: ReadonlySet<string> = new Set(['access', 'portability', 'erasure']);

export const patchRequestEntry = deskWrite(
  'patchRequestEntry',
  'PATCH /desk/privacy/requests/:id/entries/:entryId',
  {
    ...privacyRoute,
    params: EntryPath,
    body: exactly(
      {
        state: Type.Optional(EntryState),
        reason: Type.Optional(orNull(written)),
        people: Type.Optional(orNull(People)),
        contact: Type.Optional(Type.String({ maxLength: 50 })),
        withheld: Type.Optional(Withheld),
      },
      { minProperties: 1 },
    ),
    async run(tx, { id, entryId, by, ...patch }, { now, record }) {
      const { kind } = await lockOpenRequest(tx, id);
      const before = await listedEntry(tx, id, entryId);
      const { state = before.state, reason = before.reason, people, contact, withheld } = patch;
      if (patch.state === 'done' && doneByActs.has(kind))
        throw new ValidationError('state', 'expected by the export, or the erasure, itself');
      if (state !== 'done') await requireNonePending(tx, id, entryId);
      if (state === 'refused' && reason === null)
        throw new ValidationError('reason', 'expected why the entry is refused');
      await validatePeople(tx, entryId, people, 'people');
      if (contact !== undefined) {
        const known = await contactsOf(tx, entryId, parisDay(now));
        if (!known.some(({ key, counts }) => key === contact && counts))
          throw new ValidationError('contact', 'expected one of this entry that counts');
      }
      await updateEntry(tx, {
        ...before,
        state,
        reason: state === 'refused' ? reason : null,
        ...(people !== undefined && { people: storedPeople(people) }),
        ...(contact !== undefined && { contact }),
        // Chosen for the person of the entry, it says nothing of what others may read.
        ...(losesEntry(peopleOf(before), people) && { withheld: null }),
        ...(withheld !== undefined && { withheld: JSON.stringify(withheld) }),
      });
      const detail = { entryId, changed: Object.keys(patch) };
      await recordStep(tx, id, { by, now, step: 'changed', detail });
      await record({ action: 'changed', subject, subjectId: id, detail });
    },
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

/** Whether the request is no longer about the person of the entry. */
function losesEntry(before: readonly PersonKey[] | null, after: readonly PersonKey[] | null | undefined) {
  return before?.includes('entry') === true && after !== undefined && after?.includes('entry') !== true;
}

function storedPeople(people: readonly PersonKey[] | null | undefined): string | null {
  return people === null || people === undefined ? null : JSON.stringify([...new Set(people)]);
}

/** Rejects with NOTFOUND for an entry that the request does not list. */
async function listedEntry(read: Queries, requestId: number, entryId: number): Promise<StoredRequestEntry> {
  const listed = await requestEntry(read, requestId, entryId);
  if (listed !== undefined) return listed;
  throw notFound('entry', `${entryId} in request ${requestId}`);
}
