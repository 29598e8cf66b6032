import { type InferResult, type Kysely, sql } from 'kysely';
import type { Fields } from '../../entries/diff.ts';
import { lastWritten, needsConsent } from '../../entries/follow-up/consent.ts';
import { complaintDue } from '../../follow-up/complaint-due.ts';
import { followUpState } from '../../follow-up/state.ts';
import { allColumns, type CamelCase, camelCase, pick } from '../../store/entry-columns.ts';
import type { Day, EntriesTable, Tables } from '../../store/tables.ts';

/** What both lists and the details of an entry show of its columns, under their own names. */
const names = [
  ...([
    'id',
    'kind',
    'establishmentId',
    'type',
    'sejourType',
    'status',
    'resultat',
    'motif',
    'stage',
  ] as const),
  ...(['contactDate', 'receivedAt', 'suspicion', 'duplicateOf', 'customId', 'attempts'] as const),
  ...(['lastContact', 'acknowledgedOn', 'asleepUntil', 'asleepReason', 'applicationStep'] as const),
] as const;
const flags = ['flagged', 'test', 'spam'] as const;

type Name = (typeof names | typeof flags)[number];
type Shown = {
  [C in keyof EntriesTable]: CamelCase<C> extends Name ? `e.${C} as ${CamelCase<C>}` : never;
}[keyof EntriesTable];
const shown = allColumns
  .filter((column) => [...names, ...flags].some((name) => name === camelCase(column)))
  .map((column) => `e.${column} as ${camelCase(column)}` as Shown);

/** Selects what {@link summaryOf} shows, and what it is computed from. */
export function selectSummaries(db: Kysely<Tables>) {
  return db
    .selectFrom('entries as e')
    .leftJoin('announcements as o', 'o.id', 'e.announcement_id')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .select(shown)
    .select([
      'e.caller_id as callerId',
      'e.partner_id as partnerId',
      'e.announcement_id as announcementId',
      'o.title as offerTitle',
      'o.open as offerOpen',
      'e.owner_id as ownerId',
      'u.name as ownerName',
      'e.open',
      'e.reached',
      'e.next_date',
      lastWritten(sql.ref('e.id')).as('writtenAt'),
      'e.fields',
    ]);
}

type SummaryRow = InferResult<ReturnType<typeof selectSummaries>>[number];

/**
 * Returns what both lists and the details of an entry show on a day in Europe/Paris, but the name; nothing else of the row.
 * `consents`: of whom to call.
 */
export function summaryOf(row: Omit<SummaryRow, 'fields'>, consents: Fields, today: Day) {
  const { open, reached, next_date, writtenAt, announcementId, ownerId } = row;
  const values = pick(row, names);
  return {
    ...values,
    /** The state of an open lead; null for all other entries. */
    followUp: followUpState({ open, reached, next_date, asleep_until: values.asleepUntil }, today),
    /** Of an open complaint. */
    due: complaintDue(values),
    /** Whether a call needs a consent that is missing. */
    needsConsent: needsConsent({ ...values, consent: consents.consentementTelephone, writtenAt }, today),
    flagged: row.flagged === 1,
    test: row.test === 1,
    spam: row.spam === 1,
    announcement:
      announcementId === null
        ? null
        : { id: announcementId, title: row.offerTitle, open: row.offerOpen === 1 },
    owner: ownerId === null ? null : { id: ownerId, name: row.ownerName ?? '' },
  };
}
