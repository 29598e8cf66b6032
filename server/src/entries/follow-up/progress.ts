import { sql } from 'kysely';
import { parisDay } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { rawStatement } from '../../store/statement.ts';
import type { ActionsTable, Day, Outcome } from '../../store/tables.ts';
import { type NewAction, stageOf, visitor } from '../entry.ts';

/** The columns of an entry that follow from its actions. */
export type Progress = Pick<EntryRow, 'reached' | 'next_date' | 'next_time' | 'attempts' | 'last_contact'>;

type Action = Pick<NewAction, 'date' | 'time' | 'stage' | 'done' | 'author' | 'outcome'>;

export type EntryAction = Pick<ActionsTable, 'date' | 'time' | 'stage' | 'author' | 'outcome'> & {
  readonly entryId: number;
  readonly done: boolean;
};

const actionRows = rawStatement<
  { ids: readonly number[] },
  Omit<EntryAction, 'done'> & { readonly done: 0 | 1 }
>(
  (p, dialect) => sql`
    select entry_id as "entryId", date, time, stage, author, outcome, done
    from actions where ${dialect.idIn('entry_id', p.ids)} order by entry_id, position`,
);

/** Returns the actions of entries, by entry, in the order in which they were recorded. */
export async function actionsOf(read: Queries, entryIds: readonly number[]) {
  const rows = await read.all(actionRows, { ids: entryIds });
  const actions = rows.map((row): EntryAction => ({ ...row, done: row.done === 1 }));
  return Map.groupBy(actions, ({ entryId }) => entryId);
}

const contactStages: ReadonlySet<string> = new Set([
  'Prise de contact',
  'Visite',
  'Admission réalisé',
  'Parti',
]);
const unanswered: ReadonlySet<Outcome> = new Set(['no-answer', 'voicemail', 'wrong-number']);

/** Actions that callers and visitors send are none of ours. */
const isByStaff = ({ author }: Pick<ActionsTable, 'author'>) => author !== null && author !== visitor;

export function isPlanned(action: Pick<Action, 'done' | 'outcome'>): boolean {
  return !action.done && (action.outcome ?? null) === null;
}

/** Whether staff have reached the family by it. Contact forms have no stages: there, the outcome says so. */
export function isContact(action: Action): boolean {
  const { outcome = null } = action;
  if (!action.done || !isByStaff(action)) return false;
  return outcome === 'reached' || (outcome === null && contactStages.has(stageOf(action) ?? ''));
}

export function isAttempt({ done, outcome = null }: Pick<Action, 'done' | 'outcome'>): boolean {
  return done && outcome !== null && unanswered.has(outcome);
}

const among = (values: ReadonlySet<string>) => sql.join([...values].map((value) => sql.lit(value)));
/** {@link isContact} and {@link isAttempt} as conditions on the table `a`. */
export const isContactRow = sql<boolean>`(a.done = 1 and a.author is not null and a.author <> ${sql.lit(visitor)}
  and (a.outcome = 'reached' or (a.outcome is null and a.stage in (${among(contactStages)}))))`;
export const isAttemptRow = sql<boolean>`(a.done = 1 and a.outcome in (${among(unanswered)}))`;

/**
 * Returns the progress after a change of the actions. A new contact makes an entry reached; when the last one is taken
 * back, it is not reached any more. `contactDate` stands for the day of a planned action without one.
 */
export function progressAfter(
  before: Pick<EntryRow, 'reached' | 'contact_date'>,
  actions: { readonly before: readonly Action[]; readonly after: readonly Action[] },
): Progress {
  const contacts = actions.after.filter(isContact);
  const contactsBefore = actions.before.filter(isContact).length;
  const [next] = actions.after
    .filter((action) => isByStaff(action) && isPlanned(action))
    .map(({ date, time }) => ({ date: date ?? before.contact_date, time }))
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.time ?? '', b.time ?? ''));
  const lastContact = contacts.reduce<Day | null>(
    (newest, { date }) => (date !== null && (newest === null || date > newest) ? date : newest),
    null,
  );
  const lastIndex = actions.after.findLastIndex(isContact);
  return {
    reached: reachedAfter(before.reached, contactsBefore, contacts.length),
    next_date: next?.date ?? null,
    next_time: next?.time ?? null,
    attempts: actions.after.slice(lastIndex + 1).filter(isAttempt).length,
    last_contact: lastContact,
  };
}

/**
 * Returns the day of an entry's last contact, from which retention counts: the newest of its receipt, its contact date, the
 * exchanges of staff with the family, and the messages and decisions that `renewed_on` keeps. A day later than today is a mistake or a
 * plan, and no contact.
 */
export function lastContactOn(
  entry: Pick<EntryRow, 'received_at' | 'contact_date' | 'last_contact' | 'renewed_on'>,
  today: Day,
): Day {
  const { received_at, contact_date, last_contact, renewed_on } = entry;
  return [contact_date, last_contact, renewed_on].reduce<Day>(
    (newest, day) => (day !== null && day > newest && day <= today ? day : newest),
    parisDay(new Date(received_at)),
  );
}

function reachedAfter(before: 0 | 1, contactsBefore: number, contacts: number): 0 | 1 {
  if (contacts > contactsBefore) return 1;
  return contacts === 0 && contactsBefore > 0 ? 0 : before;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
