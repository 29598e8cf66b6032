import { sql } from 'kysely';
import type { Stage } from '../../contract/enumerations.ts';
import { parsedFields, relationsOfAll } from '../../entries/change/relations.ts';
import { visitor } from '../../entries/entry.ts';
import { consentColumns, consentsOf } from '../../entries/follow-up/consent.ts';
import { isLowNote } from '../../entries/low-note.ts';
import { contactOf, namesOf, peopleOf } from '../../entries/people.ts';
import type { Objections } from '../../entries/search/objections.ts';
import { readWrongNumbers } from '../../entries/wrong-numbers.ts';
import { cvLossText } from '../../french/labels.ts';
import type { Queries } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Day, Outcome } from '../../store/tables.ts';
import { objectionOf } from './objection.ts';
import { selectSummaries, summaryOf } from './summary.ts';
import { firstLineOf, wordsOf } from './words.ts';

/** An action in a list. */
export interface ListedAction {
  readonly date: Day | null;
  readonly time: string | null;
  readonly stage: Stage | null;
  readonly comment: string | null;
  readonly outcome: Outcome | null;
}

/** What a list depends on besides the entries. */
export interface ShownWith {
  /** The day in Europe/Paris. */
  readonly today: Day;
  readonly objections: Objections;
}

const maxNote = 20;

/** An entry in a list, with the names of its persons, which no list shows. */
export type NamedEntry = Awaited<ReturnType<typeof namedEntries>>[number];
/** An entry in a list. */
export type ListedEntry = Omit<NamedEntry, 'names'>;

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
  shownWith: ShownWith,
): Promise<ListedEntry[]> {
  return (await namedEntries(read, ids, shownWith)).map(({ names: _, ...entry }) => entry);
}

/** The same, with the names of their persons. */
export async function namedEntries(read: Queries, ids: readonly number[], { today, objections }: ShownWith) {
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
      ...{ ...summaryOf(row, consents, today), ...pick(row, ['callerId', 'partnerId', 'announcementId']) },
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
      nextAction: shownAction(ofEntry.find(({ done, outcome }) => done === 0 && outcome === null)),
      lastAction: shownAction(ofEntry.findLast(({ done }) => done === 1)),
      admittedOn: row.admissionRevoked === 1 ? null : (ofEntry.find(isAdmission)?.date ?? null),
      stageSince: ofEntry.findLast(({ done, stage }) => done === 1 && stage !== null)?.date ?? null,
    };
  });
}

function shownAction(action: ListedAction | undefined): ListedAction | null {
  return action === undefined ? null : pick(action, ['date', 'time', 'stage', 'comment', 'outcome']);
}

function isAdmission({ done, stage, date }: ListedAction & { readonly done: number }): boolean {
  return done === 1 && stage === 'Admission réalisé' && date !== null;
}

/** Actions without a day come first. */
function byMoment(a: ListedAction, b: ListedAction): number {
  const [one, other] = [a, b].map(({ date, time }) => `${date ?? ''} ${time ?? ''}`);
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;
}
