import { parisDay } from '../clock.ts';
import type { commercialTypes, motifs, resultats, Stage, sejourTypes } from '../contract/enumerations.ts';
import type { Transaction } from '../database/port.ts';
import type { Day } from '../database/tables.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { createEntries, type Outcome } from './create-entries.ts';
import type { NewAction } from './entry.ts';
import type { FieldPatch } from './entry-patch.ts';
import { recordHistory } from './history.ts';
import type { Receipt } from './receipts.ts';
import type { Staff } from './staff-acts.ts';

/** A commercial entry that staff write down: a call, a visit. Fields by wire name, as the contract calls them; null is absent. */
export interface WrittenDown {
  readonly establishmentId: number;
  readonly type: (typeof commercialTypes)[number];
  readonly sejourType?: (typeof sejourTypes)[number] | null;
  readonly resultat?: (typeof resultats)[number] | null;
  readonly motif?: (typeof motifs)[number] | null;
  /** The day of the first contact; without it, today in Europe/Paris. */
  readonly contactDate?: Day | null;
  readonly comment?: string | null;
  readonly fields?: FieldPatch;
  readonly relations?: readonly FieldPatch[];
  readonly actions?: readonly WrittenAction[];
}

/** An action of an entry that is written down. */
export interface WrittenAction {
  readonly date?: Day | null;
  /** `HH:MM` in Europe/Paris. */
  readonly time?: string | null;
  readonly comment?: string | null;
  /** None for a note. */
  readonly stage?: Stage | null;
  /** False for one that is planned. */
  readonly done: boolean;
}

/**
 * Stores an entry that staff write down, counted and found by phone like any other, unless its receipts say that it was
 * stored before.
 */
export async function createOnce(
  tx: Transaction,
  staff: Staff,
  written: WrittenDown,
  receipts: readonly Receipt[],
): Promise<Outcome> {
  const { name: author, at } = staff;
  const { actions = [], comment = null, contactDate = null, resultat = null } = written;
  const fields = present({ ...written.fields, dateFirstContact: contactDate });
  const relations = (written.relations ?? []).map(present);
  const today = parisDay(new Date(at));
  const ownActions = actions.map((action): NewAction => ({ ...unsaid, ...action, author }));
  const admitted =
    resultat !== 'commercial.resultat.realisee' ||
    actions.some(({ stage, done }) => stage === 'Admission réalisé' && done);
  const admission: NewAction = { ...unsaid, date: today, stage: 'Admission réalisé', done: true, author };
  const entry = {
    kind: 'commercial',
    establishmentId: written.establishmentId,
    callerId: null,
    partnerId: null,
    customId: null,
    type: written.type,
    sejourType: written.sejourType ?? null,
    resultat,
    motif: written.motif ?? null,
    status: 'processed',
    test: false,
    contactDate: contactDate ?? today,
    receivedAt: at,
    comment,
    commentBy: comment === null ? null : author,
    gclid: null,
    partnerid: null,
    announcementId: null,
    fields: JSON.stringify(fields),
    extra: null,
    phoneKeys: distinctPhoneKeys(
      [
        fields.phoneClient,
        fields.cellphoneClient,
        ...relations.flatMap((one) => [one.phone, one.cellphone]),
      ].filter((phone) => typeof phone === 'string'),
    ),
    relations: relations.map((relation) => ({ fields: JSON.stringify(relation), extra: null })),
    actions: admitted ? ownActions : [...ownActions, admission],
    file: null,
  } as const;
  const [outcome] = await createEntries(tx, [{ entry, receipts }], at);
  if (outcome === undefined) throw new Error('A creation has an outcome');
  if (outcome.state === 'created') {
    await recordHistory(tx, { entryId: outcome.id, at, author, change: 'created', detail: {} });
  }
  return outcome;
}

/** The fields that are said: what is stored knows no null. */
function present(fields: FieldPatch): FieldPatch {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

const unsaid = { date: null, time: null, comment: null, stage: null, extra: null };
