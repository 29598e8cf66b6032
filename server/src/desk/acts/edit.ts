import Type from 'typebox';
import { momentIn } from '../../clock.ts';
import { patchActions, rejectWrongDays, storedActions, withoutPlans } from '../../entries/change/actions.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import { type EntryEdit, editEntry, type Staff } from '../../entries/change/staff-acts.ts';
import { rejectImpossibleDays } from '../../entries/possible-days.ts';
import { residenceZone } from '../../entries/residence-zone.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { writeAnswer } from '../messages/answer.ts';
import { requireChannel } from '../messages/letter.ts';
import { confirmVisit } from '../messages/visits.ts';
import { type ActInput, entryAct } from './act.ts';
import { actRoute } from './act-route.ts';
import { checkConfirmation, confirmation } from './confirmation.ts';
import { ActionChange, rejectEmptyActions } from './entry-actions.ts';
import {
  commercialType,
  EntryFields,
  ExtraFields,
  fieldNames,
  RelationPatch,
  rowProperties,
} from './entry-fields.ts';
import { requireOwner } from './owners.ts';
import { maxRelations, rejectNewExtra, relationsByPosition } from './relations.ts';
import { Sleep } from './sleep.ts';

const fields = {
  type: commercialType,
  ...rowProperties,
  fields: Type.Optional(EntryFields),
  extra: Type.Optional(ExtraFields),
  relations: Type.Optional(Type.Array(RelationPatch, { maxItems: maxRelations })),
  actions: Type.Optional(Type.Array(ActionChange, { maxItems: 200 })),
  sleep: Type.Optional(Sleep),
  send: Type.Optional(Type.Literal(true)),
  ...confirmation,
};

export const edit = actRoute('edit', 'PATCH /desk/entries/:id', {
  fields,
  check(input, settings) {
    const { entryId: _id, by: _by, version: _version, send, ...asked } = input;
    const { confirm: _confirm, to: _to, mobile: _mobile, person: _person, ...change } = asked;
    if (send) requireChannel('email', settings, 'send');
    else checkConfirmation(asked, settings);
    if (Object.keys(change).length === 0) throw new ValidationError('', 'expected something to change');
    rejectEmptyActions(change.actions ?? []);
  },
  sends: ({ send, comment }) => (send ? (comment ?? null) : undefined),
  async run(
    tx,
    { entry, staff, context },
    { entryId: _id, version: _version, by, key, send, confirm, person, to, mobile, ...change },
  ) {
    validateForKind(entry, change);
    const { dateFirstContact, relations, ...rest } = change;
    // Else the appointment would be nobody's, in no calendar and no day of theirs.
    const takesCharge = change.actions
      ?.filter(({ position, done }) => position === undefined && done === false)
      .map(({ assigneeId }) => (assigneeId === undefined ? by.userId : assigneeId))
      .find((userId) => userId !== null);
    rejectNewExtra(change.extra ?? {}, new Set(Object.keys(parsedFields(entry.extra))), 'extra');
    const about = { person, to, mobile, author: by.name };
    const visit =
      !send && confirm
        ? await confirmVisit(tx, entry, staff, { channels: confirm, ...(await actions()), ...about }, context)
        : undefined;
    const letters = send
      ? [await writeAnswer(tx, entry, staff, { text: change.comment, to, key }, context)]
      : visit?.letters;
    const done = await editChecked(tx, entry, staff, {
      ...rest,
      ...(visit !== undefined && { actions: [...(change.actions ?? []), visit.patch] }),
      // Whose visit is confirmed waits for no first call.
      ...(visit !== undefined && visit.patch.outcome !== 'cancelled' && { reached: true }),
      ...{ letters, takesCharge },
      ...(dateFirstContact !== undefined && { contactDate: dateFirstContact }),
      ...(relations !== undefined && (await relationsByPosition(tx, entry.id, relations))),
    });
    return done && { ...done, letters };

    async function actions() {
      const before = await storedActions(tx, entry.id);
      const patched = patchActions(before, change.actions ?? [], staff.author);
      const hasNewResult = (change.resultat ?? null) !== null && change.resultat !== entry.resultat;
      const after = hasNewResult ? withoutPlans(before, patched) : patched;
      return { before, after };
    }
  },
});

/** Plans a call, for a lead or a survey. Throws a `ValidationError` for a job application. */
export const planCallAct = entryAct(
  'planCallAct',
  (
    tx,
    { entry, staff },
    { plan }: ActInput & { readonly plan: { readonly date: Day; readonly time?: string | null } },
  ) => {
    // What is planned with an applicant is an interview, and would make that its step, even of one who was refused.
    if (entry.kind === 'postuler')
      throw new ValidationError('id', 'expected a lead or a survey to plan a call for');
    const stage = entry.kind === 'commercial' ? 'Prise de contact' : null;
    return editChecked(tx, entry, staff, { actions: [{ ...plan, stage, done: false }] });
  },
);

/**
 * Edits an entry. Throws a `ValidationError` for an action planned on a past day, a day that can't be meant, an action given to a user who can't see it, or
 * planned for an entry that stands in no list, because it was united with another one.
 */
async function editChecked(tx: Transaction, entry: EntryRow, staff: Staff, change: EntryEdit) {
  const { actions = [], establishmentId = entry.establishment_id } = change;
  if (entry.duplicate_of !== null && actions.some(({ done }) => done === false))
    throw new ValidationError('id', `expected ${entry.duplicate_of}, with which this entry was united`);
  const stored = await storedActions(tx, entry.id);
  const { day } = momentIn(await residenceZone(tx, establishmentId), new Date(staff.at));
  rejectImpossibleDays({ fields: change.fields, dateFirstContact: change.contactDate }, day);
  rejectWrongDays(stored, patchActions(stored, actions, staff.author), day);
  for (const { assigneeId } of actions)
    if (typeof assigneeId === 'number')
      await requireOwner(tx, entry, establishmentId, assigneeId, 'assigneeId');
  return editEntry(tx, entry, staff, change);
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
