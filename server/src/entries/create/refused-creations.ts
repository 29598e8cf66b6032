import { hash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import { distinctPhoneKeys } from '../../phones/phone-keys.ts';
import { deleteInChunks } from '../../store/chunks.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { operation } from '../../store/operation.ts';
import { insert } from '../../store/rows.ts';
import { rawStatement } from '../../store/statement.ts';
import type { Instant, Tables } from '../../store/tables.ts';
import { parsedFields, storedRelations } from '../change/relations.ts';
import { emailsOf } from '../people.ts';
import { phoneKeysOf } from '../search/phone-keys.ts';
import { emailWord } from '../search/search-terms.ts';

/** How long one is kept after it last came. */
const keptDays = 30;
/** More are not kept: in all, and of one site's `browser` passwords in a day and residence. */
const most = { all: 20_000, aDay: 200 };
const longestBody = 16 * 1024;

type Sent = 'caller_id' | 'establishment_id' | 'kind' | 'reason' | 'browser' | 'body';
type Refused = Pick<Insertable<Tables['refused_creations']>, Sent>;
type Site = { caller: number; establishment: number | null; since: string };

const countAgain = rawStatement<{ content_hash: string; at: Instant }, unknown>(
  (p) => sql`
update refused_creations set times = times + 1, last_at = ${p.at} where content_hash = ${p.content_hash}`,
);
const counts = rawStatement<Site, { all: number; aDay: number }>(
  (p) => sql`select (select count(*) from refused_creations) as "all", (
    select count(*) from refused_creations where caller_id = ${p.caller} and first_at > ${p.since}
      and establishment_id is not distinct from ${p.establishment} and browser = 1) as "aDay"`,
);
const deleteOld = rawStatement<{ until: string }, unknown>((p, { isIn }) => {
  const old = sql`select id from refused_creations where last_at <= ${p.until} limit 100`;
  return sql`delete from refused_creations where ${isIn('id', old)}`;
});
const deleteNaming = rawStatement<{ key: string; until: string }, unknown>(
  (p) =>
    sql`delete from refused_creations where first_at <= ${p.until} and replace(keys, ${p.key}, '') <> keys`,
);

/** Keeps a creation that is answered 400, or counts it when the same is kept; neither when there are {@link most}. */
export const keepRefusedCreation = operation(
  'keepRefusedCreation',
  async (tx, refused: Refused, { now, secrets }) => {
    const { caller_id: caller, establishment_id: establishment = null, kind, browser } = refused;
    const at = now.toISOString();
    const content = JSON.stringify([caller, kind, establishment, refused.body]);
    const content_hash = hash('sha256', `${secrets.contentKey}:${content}`, 'base64url');
    if ((await tx.run(countAgain, { content_hash, at })) > 0) return;
    const since = new Date(now.getTime() - dayMs).toISOString();
    const { all = 0, aDay = 0 } = (await tx.first(counts, { caller, establishment, since })) ?? {};
    if (all >= most.all || (browser === 1 && aDay >= most.aDay)) return;
    const body = refused.body.slice(0, longestBody);
    const row = {
      ...refused,
      content_hash,
      first_at: at,
      last_at: at,
      times: 1,
      keys: keysIn(refused.body),
      body,
    };
    await insert(tx, 'refused_creations', row);
  },
);

/** The phone keys and e-mail addresses in a text, of JSON in its values, each between spaces. */
function keysIn(text: string): string {
  const leaves = leavesOf(text);
  const numbers = leaves.flatMap((leaf) => leaf.match(/[+\p{Nd}]\P{L}{5,}/gu) ?? []).slice(0, 100);
  const words = leaves.flatMap((leaf) => leaf.split(/[\s"'<>(),;:\\]+/)).filter((word) => word.includes('@'));
  const emails = words.map((word) => emailWord(word.replace(/\.$/, '')));
  return ` ${[...distinctPhoneKeys(numbers), ...emails].join(' ').slice(0, longestBody)} `;
}

function leavesOf(text: string): string[] {
  const leaves: string[] = [];
  try {
    JSON.parse(text, (_, value) => (typeof value === 'object' ? null : leaves.push(String(value))));
    return leaves;
  } catch {
    return [text];
  }
}

/** Deletes those up to a moment that have a phone number or an e-mail address of the persons of an entry. */
export async function deleteRefusedOf(tx: Transaction, { id, fields }: EntryRow, until: string) {
  const people = [parsedFields(fields), ...(await storedRelations(tx, id)).map((one) => one.fields)];
  for (const key of [...phoneKeysOf(people), ...emailsOf(people).map(emailWord)])
    await tx.run(deleteNaming, { key: ` ${key} `, until });
}

export const deleteOldRefused = operation('deleteOldRefused', (tx, until: string) =>
  tx.run(deleteOld, { until }),
);

/** Deletes those that came {@link keptDays} days ago for the last time. Returns how many. */
export function expireRefusedCreations(database: Database, now: Date, stopping: AbortSignal) {
  const until = new Date(now.getTime() - keptDays * dayMs).toISOString();
  return deleteInChunks(() => database.write(deleteOldRefused, until, now), stopping);
}
