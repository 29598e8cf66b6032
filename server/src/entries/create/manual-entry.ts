import { parisDay } from '../../clock.ts';
import type { commercialTypes, motifs, resultats, Stage, sejourTypes } from '../../contract/enumerations.ts';
import { distinctPhoneKeys } from '../../phones/phone-keys.ts';
import type { Transaction } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { recordHistory } from '../change/history.ts';
import type { FieldPatch } from '../change/patch.ts';
import type { Staff } from '../change/staff-acts.ts';
import { type NewAction, newEntry } from '../entry.ts';
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
  readonly actions?: readonly ManualAction[];
}

/** An action of a manual entry. */
export interface ManualAction {
  readonly date?: Day | null;
  /** `HH:MM` in Europe/Paris. */
  readonly time?: string | null;
  readonly comment?: string | null;
  /** Null for a note. */
  readonly stage?: Stage | null;
  /** Defaults to true; false when it is planned. */
  readonly done?: boolean;
}

/** Stores a manual entry, unless one of its keys is already known. */
export async function createManually(
  tx: Transaction,
  staff: Staff,
  manual: ManualEntry,
  idempotencyKeys: readonly IdempotencyKey[],
): Promise<CreateResult> {
  const { name: author, at } = staff;
  const { actions = [], comment = null, dateFirstContact = null, resultat = null } = manual;
  const fields = present({ ...manual.fields, dateFirstContact });
  const relations = (manual.relations ?? []).map(present);
  const today = parisDay(new Date(at));
  const staffActions = actions.map(
    ({ done = true, ...action }): NewAction => ({ ...emptyAction, ...action, done, author }),
  );
  const lacksAdmission =
    resultat === 'commercial.resultat.realisee' &&
    !staffActions.some(({ stage, done }) => stage === 'Admission réalisé' && done);
  const admission: NewAction = {
    ...emptyAction,
    date: today,
    stage: 'Admission réalisé',
    done: true,
    author,
  };
  const entry = newEntry({
    kind: 'commercial',
    establishmentId: manual.establishmentId,
    type: manual.type,
    sejourType: manual.sejourType ?? null,
    resultat,
    motif: manual.motif ?? null,
    status: 'processed',
    contactDate: dateFirstContact ?? today,
    receivedAt: at,
    comment,
    commentBy: comment === null ? null : author,
    fields: JSON.stringify(fields),
    phoneKeys: distinctPhoneKeys(
      [
        fields.phoneClient,
        fields.cellphoneClient,
        ...relations.flatMap((one) => [one.phone, one.cellphone]),
      ].filter((phone) => typeof phone === 'string'),
    ),
    relations: relations.map((relation) => ({ fields: JSON.stringify(relation), extra: null })),
    actions: lacksAdmission ? [...staffActions, admission] : staffActions,
  });
  const result = await createEntry(tx, { entry, idempotencyKeys }, at);
  if (result.state === 'created') {
    await recordHistory(tx, { entryId: result.id, at, author, change: 'created', detail: {} });
  }
  return result;
}

/** Drops null fields: stored fields are never null. */
function present(fields: FieldPatch): FieldPatch {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

const emptyAction = { date: null, time: null, comment: null, stage: null, extra: null };
