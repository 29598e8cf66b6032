import Type, { type Static, type TObject } from 'typebox';
import { momentIn } from '../../clock.ts';
import { rejectWrongDays } from '../../entries/change/actions.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import { type EntryEdit, planEdit, type Staff, storePlanned } from '../../entries/change/staff-acts.ts';
import { rejectImpossibleDays } from '../../entries/possible-days.ts';
import { residenceZone } from '../../entries/residence-zone.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { writeAnswer } from '../../letters/answer.ts';
import { type Confirmation, checkConfirmation, confirmation, confirmVisit } from '../../letters/visits.ts';
import { requireChannel } from '../../letters/write.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { type ActInput, entryAct } from './act.ts';
import { answerOf, ExpectedVersion } from './act-route.ts';
import { requireOwner } from './choices.ts';
import {
  ActionChange,
  commercialType,
  EntryFields,
  ExtraFields,
  fieldNames,
  RelationPatch,
  rejectEmptyActions,
  rowProperties,
  Sleep,
} from './entry-fields.ts';
import { writeOnce } from './once.ts';
import { maxRelations, rejectNewExtra, relationsByPosition } from './relations.ts';

/*
 * An edit is planned, then its messages are written, which say what it does, then it is stored with their ids.
 *
 * asked              planned                                   sent                  stored besides
 * values, comment    their patch                               nothing               processed, if it deals with the entry
 * `send`             the same                                  the comment           the message's id
 * a new action       it; a plan for nobody's entry: an owner   nothing               a mail to the owner
 * a plan done        by who did it, with their note            nothing               reached, if it was a contact
 * a new result       plans cancelled; the admission noted      nothing               processed
 * `confirm`          one of these, with one visit to come      a message a channel   its ids, how the visit is known; reached
 */

const fields = {
  type: commercialType,
  ...rowProperties,
  fields: Type.Optional(EntryFields),
  extra: Type.Optional(ExtraFields),
  relations: Type.Optional(Type.Array(RelationPatch, { maxItems: maxRelations })),
  actions: Type.Optional(Type.Array(ActionChange, { maxItems: 200 })),
  sleep: Type.Optional(Sleep),
};

interface EditInput extends ActInput {
  readonly change: Static<TObject<typeof fields>>;
  readonly message: Confirmation & { readonly send: true | undefined };
}

const editAct = entryAct(
  'editAct',
  async (tx, { entry, staff, context }, { by, key, change, message }: EditInput) => {
    validateForKind(entry, change);
    rejectNewExtra(change.extra ?? {}, new Set(Object.keys(parsedFields(entry.extra))), 'extra');
    const { dateFirstContact, relations, ...rest } = change;
    // Else the appointment would be nobody's, in no calendar and no day of theirs.
    const takesCharge = change.actions
      ?.filter(({ position, done }) => position === undefined && done === false)
      .map(({ assigneeId }) => (assigneeId === undefined ? by.userId : assigneeId))
      .find((userId) => userId !== null);
    const plan = await planChecked(tx, entry, staff, {
      ...{ ...rest, takesCharge },
      ...(dateFirstContact !== undefined && { contactDate: dateFirstContact }),
      ...(relations !== undefined && (await relationsByPosition(tx, entry.id, relations))),
    });
    const answer = { text: change.comment, to: message.to, key };
    const written = message.send
      ? { letters: [await writeAnswer(tx, entry, staff, answer, context)] }
      : await confirmVisit(tx, plan, message, by.name, context);
    const done = await storePlanned(tx, plan, written);
    return done && { ...done, letters: written?.letters };
  },
);

export const edit = deskRoute('edit', 'PATCH /desk/entries/:id', {
  right: 'entries.change',
  body: exactly({
    version: ExpectedVersion,
    ...fields,
    send: Type.Optional(Type.Literal(true)),
    ...confirmation,
  }),
  operation: editAct,
  async run(deps: DeskDeps, { id: entryId, by, version, ...asked }, { request }) {
    const { send, confirm, to, mobile, person, ...change } = asked;
    const message = { send, confirm, to, mobile, person };
    if (send) requireChannel('email', deps, 'send');
    else checkConfirmation(message, deps);
    if (Object.keys(change).length === 0) throw new ValidationError('', 'expected something to change');
    rejectEmptyActions(change.actions ?? []);
    const write = (key: string | null) =>
      deps.database.write(editAct, { entryId, by, version, key, change, message }, deps.clock());
    if (!send) return answerOf(await write(null));
    const answer = { entryId, person: 'entry', text: change.comment ?? null };
    return answerOf(await writeOnce(deps, { request, by }, answer, write));
  },
});

/** Plans a call, for a lead or a survey. Throws a `ValidationError` for a job application. */
export const planCallAct = entryAct(
  'planCallAct',
  async (
    tx,
    { entry, staff },
    { plan }: ActInput & { readonly plan: { readonly date: Day; readonly time?: string | null } },
  ) => {
    // What is planned with an applicant is an interview, and would make that its step, even of one who was refused.
    if (entry.kind === 'postuler')
      throw new ValidationError('id', 'expected a lead or a survey to plan a call for');
    const stage = entry.kind === 'commercial' ? 'Prise de contact' : null;
    const actions = [{ ...plan, stage, done: false } as const];
    return storePlanned(tx, await planChecked(tx, entry, staff, { actions }));
  },
);

/**
 * Plans an edit. Throws a `ValidationError` for an action planned on a past day, a day that can't be meant, an action given to a
 * user who can't see it, or planned for an entry that stands in no list, because it was united with another one.
 */
async function planChecked(tx: Transaction, entry: EntryRow, staff: Staff, change: EntryEdit) {
  const { actions = [], fields, contactDate } = change;
  if (entry.duplicate_of !== null && actions.some(({ done }) => done === false))
    throw new ValidationError('id', `expected ${entry.duplicate_of}, with which this entry was united`);
  const { day } = momentIn(await residenceZone(tx, entry.establishment_id), new Date(staff.at));
  rejectImpossibleDays({ fields, dateFirstContact: contactDate }, day);
  const plan = await planEdit(tx, entry, staff, change);
  rejectWrongDays(plan.before.actions, plan.after.actions, day);
  for (const { assigneeId } of actions)
    if (typeof assigneeId === 'number')
      await requireOwner(tx, entry, entry.establishment_id, assigneeId, 'assigneeId');
  return plan;
}

/** Throws a `ValidationError` for a property that entries of this kind don't have. */
function validateForKind(
  { kind }: EntryRow,
  { fields: given = {}, ...change }: Partial<Record<keyof typeof fields, unknown>> & { fields?: object },
): void {
  for (const name of Object.keys(given)) {
    if (!fieldNames[kind].has(name))
      throw new ValidationError(`fields.${name}`, `no field of an entry of kind ${kind}`);
  }
  if (kind === 'commercial') return;
  for (const name of ['type', 'sejourType', 'resultat', 'motif', 'dateFirstContact', 'relations'] as const) {
    if (change[name] !== undefined) throw new ValidationError(name, 'expected for a commercial entry only');
  }
}
