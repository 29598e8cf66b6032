import Type from 'typebox';
import { isWithin, reachOfEntry } from '../../access/roles.ts';
import { sejourTypes } from '../../contract/enumerations.ts';
import { integer, oneOf, remark, text } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { storedActions, withoutPlans } from '../../entries/change/actions.ts';
import { convertSurvey } from '../../entries/change/convert-survey.ts';
import { findAndLockEntry, lockKeptFirst } from '../../entries/change/row.ts';
import {
  acknowledge,
  assignEntry,
  leaveMessage,
  markProcessed,
  markSeen,
  markSpam,
  putBack,
  putToSleep,
  type Staff,
  setApplicationStep,
  setOwner,
} from '../../entries/change/staff-acts.ts';
import { takeable } from '../../entries/change/take-over.ts';
import { handedOverFrom, undoNewest } from '../../entries/change/undo.ts';
import { separate, unite } from '../../entries/change/unite.ts';
import { isPlanned } from '../../entries/follow-up/progress.ts';
import { frenchInstant } from '../../french/dates.ts';
import { orNull } from '../../http/desk-answers.ts';
import type { Transaction } from '../../store/database.ts';
import { applicationSteps } from '../../store/entry-columns.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { toldVisits } from '../messages/told-visits.ts';
import { confirmVisit } from '../messages/visits.ts';
import { ResidenceId, requireResidence } from '../residence.ts';
import { lockWithin } from './act.ts';
import { actRoute, SeparatedResponse } from './act-route.ts';
import { checkConfirmation, confirmation } from './confirmation.ts';
import { consent, objectAsInForm } from './consent.ts';
import { edit } from './edit.ts';
import { requiredMessage, requiredType } from './entry-fields.ts';
import { requireOwner } from './owners.ts';
import { Sleep } from './sleep.ts';

const Note = Type.Optional(
  orNull(text('For who receives it: a note of the entry.', remark, 'Elle rappelle jeudi.')),
);

function noteAt({ at }: Staff, note: string | null = null) {
  return note === null ? undefined : { comment: note, time: frenchInstant(at).slice(-'00:00'.length) };
}

const processed = actRoute('processed', 'POST /desk/entries/:id/processed', {
  summary: 'Mark an entry as processed',
  description:
    'Staff have dealt with it, by mail for example. So do a contact, a planned action, a result and an answer. A contact form is closed by it. A complaint is closed by its written answer: without a `comment` this is refused, and no other change closes it.',
  run: (tx, { entry, staff }) => markProcessed(tx, entry, staff),
});

const acknowledged = actRoute('acknowledged', 'POST /desk/entries/:id/acknowledged', {
  summary: 'Note that the receipt of a complaint was acknowledged',
  description:
    'Staff have told the family that its complaint has arrived: an open one. The first day counts. It stays open until it is answered.',
  run: (tx, { entry, staff }) => acknowledge(tx, entry, staff),
});

const toCall = actRoute('toCall', 'POST /desk/entries/:id/to-call', {
  summary: 'Put an entry back among those to call',
  description:
    'It is new again, as if nobody had been reached. Its caller gets `updated`, or `result` when a result is taken back. Spam and duplicates are refused.',
  fields: {
    withdraw: Type.Optional(
      Type.Boolean({
        description:
          'Takes back the result of a lead, and cancels what is planned. Without it, a lead that has these is refused.',
      }),
    ),
    ...confirmation,
  },
  check: checkConfirmation,
  async run(tx, { entry, staff, context }, { withdraw = false, confirm, person, to, mobile, by }) {
    const before = await storedActions(tx, entry.id);
    const after = withdraw ? withoutPlans(before, before) : before;
    const about = { before, after, person, to, mobile, author: by.name };
    const visit = confirm && (await confirmVisit(tx, entry, staff, { channels: confirm, ...about }, context));
    const done = await putBack(tx, entry, staff, withdraw, visit);
    return done && { ...done, letters: visit?.letters };
  },
});

export const undo = actRoute('undo', 'POST /desk/entries/:id/undo', {
  right: 'entries.hand-over',
  summary: 'Take back your last act',
  description:
    'The newest change of the entry, if it is yours and not older than a quarter of an hour: with its actions, and its place in the statistics. Once something came after, it is a conflict. Who has handed an entry over takes that back also from a residence where they have no role. What was sent to the caller stays sent; the change back is sent too. A written comment can’t be taken back, but for the answer that closes a complaint.',
  fields: {},
  async orElse(tx, entry, { grants }, staff) {
    const from = await handedOverFrom(tx, entry.id, staff);
    return from !== undefined && isWithin(reachOfEntry(grants, 'hand-over', entry), from);
  },
  run: (tx, { entry, staff }) => undoNewest(tx, entry, staff),
});

export const sleep = actRoute('sleep', 'POST /desk/entries/:id/sleep', {
  summary: 'Put an open lead aside until a day, or wake it',
  description: 'It wakes by itself. Its status stays.',
  fields: { sleep: orNull(Sleep) },
  run: (tx, { entry, staff }, input) => putToSleep(tx, entry, staff, input.sleep),
});

const step = actRoute('step', 'POST /desk/entries/:id/step', {
  summary: 'Say how far a job application has come',
  description: 'A new application becomes processed. Refused or hired cancels the interview that is planned.',
  fields: {
    step: orNull(
      Type.Enum(applicationSteps, {
        type: 'string',
        description: 'To be met, interviewed, refused or hired; null for none.',
      }),
    ),
  },
  run: (tx, { entry, staff }, input) => setApplicationStep(tx, entry, staff, input.step),
});

const seen = actRoute('seen', 'POST /desk/entries/:id/seen', {
  summary: 'Remove the flag of an entry',
  description: 'Staff have seen what is new, such as a message of a partner. A new entry stays new.',
  run: (tx, { entry, staff }) => markSeen(tx, entry, staff),
});

const assign = actRoute('assign', 'POST /desk/entries/:id/assign', {
  right: 'entries.hand-over',
  use: 'hand-over',
  summary: 'Assign an entry to a residence, or move it to another',
  description:
    'To any residence, also to one where you have no role: then you can’t read the entry any more. Assigning an entry without a residence needs the right everywhere. Who may not read the entry has to have looked it up before, each time, or created it. A new entry stays new, and who works there is told by mail as of one that arrives, unless staff have written it down themselves. 409 while a visit is planned of which the family was told: cancel it first.',
  fields: { establishmentId: ResidenceId, note: Note },
  async run(tx, { entry, staff }, { establishmentId, note }) {
    await requireResidence(tx, establishmentId, 'everywhere');
    if (establishmentId !== entry.establishment_id) await requireUntold(tx, entry.id, 'establishmentId');
    return assignEntry(tx, entry, staff, establishmentId, noteAt(staff, note));
  },
});

/** Rejects with CONFLICT while the family expects a visit here, of which a message has told it. */
async function requireUntold(tx: Transaction, entryId: number, field: string): Promise<void> {
  const actions = await storedActions(tx, entryId);
  for (const { position } of await toldVisits(tx, entryId)) {
    const action = actions.get(position);
    if (action !== undefined && isPlanned(action))
      throw new RequestError('CONFLICT', `${field}: the family was told of its visit, cancel it first`);
  }
}

const message = actRoute('message', 'POST /desk/entries/:id/message', {
  right: 'entries.hand-over',
  use: 'hand-over',
  summary: 'Leave a message of a family that has called',
  description:
    'A note, with which the open lead is to call, also when something is planned for a later day. It is new, and its staff are told of it. Who may not read the entry has to have looked it up before, each time, or created it.',
  fields: { message: requiredMessage },
  run: (tx, { entry, staff }, input) => leaveMessage(tx, entry, staff, input.message),
});

const spam = actRoute('spam', 'POST /desk/entries/:id/spam', {
  summary: 'Mark an entry as spam, or not',
  description: 'Spam is excluded from the lists, the statistics and the phone check. A new entry stays new.',
  fields: { spam: Type.Boolean({ description: 'False when it is none after all.' }) },
  run: (tx, { entry, staff }, input) => markSpam(tx, entry, staff, input.spam),
});

const duplicate = actRoute('duplicate', 'POST /desk/entries/:id/duplicate', {
  summary: 'Unite an entry with another that is kept, or separate them',
  description:
    'The kept one takes over what it lacks: fields, persons, actions, the older contact date. The entry becomes a duplicate: it leaves the lists and the statistics, and reports the result of the one that is kept. 409 when one of the two is a duplicate already, or when the entry has duplicates of its own: then that is the one to keep; and when the other is of another residence while a visit is planned of which the family was told. Both must be within reach. Separating, the last united first, gives all of it back, but for what was changed since (`stayed`); of an erased entry only the mark goes.',
  fields: {
    of: orNull(integer({ minimum: 1, description: 'The entry to keep; null separates the entry again.' })),
    take: Type.Optional(
      Type.Array(
        Type.Enum(takeable, {
          type: 'string',
          description: 'A value of the entry that is preferred to that of the kept one.',
        }),
        { maxItems: takeable.length },
      ),
    ),
  },
  answer: SeparatedResponse,
  kept: {
    async lock(tx, { of, entryId, by }) {
      // Separating, it need not be within reach: it may have been moved since.
      if (of === null) return lockKeptFirst(tx, entryId);
      // In one order, whichever is kept: two who unite them at once must not wait for each other.
      if (entryId < of) await findAndLockEntry(tx, entryId);
      return lockWithin(tx, by, of, { use: 'change' });
    },
    act: ({ of }) => (of === null ? 'separated' : 'united'),
  },
  ofErased: ({ of }) => of === null,
  async run(tx, { entry, kept, staff, context }, { of, take = [], by }) {
    if (of !== null) {
      if (kept === undefined) throw new ValidationError('of', `no entry has the id ${of}`);
      if (kept.establishment_id !== entry.establishment_id) await requireUntold(tx, entry.id, 'of');
      const united = await unite(tx, entry, staff, kept, new Set(take));
      if (united !== undefined) await objectAsInForm(tx, entry, context);
      return united;
    }
    if (kept === undefined) return undefined;
    const { marked, stayed } = await separate(tx, entry, staff, kept);
    const isRead = isWithin(reachOfEntry(by.grants, 'read', kept), kept.establishment_id);
    return marked && { ...marked, ...(isRead && { stayed }) };
  },
});

const convert = actRoute('convert', 'POST /desk/entries/:id/convert', {
  summary: 'Turn a contact survey into a commercial entry',
  description:
    'The entry stays the same, and events for its `customId` continue. The visitor becomes its first related person.',
  fields: {
    type: requiredType,
    sejourType: Type.Optional(orNull(oneOf(sejourTypes, 'Kind of stay wanted.'))),
  },
  run: (tx, { entry, staff }, { type, sejourType }) =>
    convertSurvey(tx, entry, staff, { type, ...(sejourType !== undefined && { sejourType }) }),
});

export const owner = actRoute('owner', 'POST /desk/entries/:id/owner', {
  summary: 'Note who takes charge of an entry',
  description:
    'A user whom `GET /desk/entries/{id}/owners` lists. A new entry stays new. Another user is told by mail. When it moves to another residence, it has no owner any more.',
  fields: { userId: orNull(integer({ minimum: 1, description: 'The user; null for none.' })), note: Note },
  async run(tx, { entry, staff }, { userId, note }) {
    if (userId !== null) await requireOwner(tx, entry, entry.establishment_id, userId);
    return setOwner(tx, entry, staff, userId, noteAt(staff, note));
  },
});

/** The acts of staff on an entry. */
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
