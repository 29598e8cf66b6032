import { parisDay } from '../clock.ts';
import type { commercialTypes, motifs, resultats, Stage, sejourTypes } from '../contract/enumerations.ts';
import type { Transaction } from '../database/port.ts';
import type { Day } from '../database/tables.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { createEntries } from './create-entries.ts';
import type { NewAction } from './entry.ts';
import type { FieldPatch } from './entry-patch.ts';
import { recordHistory } from './history.ts';
import type { Staff } from './staff-acts.ts';

/** A commercial entry that staff write down: a call, a visit. Fields by wire name, as the contract calls them. */
export interface WrittenDown {
  readonly establishmentId: number;
  readonly type: (typeof commercialTypes)[number];
  readonly sejourType?: (typeof sejourTypes)[number];
  readonly resultat?: (typeof resultats)[number];
  readonly motif?: (typeof motifs)[number];
  /** The day of the first contact; without it, today in Europe/Paris. */
  readonly contactDate?: Day;
  readonly comment?: string;
  readonly fields?: FieldPatch;
  readonly relations?: readonly FieldPatch[];
  readonly actions?: readonly WrittenAction[];
}

/** An action of an entry that is written down. */
export interface WrittenAction {
  readonly date?: Day;
  /** `HH:MM` in Europe/Paris. */
  readonly time?: string;
  readonly comment?: string;
  /** None for a note. */
  readonly stage?: Stage;
  /** False for one that is planned. */
  readonly done: boolean;
}

/** Stores an entry that staff write down, counted and found by phone like any other. Answers its id. */
export async function createByHand(tx: Transaction, staff: Staff, written: WrittenDown): Promise<number> {
  const { name: author, at } = staff;
  const { fields = {}, relations = [], actions = [], comment, contactDate, resultat } = written;
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
    resultat: resultat ?? null,
    motif: written.motif ?? null,
    status: 'processed',
    test: false,
    contactDate: contactDate ?? today,
    receivedAt: at,
    comment: comment ?? null,
    commentBy: comment === undefined ? null : author,
    gclid: null,
    partnerid: null,
    announcementId: null,
    fields: JSON.stringify(contactDate === undefined ? fields : { ...fields, dateFirstContact: contactDate }),
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
  const [outcome] = await createEntries(tx, [{ entry, receipts: [] }], at);
  if (outcome?.state !== 'created') throw new Error('An entry without a receipt is always new');
  await recordHistory(tx, { entryId: outcome.id, at, author, change: 'created', detail: {} });
  return outcome.id;
}

const unsaid = { date: null, time: null, comment: null, stage: null, extra: null };
