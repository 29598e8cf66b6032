import Type from 'typebox';
import { auditedOperation } from '../../access/audit.ts';
import { isWithin, reachOfEntry } from '../../access/roles.ts';
import { sejourTypes } from '../../contract/enumerations.ts';
import { integer, oneOf, remark, text } from '../../contract/fields.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { storedActions } from '../../entries/change/actions.ts';
import { convertSurvey } from '../../entries/change/convert-survey.ts';
import { erasedEntry, findAndLockEntry, lockKeptFirst } from '../../entries/change/row.ts';
import {
  acknowledge,
  assignEntry,
  leaveMessage,
  markProcessed,
  markSeen,
  markSpam,
  planPutBack,
  putToSleep,
  setApplicationStep,
  setOwner,
  storePlanned,
} from '../../entries/change/staff-acts.ts';
import { givenFrom, sentByNewest, undoNewest } from '../../entries/change/undo.ts';
import { isPlanned } from '../../entries/follow-up/progress.ts';
import { isOutOfSight } from '../../entries/presenter.ts';
import { ResidenceId, requireResidence } from '../../entries/residence.ts';
import { takeable } from '../../entries/unite/take-over.ts';
import { separate, unite } from '../../entries/unite/unite.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, type WriteDeps } from '../../http/desk-route.ts';
import { cancelPending } from '../../letters/letters.ts';
import { announcedVisits, checkConfirmation, confirmation, confirmVisit } from '../../letters/visits.ts';
import type { Transaction } from '../../store/database.ts';
import { applicationSteps } from '../../store/entry-columns.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type ActInput, conflictOf, lockKnown, lockWithin, reaches, recordAct, staffOf } from './act.ts';
import { actRoute, answerOf, ExpectedVersion } from './act-route.ts';
import { requireOwner } from './choices.ts';
import { consent, objectAsInForm } from './consent.ts';
import { edit } from './edit.ts';
import { requiredMessage, requiredType, Sleep } from './entry-fields.ts';

const Note = Type.Optional(
  orNull(text('For who receives it: a note of the entry.', remark, 'Elle rappelle jeudi.')),
);

const processed = actRoute('processed', 'POST /desk/entries/:id/processed', {
  run: (tx, { entry, staff }) => markProcessed(tx, entry, staff),
});

const acknowledged = actRoute('acknowledged', 'POST /desk/entries/:id/acknowledged', {
  run: (tx, { entry, staff }) => acknowledge(tx, entry, staff),
});

const toCall = actRoute('toCall', 'POST /desk/entries/:id/to-call', {
  fields: {
    withdraw: Type.Optional(Type.Boolean()),
    ...confirmation,
  },
  check: checkConfirmation,
  async run(tx, { entry, staff, context }, { withdraw, by, ...message }) {
    const plan = await planPutBack(tx, entry, staff, withdraw);
    const written = await confirmVisit(tx, plan, message, by.name, context);
    const done = await storePlanned(tx, plan, written);
    return done && { ...done, letters: written?.letters };
  },
});

export const undoAct = auditedOperation('undoAct', async (tx, input: ActInput, context) => {
  const { entryId, by } = input;
  const staff = staffOf(by, context);
  const entry = await findAndLockEntry(tx, entryId);
  if (entry === undefined || isOutOfSight(entry)) throw notFound('entry', entryId);
  if (!reaches(by, 'change', entry)) {
    // Who has handed it over may take it back.
    const from = await givenFrom(tx, entry, staff.author);
    const isGiven = from !== undefined && isWithin(reachOfEntry(by.grants, 'hand-over', entry), from);
    if (!isGiven) throw notFound('entry', entryId);
  }
  if (entry.restriction === 'erased') throw erasedEntry(entryId);
  const conflict = await conflictOf(tx, entry, input, context);
  if (conflict !== undefined) return conflict;
  const sent = await sentByNewest(tx, entryId);
  const done = await undoNewest(tx, entry, staff);
  for (const id of sent)
    if ((await cancelPending(tx, id)) === 'left')
      throw new RequestError('CONFLICT', 'version: its message has already left');
  return recordAct(tx, entryId, done, context);
});

const undo = deskRoute('undo', 'POST /desk/entries/:id/undo', {
  right: 'entries.hand-over',
  body: exactly({ version: ExpectedVersion }),
  operation: undoAct,
  run: async ({ database, clock }: WriteDeps, { id: entryId, ...input }) =>
    answerOf(await database.write(undoAct, { ...input, entryId }, clock())),
});

export const sleep = actRoute('sleep', 'POST /desk/entries/:id/sleep', {
  fields: { sleep: orNull(Sleep) },
  run: (tx, { entry, staff }, input) => putToSleep(tx, entry, staff, input.sleep),
});

const step = actRoute('step', 'POST /desk/entries/:id/step', {
  fields: {
    step: orNull(Type.Enum(applicationSteps, { type: 'string' })),
  },
  run: (tx, { entry, staff }, input) => setApplicationStep(tx, entry, staff, input.step),
});

const seen = actRoute('seen', 'POST /desk/entries/:id/seen', {
  run: (tx, { entry, staff }) => markSeen(tx, entry, staff),
});

const assign = actRoute('assign', 'POST /desk/entries/:id/assign', {
  right: 'entries.hand-over',
  use: 'hand-over',
  fields: { establishmentId: ResidenceId, note: Note },
  async run(tx, { entry, staff }, { establishmentId, note }) {
    await requireResidence(tx, establishmentId, 'everywhere');
    if (establishmentId !== entry.establishment_id) await rejectAnnounced(tx, entry.id, 'establishmentId');
    return assignEntry(tx, entry, staff, establishmentId, note);
  },
});

/** Rejects with CONFLICT while a visit here is announced to the family. */
async function rejectAnnounced(tx: Transaction, entryId: number, field: string): Promise<void> {
  const actions = await storedActions(tx, entryId);
  for (const { position } of await announcedVisits(tx, entryId)) {
    const action = actions.get(position);
    if (action !== undefined && isPlanned(action))
      throw new RequestError('CONFLICT', `${field}: the family was told of its visit, cancel it first`);
  }
}

const message = actRoute('message', 'POST /desk/entries/:id/message', {
  right: 'entries.hand-over',
  use: 'hand-over',
  fields: { message: requiredMessage },
  run: (tx, { entry, staff }, input) => leaveMessage(tx, entry, staff, input.message),
});

const spam = actRoute('spam', 'POST /desk/entries/:id/spam', {
  fields: { spam: Type.Boolean() },
  run: (tx, { entry, staff }, input) => markSpam(tx, entry, staff, input.spam),
});

interface DuplicateInput extends ActInput {
  /** The entry to keep; null to separate the two again. */
  readonly of: number | null;
  readonly take?: readonly string[];
}

const duplicateAct = auditedOperation('duplicateAct', async (tx, input: DuplicateInput, context) => {
  const { of, take, entryId, by } = input;
  const staff = staffOf(by, context);
  // In one order, whichever is kept: two who unite them at once must not wait for each other.
  if (of !== null && entryId < of) await findAndLockEntry(tx, entryId);
  // Separating, the kept one need not be within reach: it may have been moved since.
  const kept = await (of === null ? lockKeptFirst(tx, entryId) : lockWithin(tx, by, of));
  const entry = await lockKnown(tx, input, context, 'change', of === null);
  const conflict = await conflictOf(tx, entry, input, context);
  if (conflict !== undefined) return conflict;
  if (of === null) {
    if (kept === undefined) return recordAct(tx, entryId, undefined, context);
    const { marked, stayed } = await separate(tx, entry, staff, kept);
    const done = marked && { ...marked, ...(reaches(by, 'read', kept) && { stayed }) };
    return recordAct(tx, entryId, done, context, { id: kept.id, act: 'separated' });
  }
  if (kept === undefined) throw new ValidationError('of', `no entry has the id ${of}`);
  if (kept.establishment_id !== entry.establishment_id) await rejectAnnounced(tx, entryId, 'of');
  const done = await unite(tx, entry, staff, kept, new Set(take));
  if (done !== undefined) await objectAsInForm(tx, entry, context);
  return recordAct(tx, entryId, done, context, { id: kept.id, act: 'united' });
});

const duplicate = deskRoute('duplicate', 'POST /desk/entries/:id/duplicate', {
  right: 'entries.change',
  body: exactly({
    version: ExpectedVersion,
    of: orNull(integer({ minimum: 1 })),
    take: Type.Optional(Type.Array(Type.Enum(takeable, { type: 'string' }), { maxItems: takeable.length })),
  }),
  operation: duplicateAct,
  run: async ({ database, clock }: WriteDeps, { id: entryId, ...input }) =>
    answerOf(await database.write(duplicateAct, { ...input, entryId }, clock())),
});

const convert = actRoute('convert', 'POST /desk/entries/:id/convert', {
  fields: {
    type: requiredType,
    sejourType: Type.Optional(orNull(oneOf(sejourTypes, 'Kind of stay wanted.'))),
  },
  run: (tx, { entry, staff }, { type, sejourType }) =>
    convertSurvey(tx, entry, staff, { type, ...(sejourType !== undefined && { sejourType }) }),
});

export const owner = actRoute('owner', 'POST /desk/entries/:id/owner', {
  fields: { userId: orNull(integer({ minimum: 1 })), note: Note },
  async run(tx, { entry, staff }, { userId, note }) {
    if (userId !== null) await requireOwner(tx, entry, entry.establishment_id, userId);
    return setOwner(tx, entry, staff, userId, note);
  },
});

export const actRoutes = [
  edit,
  processed,
  acknowledged,
  toCall,
  undo,
  sleep,
  step,
  seen,
  assign,
  message,
  spam,
  duplicate,
  convert,
  owner,
  consent,
] as const;
