import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { entryKinds, entryStatuses } from '../../contract/enumerations.ts';
import type { Fields } from '../../entries/change/diff.ts';
import { visitor } from '../../entries/entry.ts';
import { orNull } from '../../http/desk-answers.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { ListedOrientation, listedOrientations } from './listed-orientations.ts';
import { Announcement, announcementOf, Owner, ownerOf } from './named-schemas.ts';
import { peopleOf } from './people.ts';
import { Suspicion } from './suspicion.ts';

const text = (description: string) => orNull(Type.String({ description }));
const id = (description: string) => orNull(Type.Integer({ description }));

/** An action in a list. */
export const ListedAction = Type.Object({
  date: text('Its day.'),
  time: text('`HH:MM` in Europe/Paris.'),
  stage: text('One of the five stages; null for a note.'),
  comment: text('What was noted.'),
});
export type ListedAction = Static<typeof ListedAction>;

/** An entry in a list. */
export const ListedEntry = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(entryKinds, { type: 'string' }),
  establishmentId: id('Its residence; null while it waits to be assigned.'),
  type: text('How the contact came, or the type of a survey.'),
  sejourType: text('Kind of stay wanted.'),
  name: text('Who it is about; without a name of their own, the first related person.'),
  contactName: text('The first related person.'),
  phone: text('The first phone number, as typed.'),
  email: text('The first e-mail address.'),
  status: Type.Enum(entryStatuses, { type: 'string' }),
  flagged: Type.Boolean({ description: 'Something is new that staff have not seen.' }),
  resultat: text('The result.'),
  motif: text('The reason of the result.'),
  stage: text('The stage of its newest done action.'),
  contactDate: Type.String({ description: 'Day of the contact: it decides the statistics year.' }),
  receivedAt: Type.String({ description: 'When it arrived, in UTC.' }),
  test: Type.Boolean(),
  spam: Type.Boolean(),
  suspicion: Suspicion,
  duplicateOf: id('The entry that was kept, when this is a duplicate.'),
  callerId: id('The caller that sent it.'),
  partnerId: id('The partner that sent it.'),
  customId: text('The caller’s id of it.'),
  announcementId: id('The job offer applied for.'),
  announcement: Announcement,
  owner: Owner,
  orientation: orNull(ListedOrientation),
  hasFile: Type.Boolean({ description: 'Whether it has a CV.' }),
  nextAction: orNull(ListedAction),
  lastAction: orNull(ListedAction),
});
export type ListedEntry = Static<typeof ListedEntry>;

const byIds = statement<{ ids: string }>()((db, p, dialect) =>
  db
    .selectFrom('entries as e')
    .leftJoin('announcements as o', 'o.id', 'e.announcement_id')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .select([
      'e.id',
      'e.kind',
      'e.establishment_id as establishmentId',
      'e.type',
      'e.sejour_type as sejourType',
      'e.status',
      'e.flagged',
      'e.resultat',
      'e.motif',
      'e.stage',
      'e.contact_date as contactDate',
      'e.received_at as receivedAt',
      'e.test',
      'e.spam',
      'e.suspicion',
      'e.duplicate_of as duplicateOf',
      'e.caller_id as callerId',
      'e.partner_id as partnerId',
      'e.custom_id as customId',
      'e.announcement_id as announcementId',
      'e.owner_id as ownerId',
      'u.name as ownerName',
      'o.title as offerTitle',
      'o.open as offerOpen',
      'e.fields',
    ])
    .select(({ selectFrom }) =>
      selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('files.entry_id', '=', 'e.id')
        .as('files'),
    )
    .where(dialect.idIn('e.id', p.ids)),
);
const relationsOf = rawStatement<{ ids: string }, { entryId: number; fields: string }>(
  (p, dialect) => sql`
    select entry_id as "entryId", fields from relations where ${dialect.idIn('entry_id', p.ids)}
    order by entry_id, position`,
);
const actionsOf = rawStatement<{ ids: string }, ListedAction & { entryId: number; done: number }>(
  (p, dialect) => sql`
    select entry_id as "entryId", date, time, stage, comment, done
    from actions
    where ${dialect.idIn('entry_id', p.ids)} and (author is null or author <> ${sql.lit(visitor)})
    order by entry_id, position`,
);

/** Returns these entries as a list shows them, in this order; unknown ids are left out. */
export async function listedEntries(read: Queries, ids: readonly number[]): Promise<ListedEntry[]> {
  const values = { ids: JSON.stringify(ids) };
  const rows = new Map((await read.all(byIds, values)).map((row) => [row.id, row]));
  const ofPartners = [...rows.values()].filter(({ partnerId }) => partnerId !== null);
  const orientations = await listedOrientations(read, ofPartners);
  const relations = Map.groupBy(await read.all(relationsOf, values), ({ entryId }) => entryId);
  const actions = Map.groupBy(await read.all(actionsOf, values), ({ entryId }) => entryId);
  return ids.flatMap((entryId) => {
    const row = rows.get(entryId);
    if (row === undefined) return [];
    const { fields, flagged, test, spam, ownerId, ownerName, offerTitle, offerOpen, files, ...rest } = row;
    const ofEntry = actions.get(entryId) ?? [];
    return {
      ...rest,
      ...peopleOf(
        JSON.parse(fields),
        (relations.get(entryId) ?? []).map((relation): Fields => JSON.parse(relation.fields)),
      ),
      announcement: announcementOf(row.announcementId, offerTitle, offerOpen),
      owner: ownerOf(ownerId, ownerName),
      orientation: orientations.get(entryId) ?? null,
      hasFile: Number(files) > 0,
      flagged: flagged === 1,
      test: test === 1,
      spam: spam === 1,
      nextAction: ofEntry.filter(({ done }) => done === 0).toSorted(byMoment)[0] ?? null,
      lastAction:
        ofEntry
          .filter(({ done }) => done === 1)
          .toSorted(byMoment)
          .at(-1) ?? null,
    };
  });
}

/** Actions without a day come first. */
function byMoment(a: ListedAction, b: ListedAction): number {
  const [one, other] = [a, b].map(({ date, time }) => `${date ?? ''} ${time ?? ''}`);
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;
}
