import { lastToChange } from '../../access/audit-trail.ts';
import { isWithin, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { patchActions, rejectPastPlans, storedActions } from '../../entries/change/actions.ts';
import { type Conversion, convertSurvey } from '../../entries/change/convert-survey.ts';
import { setOwner } from '../../entries/change/owner.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import { lockKeptFirst } from '../../entries/change/row.ts';
import {
  assignEntry,
  type EntryEdit,
  editEntry,
  markProcessed,
  markSeen,
  markSpam,
  putBack,
  putToSleep,
  type Staff,
  setApplicationStep,
} from '../../entries/change/staff-acts.ts';
import { notTheirs, undoableMs, undoNewest } from '../../entries/change/undo.ts';
import { separate, unite } from '../../entries/change/unite.ts';
import type { Transaction } from '../../store/database.ts';
import type { ApplicationStep, EntryRow } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { requireResidence } from '../residence.ts';
import { type ActInput, entryAct, lockKept } from './act.ts';
import { fieldNames, type RelationChange } from './entry-fields.ts';
import { findOwner } from './owners.ts';
import { rejectNewExtra, relationsByPosition } from './relations.ts';

export const processedAct = entryAct('processedAct', (tx, { entry, staff }) =>
  markProcessed(tx, entry, staff),
);

export const seenAct = entryAct('seenAct', (tx, { entry, staff }) => markSeen(tx, entry, staff));

export const toCallAct = entryAct(
  'toCallAct',
  (tx, { entry, staff }, { withdraw }: ActInput & { readonly withdraw: boolean }) =>
    putBack(tx, entry, staff, withdraw),
);

export const undoAct = entryAct('undoAct', async (tx, { entry, staff }, { by }) => {
  // The history knows names only, and two users may have the same.
  const since = new Date(Date.parse(staff.at) - undoableMs).toISOString();
  if ((await lastToChange(tx, entry.id, since)) !== by.userId) throw notTheirs();
  return undoNewest(tx, entry, staff);
});

export const sleepAct = entryAct(
  'sleepAct',
  (tx, { entry, staff }, { sleep }: ActInput & { readonly sleep: Parameters<typeof putToSleep>[3] }) =>
    putToSleep(tx, entry, staff, sleep),
);

/** Plans a call, for an entry of any kind. */
export const planCallAct = entryAct(
  'planCallAct',
  (
    tx,
    { entry, staff },
    { plan }: ActInput & { readonly plan: { readonly date: Day; readonly time?: string | null } },
  ) => {
    const stage = entry.kind === 'commercial' ? 'Prise de contact' : null;
    return editChecked(tx, entry, staff, { actions: [{ ...plan, stage, done: false }] });
  },
);

export const applicationStepAct = entryAct(
  'applicationStepAct',
  (tx, { entry, staff }, { step }: ActInput & { readonly step: ApplicationStep | null }) =>
    setApplicationStep(tx, entry, staff, step),
);

export const assignAct = entryAct(
  'assignAct',
  async (tx, { entry, staff }, { establishmentId }: ActInput & { readonly establishmentId: number }) => {
    await requireResidence(tx, establishmentId, 'everywhere');
    return assignEntry(tx, entry, staff, establishmentId);
  },
  { use: 'hand-over' },
);

export const spamAct = entryAct(
  'spamAct',
  (tx, { entry, staff }, { spam }: ActInput & { readonly spam: boolean }) => markSpam(tx, entry, staff, spam),
);

interface UniteInput extends ActInput {
  /** The entry to keep. */
  readonly keptId: number;
  /** The names of values of the entry that are preferred to those of the kept one. */
  readonly take: readonly string[];
}

export const uniteAct = entryAct(
  'uniteAct',
  (tx, { entry, kept, staff }, { keptId, take }: UniteInput) => {
    if (kept === undefined) throw new ValidationError('of', `no entry has the id ${keptId}`);
    return unite(tx, entry, staff, kept, new Set(take));
  },
  { kept: { lock: (tx, { by, keptId }: UniteInput) => lockKept(tx, by, keptId), act: 'united' } },
);

/** The kept one need not be within reach: it may have been moved since. */
export const separateAct = entryAct(
  'separateAct',
  async (tx, { entry, kept, staff }, { by: { grants } }) => {
    if (kept === undefined) return undefined;
    const { marked, stayed } = await separate(tx, entry, staff, kept);
    const isRead = isWithin(reachOfEntry(grants, 'read', kept), kept.establishment_id);
    return marked && { ...marked, ...(isRead && { stayed }) };
  },
  { kept: { lock: (tx, { entryId }) => lockKeptFirst(tx, entryId), act: 'separated' }, ofErased: true },
);

export const convertAct = entryAct(
  'convertAct',
  (tx, { entry, staff }, { conversion }: ActInput & { readonly conversion: Conversion }) =>
    convertSurvey(tx, entry, staff, conversion),
);

export const ownerAct = entryAct(
  'ownerAct',
  async (tx, { entry, staff }, { userId }: ActInput & { readonly userId: number | null }) => {
    const owner = userId === null ? null : await findOwner(tx, entry, entry.establishment_id, userId);
    return setOwner(tx, entry, staff, owner);
  },
);

interface EditInput extends ActInput {
  readonly edit: Omit<EntryEdit, 'contactDate' | 'relations' | 'relationExtras' | 'takesCharge'> & {
    readonly dateFirstContact?: Day | null;
    /** Without a position, a new person. */
    readonly relations?: readonly RelationChange[];
  };
}

export const editAct = entryAct('editAct', async (tx, { entry, staff }, { edit, by }: EditInput) => {
  validateForKind(entry, edit);
  const { dateFirstContact, relations, ...rest } = edit;
  const agrees = edit.actions?.some(
    ({ position, done, assigneeId }) => position === undefined && done === false && assigneeId === undefined,
  );
  rejectNewExtra(edit.extra ?? {}, new Set(Object.keys(parsedFields(entry.extra))), 'extra');
  return editChecked(tx, entry, staff, {
    ...rest,
    // Else the appointment would be nobody's, in no calendar and no day of theirs.
    ...(agrees === true && { takesCharge: { id: by.userId, name: by.name } }),
    ...(dateFirstContact !== undefined && { contactDate: dateFirstContact }),
    ...(relations !== undefined && (await relationsByPosition(tx, entry.id, relations))),
  });
});

/**
 * Edits an entry. Throws a `ValidationError` for an action planned on a past day, given to a user who can't see it, or
 * planned for an entry that stands in no list, because it was united with another one.
 */
async function editChecked(tx: Transaction, entry: EntryRow, staff: Staff, change: EntryEdit) {
  const { actions = [] } = change;
  if (entry.duplicate_of !== null && actions.some(({ done }) => done === false))
    throw new ValidationError('id', `expected ${entry.duplicate_of}, with which this entry was united`);
  const stored = await storedActions(tx, entry.id);
  rejectPastPlans(stored, patchActions(stored, actions, staff.author), parisDay(new Date(staff.at)));
  for (const { assigneeId } of actions)
    if (typeof assigneeId === 'number')
      await findOwner(tx, entry, entry.establishment_id, assigneeId, 'assigneeId');
  return editEntry(tx, entry, staff, change);
}

/** Throws a `ValidationError` for a property that entries of this kind don't have. */
function validateForKind({ kind }: EntryRow, { fields = {}, ...edit }: EditInput['edit']): void {
  for (const name of Object.keys(fields)) {
    if (!fieldNames[kind].has(name))
      throw new ValidationError(`fields.${name}`, `no field of an entry of kind ${kind}`);
  }
  if (kind === 'commercial') return;
  for (const name of ['type', 'sejourType', 'resultat', 'motif', 'dateFirstContact', 'relations'] as const) {
    if (edit[name] !== undefined) throw new ValidationError(name, 'expected for a commercial entry only');
  }
}
