import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { patchActions, rejectWrongDays, storedActions } from '../../entries/change/actions.ts';
import { changeEntry } from '../../entries/change/change-entry.ts';
import { currentVersion } from '../../entries/change/history.ts';
import { type EntryPatch, patched } from '../../entries/change/patch.ts';
import { parsedFields, storedFields, storedRelations } from '../../entries/change/relations.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { refuseHeld } from '../../entries/holds.ts';
import { rejectImpossibleDays } from '../../entries/possible-days.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskWrite } from '../../http/desk-route.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { privacyRoute } from '../deps.ts';
import { factsOf } from '../entry-facts.ts';
import { lockMessages } from '../erase/erased-messages.ts';
import { takeOut } from '../erase/take-out.ts';
import { recordErasure } from '../records/erasures.ts';
import { requireCorrectionOf } from '../records/gates.ts';
import { peopleOf, requestEntry, type StoredRequest } from '../records/requests.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { toldBefore } from '../records/told.ts';
import { type Corrections, isCorrectable, type Named, Rectification, validateUnnamed } from './fields.ts';
import { shownNames, takenPaths } from './paths.ts';

const Rectified = Type.Object({
  version: Type.Integer({ description: 'Of the entry, now.' }),
  told: Type.Array(
    Type.Object({
      recipient: Type.String({ description: 'A caller, a partner or an advertising account.' }),
      event: orNull(Type.String({ description: 'Null for the other two.' })),
      at: Type.String(),
    }),
    { description: 'Who was told of the entry before this correction, the last first.' },
  ),
});

/** Rejects with CONFLICT for another version, with ERASED for an erased entry. */
export const correctEntry = deskWrite('correctEntry', 'PATCH /desk/privacy/entries/:id', {
  ...privacyRoute,
  summary: 'Correct an entry',
  description:
    'Every field can be corrected, those that the API does not define too. The entry keeps its status; its caller is told as of any change. The old values stay in the history unless it is done `withoutTrace`: then they leave every place, also where they have stood before, and a partner who sends them again does not bring them back. An entry under a hold is not corrected without trace.',
  body: Rectification,
  answer: Rectified,
  async run(tx, { id: entryId, by, version, requestId, ...asked }, { record, ...context }) {
    const { withoutTrace = false, history = [], messages = [], ...corrections } = asked;
    if (Object.keys(corrections).length + history.length + messages.length === 0)
      throw new ValidationError('', 'expected something to correct');
    if (withoutTrace && requestId === undefined)
      throw new ValidationError('requestId', 'expected for a correction without trace');
    if (!withoutTrace && history.length > 0)
      throw new ValidationError('history', 'expected for a correction without trace only');
    if (!withoutTrace && messages.length > 0)
      throw new ValidationError('messages', 'expected for a correction without trace only');
    validateUnnamed(corrections);
    const request = requestId === undefined ? undefined : await lockOpenRequest(tx, requestId);
    if (withoutTrace) await lockMessages(tx, entryId);
    const entry = await lockEntry(tx, entryId);
    if (withoutTrace) await refuseHeld(tx, entryId, context.now);
    const before = await currentVersion(tx, entryId);
    if (version !== undefined && version !== before)
      throw new RequestError('CONFLICT', `version: expected ${before}, since others have changed the entry`);
    // Read first: the correction itself tells them too.
    const told = await toldBefore(tx, entryId);
    const at = context.now.toISOString();
    const author = authorOf(by);
    const patch = await patchOf(tx, entry, corrections, { author, now: context.now });
    const said = withoutTrace
      ? { change: 'redacted', detail: { corrected: shownNames(corrections) } }
      : { change: 'rectified' };
    const stored = await changeEntry(tx, entry, { author, at, ...said, patch });
    if (stored === undefined) return { version: before, told };
    if (withoutTrace && request !== undefined)
      await leaveNoTrace(tx, entry, request, { corrections, history, messages }, context);
    const detail = { act: 'rectified', ...(withoutTrace && { withoutTrace }), changed: Object.keys(asked) };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
    if (request !== undefined) {
      const step = withoutTrace ? 'redacted' : 'rectified';
      await recordStep(tx, request.id, { by, now: context.now, step, detail: { entryId } });
      if (!(await isUnfinished(tx, entryId, request, context.now)))
        await setOutcome(tx, request.id, entryId, { state: 'done' });
    }
    return { version: stored.version, told };
  },
});

/** Takes what was corrected out of every place that still holds it, and adds to the ledger which values that were. */
async function leaveNoTrace(
  tx: Transaction,
  { id: entryId, received_at: receivedAt }: EntryRow,
  request: StoredRequest,
  { corrections, ...ids }: { readonly corrections: Corrections } & Named,
  context: OperationContext,
): Promise<void> {
  const named = new Set(corrections.relations?.map(({ position }) => position));
  const emptied = (await storedRelations(tx, entryId)).flatMap(({ position, fields, extra }) =>
    named.has(position) && Object.keys({ ...fields, ...extra }).length === 0 ? [position] : [],
  );
  requireCorrectionOf(entryId, emptied, request, await requestEntry(tx, request.id, entryId));
  const paths = takenPaths(corrections, emptied, ids);
  await takeOut(tx, entryId, paths, context);
  const erasedAt = context.now.toISOString();
  await recordErasure(tx, {
    entryId,
    receivedAt,
    reason: 'request',
    requestId: request.id,
    erasedAt,
    counts: {},
    paths,
  });
}

/** Whether an entry still has the data of somebody whose erasure the request asks for. */
async function isUnfinished(tx: Transaction, entryId: number, { id, kind }: StoredRequest, now: Date) {
  if (kind !== 'erasure') return false;
  const linked = await requestEntry(tx, id, entryId);
  const people = (linked && peopleOf(linked)) ?? [];
  const { persons = [] } = (await factsOf(tx, entryId, parisDay(now))) ?? {};
  return persons.some(({ person }) => people.includes(person));
}

async function patchOf(
  tx: Transaction,
  entry: EntryRow,
  { dateFirstContact, relations = [], actions = [], ...rest }: Corrections,
  { author, now }: { readonly author: string; readonly now: Date },
): Promise<EntryPatch> {
  validateForKind(entry, { ...rest, ...(dateFirstContact !== undefined && { dateFirstContact }) });
  await validatePositions(tx, entry.id, relations);
  const before = await storedActions(tx, entry.id);
  const today = parisDay(now);
  rejectImpossibleDays({ fields: rest.fields, dateFirstContact }, today);
  for (const [i, person] of relations.entries()) rejectImpossibleDays(person, today, `relations[${i}].`);
  const patches = actions.map(({ extra, ...action }) => ({
    ...action,
    ...(extra !== undefined && {
      extra: storedFields(patched(parsedFields(before.get(action.position)?.extra ?? null), extra)),
    }),
  }));
  rejectWrongDays(before, patchActions(before, patches, author), today);
  return {
    ...rest,
    actions: patches,
    ...(rest.comment !== undefined && { commentBy: author }),
    ...(dateFirstContact !== undefined && {
      contactDate: dateFirstContact ?? parisDay(new Date(entry.received_at)),
      fields: { ...rest.fields, dateFirstContact },
    }),
    relations: new Map(relations.flatMap(({ position, fields }) => (fields ? [[position, fields]] : []))),
    relationExtras: new Map(relations.flatMap(({ position, extra }) => (extra ? [[position, extra]] : []))),
  };
}

/** Throws a `ValidationError` for a property that entries of this kind don't have. */
function validateForKind({ kind }: EntryRow, { fields = {}, ...rest }: Corrections): void {
  for (const name of Object.keys(fields)) {
    if (!isCorrectable(kind, name))
      throw new ValidationError(`fields.${name}`, `no field of an entry of kind ${kind}`);
  }
  if (kind === 'commercial') return;
  for (const name of ['type', 'sejourType', 'resultat', 'motif', 'dateFirstContact'] as const) {
    if (rest[name] !== undefined) throw new ValidationError(name, 'expected for a commercial entry only');
  }
}

async function validatePositions(
  tx: Transaction,
  entryId: number,
  relations: readonly { readonly position: number }[],
): Promise<void> {
  const left = new Set((await storedRelations(tx, entryId)).map(({ position }) => position));
  for (const [i, { position }] of relations.entries())
    if (!left.delete(position))
      throw new ValidationError(
        `relations[${i}].position`,
        'expected the position of a person of this entry, each once',
      );
}
