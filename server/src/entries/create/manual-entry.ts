import { momentIn, parisDay } from '../../clock.ts';
import type { commercialTypes, motifs, resultats, sejourTypes } from '../../contract/enumerations.ts';
import type { Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import type { Day } from '../../store/tables.ts';
import { type ActionPatch, patchActions, rejectWrongDays, withAdmission } from '../change/actions.ts';
import { recordHistory } from '../change/history.ts';
import { type FieldPatch, patched } from '../change/patch.ts';
import type { Staff } from '../change/staff-acts.ts';
import type { Fields } from '../diff.ts';
import { type NewEntry, type NewFile, newEntry } from '../entry.ts';
import { progressAfter } from '../follow-up/progress.ts';
import { isLowNote } from '../low-note.ts';
import { rejectImpossibleDays } from '../possible-days.ts';
import { residenceZone } from '../residence-zone.ts';
import { phoneKeysOf } from '../search/phone-keys.ts';
import { createEntry } from './create-entries.ts';
import type { IdempotencyKey } from './idempotency-keys.ts';
import type { CreateResult } from './new-entry-request.ts';

/** A commercial entry that staff enter manually after a call or a visit. Fields by wire name; null means absent. */
export interface ManualEntry {
  readonly establishmentId: number;
  readonly type: (typeof commercialTypes)[number];
  readonly sejourType?: (typeof sejourTypes)[number] | null;
  readonly resultat?: (typeof resultats)[number] | null;
  readonly motif?: (typeof motifs)[number] | null;
  /** The contact date; by default today in Europe/Paris. */
  readonly dateFirstContact?: Day | null;
  readonly comment?: string | null;
  readonly fields?: FieldPatch;
  readonly relations?: readonly FieldPatch[];
  readonly actions?: readonly Omit<ActionPatch, 'position'>[];
}

/** Stores a manual entry, unless one of its keys is already known. */
export async function createManually(
  tx: Transaction,
  staff: Staff,
  manual: ManualEntry,
  idempotencyKeys: readonly IdempotencyKey[],
): Promise<CreateResult> {
  const { author, at } = staff;
  const { comment = null, dateFirstContact = null, resultat = null } = manual;
  const fields = patched({}, { ...manual.fields, dateFirstContact });
  const relations = (manual.relations ?? []).map((relation) => patched({}, relation));
  const given = patchActions(new Map(), manual.actions ?? [], author);
  const today = parisDay(new Date(at));
  const { day } = momentIn(await residenceZone(tx, manual.establishmentId), new Date(at));
  rejectImpossibleDays(manual, day);
  rejectWrongDays(new Map(), given, day);
  const isAdmission = resultat === 'commercial.resultat.realisee';
  const actions = isAdmission ? withAdmission(given, author, at) : given;
  const progress = progressAfter(
    { reached: 0, contact_date: dateFirstContact ?? today },
    { before: [], after: [...actions.values()] },
  );
  const isDealtWith = resultat !== null || progress.reached === 1 || progress.next_date !== null;
  const entry = newEntry({
    kind: 'commercial',
    establishmentId: manual.establishmentId,
    type: manual.type,
    sejourType: manual.sejourType ?? null,
    resultat,
    motif: manual.motif ?? null,
    status: isDealtWith ? 'processed' : 'new',
    contactDate: dateFirstContact ?? today,
    receivedAt: at,
    comment,
    commentBy: comment === null ? null : author,
    fields: JSON.stringify(fields),
    phoneKeys: phoneKeysOf([fields, ...relations]),
    relations: relations.map(({ lien, ...relation }) => ({
      fields: JSON.stringify(relation),
      // Where it stands when a site sends it.
      extra: lien === undefined ? null : JSON.stringify({ lien }),
    })),
    actions: [...actions.values()],
  });
  const result = await createByStaff(tx, staff, entry, idempotencyKeys);
  if (result.state === 'created') await update(tx, 'entries', result.id, { ...progress });
  return result;
}

/** A complaint or an opinion that staff enter manually. It is new: somebody has still to answer or read it. */
export interface ManualSurvey {
  readonly establishmentId: number;
  readonly type: 'survey.type.complaint' | 'survey.type.survey';
  /** How satisfied the family is, from 0 to 10. */
  readonly note?: number | null;
  /** The day on which the family said or wrote it; by default today in Europe/Paris. */
  readonly dateFirstContact?: Day | null;
  /** The resident whom a complaint is about. */
  readonly resident?: string | null;
  /** The user in charge of it. */
  readonly ownerId?: number | null;
  readonly fields: FieldPatch;
}

/** Stores a manual survey, unless one of its keys is already known. */
export async function createSurveyManually(
  tx: Transaction,
  staff: Staff,
  { establishmentId, type, note = null, fields: given, ...manual }: ManualSurvey,
  idempotencyKeys: readonly IdempotencyKey[],
): Promise<CreateResult> {
  const { dateFirstContact = null, resident = null, ownerId = null } = manual;
  const fields = patched({}, given);
  // Where they stand when a site sends them.
  const extra = patched({}, { note, resident });
  const newValues = newFrom(staff, fields);
  const entry = newEntry({
    ...newValues,
    kind: 'survey',
    establishmentId,
    type,
    contactDate: dateFirstContact ?? newValues.contactDate,
    flagged: isLowNote(note),
    extra: Object.keys(extra).length === 0 ? null : JSON.stringify(extra),
  });
  const result = await createByStaff(tx, staff, entry, idempotencyKeys);
  if (result.state === 'created' && ownerId !== null)
    await update(tx, 'entries', result.id, { owner_id: ownerId });
  return result;
}

/** A job application that staff enter manually, with its CV. */
export interface ManualApplication {
  readonly establishmentId: number;
  /** The job offer; null for a spontaneous application. */
  readonly announcementId?: number | null;
  readonly fields: FieldPatch;
  readonly file: NewFile | null;
}

/** Stores a manual application, unless one of its keys is already known. */
export function createApplicationManually(
  tx: Transaction,
  staff: Staff,
  { establishmentId, announcementId = null, fields: given, file }: ManualApplication,
  idempotencyKeys: readonly IdempotencyKey[],
): Promise<CreateResult> {
  const fields = patched({}, given);
  const values = { establishmentId, announcementId, file };
  const entry = newEntry({ ...newFrom(staff, fields), kind: 'postuler', ...values });
  return createByStaff(tx, staff, entry, idempotencyKeys);
}

function newFrom({ at }: Staff, fields: Fields) {
  return {
    status: 'new',
    contactDate: parisDay(new Date(at)),
    receivedAt: at,
    fields: JSON.stringify(fields),
    phoneKeys: phoneKeysOf([fields]),
  } as const;
}

async function createByStaff(
  tx: Transaction,
  staff: Staff,
  entry: NewEntry,
  idempotencyKeys: readonly IdempotencyKey[],
): Promise<CreateResult> {
  const result = await createEntry(tx, { entry, idempotencyKeys }, staff.at);
  if (result.state === 'created')
    await recordHistory(tx, { ...staff, entryId: result.id, change: 'created', detail: {} });
  return result;
}
