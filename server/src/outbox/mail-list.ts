import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { countRows, type KeysetPage, selectPage } from '../store/keyset.ts';
import { dynamicStatement } from '../store/statement.ts';
import type { Channel, Instant, LetterUse } from '../store/tables.ts';

export const mailStates = ['pending', 'sent', 'failed'] as const;
/** To users of the desk: notices; to persons of entries: letters. */
export const mailRecipients = ['staff', 'people'] as const;

interface MailFilter {
  readonly state?: (typeof mailStates)[number] | undefined;
  readonly to?: (typeof mailRecipients)[number] | undefined;
}

/** A notice has `to` and `subject`, a letter `use` and `channel`. */
interface ListedMail {
  readonly id: number;
  readonly to: string | null;
  readonly subject: string | null;
  readonly use: LetterUse | null;
  readonly channel: Channel | null;
  readonly entryId: number | null;
  readonly state: (typeof mailStates)[number];
  readonly attempts: number;
  readonly createdAt: Instant;
  readonly nextAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly cause: string | null;
  readonly secret: boolean;
}

const shared = [
  ...(['id', 'subject', 'attempts', 'entry_id as entryId', 'created_at as createdAt'] as const),
  ...(['next_at as nextAt', 'finished_at as finishedAt', 'failure_reason as cause'] as const),
] as const;

/** The notices or letters, newest first; oldest first when the page is read backwards. */
export async function findMails(
  read: Queries,
  filter: MailFilter,
  page: KeysetPage<readonly [id: number]>,
): Promise<ListedMail[]> {
  const ids = sql<{
    id: number;
  }>`(${selectPage(sql`id`, { ...listOf(filter), key: [sql`id`], descending: true }, page)})`;
  const order = page.backwards ? 'asc' : 'desc';
  if (filter.to === 'people') {
    const letters = dynamicStatement((db) =>
      db
        .selectFrom('letters')
        .where('id', 'in', (of) => of.selectFrom(ids.as('page')).select('page.id'))
        .select([...shared, 'use', 'channel', 'recipient', 'state'])
        .where('state', '<>', sql.lit('cancelled'))
        .$narrowType<{ state: (typeof mailStates)[number] }>()
        .orderBy('id', order),
    );
    // What was written to a person is read in the entry, by those who may; a server repeats the address that it refuses.
    return (await read.all(letters)).map(({ recipient, cause, ...letter }) => ({
      ...letter,
      ...{ to: null, subject: null, secret: false },
      cause: cause && withoutAddress(cause, recipient ?? ''),
    }));
  }
  const notices = dynamicStatement((db) =>
    db
      .selectFrom('notices')
      .where('notices.id', 'in', (of) => of.selectFrom(ids.as('page')).select('page.id'))
      .innerJoin('users', 'users.id', 'notices.user_id')
      .select(shared.map((column) => `notices.${column}` as const))
      .select(['users.email as to', 'state', 'secret'])
      .orderBy('notices.id', order),
  );
  return (await read.all(notices)).map(({ secret, ...notice }) => ({
    ...notice,
    ...{ use: null, channel: null, secret: secret === 1 },
  }));
}

/** How many of these there are; counting stops at `limit`. */
export function countMails(read: Queries, filter: MailFilter, limit: number): Promise<number> {
  return countRows(read, listOf(filter), limit);
}

function listOf({ state, to }: MailFilter) {
  const isShown = state === undefined ? sql`state <> 'cancelled'` : sql`state = ${sql.lit(state)}`;
  return { from: to === 'people' ? sql`letters` : sql`notices`, conditions: [isShown] };
}

/** A server repeats the address that it refuses, or the part before the @. */
export function withoutAddress(text: string, address: string): string {
  const name = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const parts = text.split(/([\s<>()"',:;]+)/);
  return parts.map((part) => (part.includes('@') || part.toLowerCase() === name ? '…' : part)).join('');
}
