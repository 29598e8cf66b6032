import { parisDay } from '../../clock.ts';
import type { commercialTypes, motifs, resultats, sejourTypes } from '../../contract/enumerations.ts';
import type { Transaction } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { type ActionPatch, patchActions, withAdmission } from '../change/actions.ts';
import { recordHistory } from '../change/history.ts';
import { type FieldPatch, patched } from '../change/patch.ts';
import type { Staff } from '../change/staff-acts.ts';
import { newEntry } from '../entry.ts';
import { type Progress, progressAfter } from '../follow-up/progress.ts';
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

const setProgress = statement<Progress & { id: number }>()((db, p) =>
  db
    .updateTable('entries')
    .set(pick(p, ['reached', 'next_date', 'next_time', 'attempts', 'last_contact']))
    .where('id', '=', p.id),
);

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
  const isAdmission = resultat === 'commercial.resultat.realisee';
  const actions = isAdmission ? withAdmission(given, author, at) : given;
  const progress = progressAfter(
    { reached: 0, contact_date: dateFirstContact ?? parisDay(new Date(at)) },
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
    contactDate: dateFirstContact ?? parisDay(new Date(at)),
    receivedAt: at,
    comment,
    commentBy: comment === null ? null : author,
    fields: JSON.stringify(fields),
    phoneKeys: phoneKeysOf([fields, ...relations]),
    relations: relations.map((relation) => ({ fields: JSON.stringify(relation), extra: null })),
    actions: [...actions.values()],
  });
  const result = await createEntry(tx, { entry, idempotencyKeys }, at);
  if (result.state === 'created') {
    await tx.run(setProgress, { id: result.id, ...progress });
    await recordHistory(tx, { ...staff, entryId: result.id, change: 'created', detail: {} });
  }
  return result;
}
