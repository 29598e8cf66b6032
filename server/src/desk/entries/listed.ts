import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { parsedFields, relationsOfAll } from '../../entries/change/relations.ts';
import { visitor } from '../../entries/entry.ts';
import { consentColumns, consentsOf } from '../../entries/follow-up/consent.ts';
import { isLowNote } from '../../entries/low-note.ts';
import { contactOf, namesOf, peopleOf } from '../../entries/people.ts';
import type { Objections } from '../../entries/search/objections.ts';
import { readWrongNumbers } from '../../entries/wrong-numbers.ts';
import { missedTargets } from '../../follow-up/targets.ts';
import { cvLossText } from '../../french/labels.ts';
import { orNull } from '../../http/desk-answers.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { type Day, outcomes } from '../../store/tables.ts';
import { Objection, objectionOf } from './objection.ts';
import { id, selectSummaries, summaryOf, summaryProperties, text } from './summary.ts';
import { firstLineOf, wordsOf } from './words.ts';

/** An action in a list. */
export const ListedAction = Type.Object({
  date: text,
  time: text,
  stage: text,
  comment: text,
  outcome: orNull(Type.Enum(outcomes, { type: 'string' })),
});
export type ListedAction = Static<typeof ListedAction>;

/** What a list depends on besides the entries. */
export interface ShownWith {
  /** The day in Europe/Paris. */
  readonly today: Day;
  readonly objections: Objections;
}

const maxNote = 20;

/** An entry in a list. */
export const ListedEntry = Type.Object({
  ...summaryProperties,
  version: Type.Integer(),
  contactName: text,
  contact: Type.Object({
    name: text,
    kinship: text,
    phone: text,
    email: text,
  }),
  message: text,
  objection: Objection,
  note: text,
  unhappy: Type.Boolean(),
  callerId: id,
  partnerId: id,
  announcementId: id,
  hasFile: Type.Boolean(),
  cvNotKept: text,
  nextAction: orNull(ListedAction),
  lastAction: orNull(ListedAction),
  stageSince: text,
  admittedOn: text,
});
export type ListedEntry = Static<typeof ListedEntry>;
/** With the names of its persons, which no list shows. */
export type NamedEntry = ListedEntry & { readonly names: ReturnType<typeof namesOf> };

/** An entry in a list, with the target that it has missed. */
export const FollowedEntry = Type.Object({
  ...ListedEntry.properties,
  targetMissed: orNull(
    Type.Enum(missedTargets, {
      type: 'string',
    }),
  ),
});
export type FollowedEntry = Static<typeof FollowedEntry>;

const byIds = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  selectSummaries(db)
    .select([
      'e.comment',
      'e.comment_by as commentBy',
      'e.original_comment as originalComment',
      'e.admission_revoked as admissionRevoked',
      sql<string | number | null>`e.extra ->> 'note'`.as('note'),
      ...consentColumns,
    ])
    .select(({ selectFrom }) =>
      selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('files.entry_id', '=', 'e.id')
        .as('files'),
    )
    .select(({ selectFrom }) =>
      selectFrom('history')
        .select(({ fn }) => fn.max('history.id').as('version'))
        .whereRef('history.entry_id', '=', 'e.id')
        .as('version'),
    )
    .where(dialect.idIn('e.id', p.ids))
    .where('e.restriction', 'is', null),
);
const actionsOf = rawStatement<{ ids: readonly number[] }, ListedAction & { entryId: number; done: number }>(
  (p, dialect) => sql`
    select entry_id as "entryId", date, time, stage, comment, done, outcome
    from actions
    where ${dialect.idIn('entry_id', p.ids)} and (author is null or author <> ${sql.lit(visitor)})
    order by entry_id, position`,
);

/** Returns these entries as a list shows them, in this order; unknown and restricted ones are left out. */
export async function listedEntries(
  read: Queries,
  ids: readonly number[],
  { today, objections }: ShownWith,
): Promise<NamedEntry[]> {
  if (ids.length === 0) return [];
  const values = { ids };
  const rows = new Map((await read.all(byIds, values)).map((row) => [row.id, row]));
  const relations = await relationsOfAll(read, ids);
  const wrongNumbers = await readWrongNumbers(read, ids);
  const actions = Map.groupBy(await read.all(actionsOf, values), ({ entryId }) => entryId);
  return ids.flatMap((entryId) => {
    const row = rows.get(entryId);
    if (row === undefined) return [];
    const ofEntry = (actions.get(entryId) ?? []).toSorted(byMoment);
    const fields = parsedFields(row.fields);
    const related = relations.get(entryId) ?? [];
    const persons = related.map((relation) => relation.fields);
    const note = row.type === 'survey.type.survey' ? row.note : null;
    const { contact, relation } = contactOf(fields, related, wrongNumbers(entryId, fields, persons));
    const whom = String(relation?.position ?? 'entry');
    const consents = consentsOf(whom, { kind: row.kind, extra: row, relations: related });
    // The address may be another's.
    const contacted = [relation?.fields ?? fields, { email: contact.email }];
    return {
      ...summaryOf(row, consents, today),
      version: row.version ?? 0,
      note: note === null ? null : String(note).slice(0, maxNote),
      unhappy: isLowNote(note),
      name: peopleOf(fields, persons).name,
      names: namesOf(fields, persons),
      objection: objectionOf(objections, contacted, consents, row, today),
      ...{ contact, contactName: relation ? contact.name : null },
      message: firstLineOf(wordsOf(row, fields)),
      hasFile: Number(row.files) > 0,
      cvNotKept: cvLossText(fields.cv),
      nextAction: ofEntry.find(({ done, outcome }) => done === 0 && outcome === null) ?? null,
      lastAction: ofEntry.findLast(({ done }) => done === 1) ?? null,
      admittedOn: row.admissionRevoked === 1 ? null : (ofEntry.find(isAdmission)?.date ?? null),
      stageSince: ofEntry.findLast(({ done, stage }) => done === 1 && stage !== null)?.date ?? null,
    };
  });
}

function isAdmission({ done, stage, date }: ListedAction & { readonly done: number }): boolean {
  return done === 1 && stage === 'Admission réalisé' && date !== null;
}

/** Actions without a day come first. */
function byMoment(a: ListedAction, b: ListedAction): number {
  const [one, other] = [a, b].map(({ date, time }) => `${date ?? ''} ${time ?? ''}`);
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;
}
