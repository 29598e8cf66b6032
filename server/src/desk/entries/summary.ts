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

export const text = (description: string) => orNull(Type.String({ description }));
export const id = (description: string) => orNull(Type.Integer({ description }));

const Announcement = Type.Object(
  {
    id: Type.Integer(),
    title: orNull(Type.String({ description: 'Null for an unknown job offer.' })),
    open: Type.Boolean(),
  },
  { description: 'The job offer applied for.' },
);
const Owner = Type.Object(
  { id: Type.Integer(), name: Type.String() },
  { description: 'The user who has taken charge.' },
);
const Suspicion = Type.Enum(['trap', 'haste'], {
  type: 'string',
  description:
    'Why it is presumed spam until staff decide: a hidden field was filled in (`trap`), or the form was sent faster than people type (`haste`).',
});

/** What both lists and the details of an entry show. */
export const summaryProperties = {
  id: Type.Integer(),
  kind: Type.Enum(entryKinds, { type: 'string' }),
  establishmentId: id('Its residence; null while it waits to be assigned.'),
  type: text('How the contact came, or the type of a survey.'),
  sejourType: text('Kind of stay wanted.'),
  name: text('Who it is about; without a name of their own, the first related person.'),
  status: Type.Enum(entryStatuses, { type: 'string' }),
  flagged: Type.Boolean({ description: 'Something is new that staff have not seen.' }),
  resultat: text('The result.'),
  motif: text('The reason of the result.'),
  stage: text('The stage of its newest done action.'),
  contactDate: Type.String({ description: 'Day of the contact: it decides the statistics year.' }),
  receivedAt: Type.String({ description: 'When it arrived, in UTC.' }),
  test: Type.Boolean(),
  spam: Type.Boolean(),
  suspicion: orNull(Suspicion),
  duplicateOf: id('The entry that was kept, when this is a duplicate.'),
  customId: text('The caller’s id of it.'),
  announcement: orNull(Announcement),
  owner: orNull(Owner),
  followUp: orNull(
    Type.Enum(followUpStates, {
      type: 'string',
      description:
        'The state of an open lead: to be called, an action planned, reached with nothing planned, or put aside. Null for all other entries.',
    }),
  ),
  attempts: Type.Integer({ description: 'Attempts without an answer since the last contact.' }),
  lastContact: text('The day of the newest contact.'),
  acknowledgedOn: text('The day on which the receipt of a complaint was acknowledged.'),
  due: orNull(
    Type.Object(
      {
        acknowledgement: text('The last day of the acknowledgement; null once it is done.'),
        answer: Type.String({ description: 'The last day of the answer.' }),
      },
      {
        description:
          'Of an open complaint: 2 and 15 working days after its day of contact, without public holidays.',
      },
    ),
  ),
  needsConsent: Type.Boolean({
    description:
      'Whether a call needs a consent that is missing: more than 90 days have passed since the last contact.',
  }),
  asleepUntil: text('The day on which a lead that was put aside wakes.'),
  asleepReason: text('Why it was put aside.'),
  applicationStep: orNull(
    Type.Enum(applicationSteps, { type: 'string', description: 'How far a job application has come.' }),
  ),
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
