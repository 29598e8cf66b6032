import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Fields } from '../../entries/change/diff.ts';
import { visitor } from '../../entries/entry.ts';
import { peopleOf } from '../../entries/people.ts';
import { orNull } from '../../http/desk-answers.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { type Day, outcomes } from '../../store/tables.ts';
import { ListedOrientation, listedOrientations } from './listed-orientations.ts';
import { id, selectSummaries, summaryOf, summaryProperties, text } from './summary.ts';

/** An action in a list. */
export const ListedAction = Type.Object({
  date: text('Its day.'),
  time: text('`HH:MM` in Europe/Paris.'),
  stage: text('One of the five stages; null for a note.'),
  comment: text('What was noted.'),
  outcome: orNull(Type.Enum(outcomes, { type: 'string', description: 'What became of it.' })),
});
export type ListedAction = Static<typeof ListedAction>;

const maxMessage = 240;
const maxNote = 20;

/** An entry in a list. */
export const ListedEntry = Type.Object({
  ...summaryProperties,
  contactName: text('The first related person.'),
  phone: text('The first phone number, as typed.'),
  email: text('The first e-mail address.'),
  message: text(`What the person wrote: its first ${maxMessage} characters.`),
  note: text('The `note` of a satisfaction survey, as sent.'),
  callerId: id('The caller that sent it.'),
  partnerId: id('The partner that sent it.'),
  announcementId: id('The job offer applied for.'),
  orientation: orNull(ListedOrientation),
  hasFile: Type.Boolean({ description: 'Whether it has a CV.' }),
  nextAction: orNull(ListedAction),
  lastAction: orNull(ListedAction),
});
export type ListedEntry = Static<typeof ListedEntry>;

const byIds = statement<{ ids: string }>()((db, p, dialect) =>
  selectSummaries(db)
    .select([
      'e.comment',
      'e.comment_by as commentBy',
      'e.original_comment as originalComment',
      sql<string | number | null>`e.extra ->> 'note'`.as('note'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('files.entry_id', '=', 'e.id')
        .as('files'),
    )
    .where(dialect.idIn('e.id', p.ids))
    .where('e.restriction', 'is', null),
);
const relationsOf = rawStatement<{ ids: string }, { entryId: number; fields: string }>(
  (p, dialect) => sql`
    select entry_id as "entryId", fields from relations where ${dialect.idIn('entry_id', p.ids)}
    order by entry_id, position`,
);
const actionsOf = rawStatement<{ ids: string }, ListedAction & { entryId: number; done: number }>(
  (p, dialect) => sql`
    select entry_id as "entryId", date, time, stage, comment, done, outcome
    from actions
    where ${dialect.idIn('entry_id', p.ids)} and (author is null or author <> ${sql.lit(visitor)})
    order by entry_id, position`,
);

/** Returns these entries as a list shows them on a day, in this order; unknown and restricted ones are left out. */
export async function listedEntries(
  read: Queries,
  ids: readonly number[],
  today: Day,
): Promise<ListedEntry[]> {
  if (ids.length === 0) return [];
  const values = { ids: JSON.stringify(ids) };
  const rows = new Map((await read.all(byIds, values)).map((row) => [row.id, row]));
  const ofPartners = [...rows.values()].filter(({ partnerId }) => partnerId !== null);
  const orientations = await listedOrientations(read, ofPartners);
  const relations = Map.groupBy(await read.all(relationsOf, values), ({ entryId }) => entryId);
  const actions = Map.groupBy(await read.all(actionsOf, values), ({ entryId }) => entryId);
  return ids.flatMap((entryId) => {
    const row = rows.get(entryId);
    if (row === undefined) return [];
    const ofEntry = (actions.get(entryId) ?? []).toSorted(byMoment);
    const fields: Fields = JSON.parse(row.fields);
    return {
      ...summaryOf(row, today),
      message: messageOf(row, fields),
      note:
        row.type !== 'survey.type.survey' || row.note === null ? null : String(row.note).slice(0, maxNote),
      ...peopleOf(
        fields,
        (relations.get(entryId) ?? []).map((relation): Fields => JSON.parse(relation.fields)),
      ),
      orientation: orientations.get(entryId) ?? null,
      hasFile: Number(row.files) > 0,
      nextAction: ofEntry.find(({ done, outcome }) => done === 0 && outcome === null) ?? null,
      lastAction: ofEntry.findLast(({ done }) => done === 1) ?? null,
    };
  });
}

/** Returns the person's own words: of a form or an application its message, of a lead its comment. */
function messageOf(
  row: {
    readonly comment: string | null;
    readonly commentBy: string | null;
    readonly originalComment: string | null;
  },
  { contact, message }: Fields,
): string | null {
  const comment = row.originalComment ?? (row.commentBy === null ? row.comment : null);
  const words = [contact, message, comment].find((one) => typeof one === 'string' && one !== '');
  return typeof words === 'string' ? words.slice(0, maxMessage) : null;
}

/** Actions without a day come first. */
function byMoment(a: ListedAction, b: ListedAction): number {
  const [one, other] = [a, b].map(({ date, time }) => `${date ?? ''} ${time ?? ''}`);
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;
}
