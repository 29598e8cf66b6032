import { type InferResult, type Kysely, sql } from 'kysely';
import Type from 'typebox';
import { entryKinds, entryStatuses } from '../../contract/enumerations.ts';
import type { Fields } from '../../entries/diff.ts';
import { lastWritten, needsConsent } from '../../entries/follow-up/consent.ts';
import { complaintDue } from '../../follow-up/complaint-due.ts';
import { followUpState, followUpStates } from '../../follow-up/state.ts';
import { orNull } from '../../http/desk-answers.ts';
import { allColumns, applicationSteps, type CamelCase, camelCase } from '../../store/entry-columns.ts';
import type { Day, EntriesTable, Tables } from '../../store/tables.ts';

export const text = orNull(Type.String());
export const id = orNull(Type.Integer());

const Announcement = Type.Object({
  id: Type.Integer(),
  title: orNull(Type.String()),
  open: Type.Boolean(),
});
const Owner = Type.Object({ id: Type.Integer(), name: Type.String() });
const Suspicion = Type.Enum(['trap', 'haste'], {
  type: 'string',
});

/** What both lists and the details of an entry show. */
export const summaryProperties = {
  id: Type.Integer(),
  kind: Type.Enum(entryKinds, { type: 'string' }),
  establishmentId: id,
  type: text,
  sejourType: text,
  name: text,
  status: Type.Enum(entryStatuses, { type: 'string' }),
  flagged: Type.Boolean(),
  resultat: text,
  motif: text,
  stage: text,
  contactDate: Type.String(),
  receivedAt: Type.String(),
  test: Type.Boolean(),
  spam: Type.Boolean(),
  suspicion: orNull(Suspicion),
  duplicateOf: id,
  customId: text,
  announcement: orNull(Announcement),
  owner: orNull(Owner),
  followUp: orNull(
    Type.Enum(followUpStates, {
      type: 'string',
    }),
  ),
  attempts: Type.Integer(),
  lastContact: text,
  acknowledgedOn: text,
  due: orNull(
    Type.Object({
      acknowledgement: text,
      answer: Type.String(),
    }),
  ),
  needsConsent: Type.Boolean(),
  asleepUntil: text,
  asleepReason: text,
  applicationStep: orNull(Type.Enum(applicationSteps, { type: 'string' })),
};

type Shown = {
  [C in keyof EntriesTable]: CamelCase<C> extends keyof typeof summaryProperties
    ? `e.${C} as ${CamelCase<C>}`
    : never;
}[keyof EntriesTable];
/** The columns of an entry that are properties under their own names. */
const shown = allColumns
  .filter((column) => camelCase(column) in summaryProperties)
  .map((column) => `e.${column} as ${camelCase(column)}` as Shown);

/** Selects the columns of {@link summaryProperties}. */
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

/** Returns the values of {@link summaryProperties} on a day in Europe/Paris, but the name. `consents`: of whom to call. */
export function summaryOf(row: Omit<SummaryRow, 'fields'>, consents: Fields, today: Day) {
  const { flagged, test, spam, announcementId, offerTitle, offerOpen, ownerId, ownerName, ...others } = row;
  const { open, reached, next_date, writtenAt, ...values } = others;
  return {
    ...values,
    followUp: followUpState({ open, reached, next_date, asleep_until: values.asleepUntil }, today),
    due: complaintDue(values),
    needsConsent: needsConsent({ ...values, consent: consents.consentementTelephone, writtenAt }, today),
    flagged: flagged === 1,
    test: test === 1,
    spam: spam === 1,
    announcementId,
    announcement:
      announcementId === null ? null : { id: announcementId, title: offerTitle, open: offerOpen === 1 },
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
  };
}
