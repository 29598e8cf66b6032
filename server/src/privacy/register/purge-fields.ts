import { type RawBuilder, sql } from 'kysely';
import { parisDay } from '../../clock.ts';
import { isNotHeld } from '../../entries/holds.ts';
import { chunks, sliceMs } from '../../store/chunks.ts';
import type { Database, Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import { operation } from '../../store/operation.ts';
import { update } from '../../store/rows.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import { noteDeletion } from '../records/deletions.ts';
import { blankPart } from '../retention/blank.ts';
import { holdsPart } from '../rules/contents.ts';

/** Ids that are looked through at once. */
const sliceIds = 1_000;
/** From then on nothing is stored with a field that was refused: requests in flight have ended, all processes know. */
const settledMs = 60_000;

/** An entry with the field; one that is held, or limited, keeps it until that ends. */
interface Holder {
  readonly id: number;
  readonly held: 0 | 1;
}

/** Finds the entries with a field of this name at any depth, in their history too, among those that `where` selects. */
function findHolders(
  read: Queries,
  name: string,
  where: (dialect: Dialect) => RawBuilder<unknown>,
  now: Date,
) {
  return read.all(
    dynamicStatement<Holder>(
      (_, dialect) => sql`
        select e.id, case when ${isNotHeld(sql`e.id`, bind(parisDay(now)))} then 0 else 1 end as held
        from entries e where ${where(dialect)} and ${holdsPart({ keys: new Set([name]) }, dialect)} order by e.id`,
    ),
  );
}

const inSlice = (after: number, last: number) => () => sql`e.id > ${bind(after)} and e.id <= ${bind(last)}`;

async function newestId(read: Queries): Promise<number> {
  const newest = await read.first(
    query((db) => db.selectFrom('entries').select(({ fn }) => fn.max<number | null>('id').as('id'))),
  );
  return newest?.id ?? 0;
}

/** Counts the entries with a field of this name, and those of them that are held. Reads slice by slice. */
export async function countHolders({ background }: Pick<Database, 'background'>, name: string, now: Date) {
  const last = await newestId(background);
  let [entries, held] = [0, 0];
  for (let after = 0; after < last; after += sliceIds) {
    const found = await findHolders(background, name, inSlice(after, after + sliceIds), now);
    entries += found.length;
    held += found.filter((one) => one.held === 1).length;
  }
  return { entries, held };
}

interface Slice {
  readonly id: number;
  readonly name: string;
  readonly ids: readonly number[];
  /** Where the next slice begins once these are done; undefined where they are no slice. */
  readonly last?: number;
}

/** Removes the field from entries until the slice's time is over. Returns how many of them it has dealt with. */
export const purgeField = operation('purgeField', async (tx, { id, name, ids, last }: Slice, { now }) => {
  const started = performance.now();
  let dealtWith = 0;
  for (const entryId of ids) {
    if (dealtWith > 0 && performance.now() - started > sliceMs) break;
    await tx.all(
      query((db, { forUpdate }) =>
        forUpdate(db.selectFrom('entries').select('id').where('id', '=', entryId)),
      ),
    );
    const isThis = ({ idIn }: Dialect) => idIn('e.id', bind([entryId]));
    const [holder] = await findHolders(tx, name, isThis, now);
    if (holder?.held === 0) {
      await blankPart(tx, entryId, { keys: new Set([name]) }, now);
      await tx.run(
        query((db) =>
          db
            .updateTable('refused_fields')
            .set(({ eb }) => ({ purged_count: eb('purged_count', '+', 1) }))
            .where('id', '=', id),
        ),
      );
    }
    dealtWith++;
  }
  if (dealtWith > 0) await noteDeletion(tx);
  if (last !== undefined && dealtWith === ids.length)
    await update(tx, 'refused_fields', id, { purged_to: last });
  return dealtWith;
});

/** Notes that all entries have been gone through. */
export const notePurged = operation('notePurged', (tx, id: number, { now }) =>
  update(tx, 'refused_fields', id, { purged_at: now.toISOString() }),
);

/**
 * Removes refused fields from all entries, in slices with pauses: to be called every hour, it goes on where it was stopped. An
 * entry that was held is dealt with once its hold has ended. Returns how many entries were looked at.
 */
export async function purgeFields(database: Database, now: Date, stopping: AbortSignal): Promise<number> {
  const { background } = database;
  const before = new Date(now.getTime() - settledMs).toISOString();
  const refused = await background.all(
    query((db) =>
      db
        .selectFrom('refused_fields')
        .select(['id', 'name', 'refused_at as refusedAt', 'purged_to as purgedTo', 'purged_at as purgedAt'])
        .where('ended_at', 'is', null)
        .where('refused_at', '<=', before),
    ),
  );
  let total = 0;
  for (const { id, name, refusedAt, purgedTo, purgedAt } of refused) {
    const purge = async (found: readonly Holder[], last?: number) => {
      let ids = found.filter(({ held }) => held === 0).map((one) => one.id);
      if (ids.length === 0 && last === undefined) return;
      const write = () =>
        database.write(purgeField, { id, name, ids, ...(last !== undefined && { last }) }, now);
      for await (const dealtWith of chunks(write, stopping)) {
        total += dealtWith;
        ids = ids.slice(dealtWith);
        if (ids.length === 0) break;
      }
    };
    if (purgedAt === null) {
      const newest = await newestId(background);
      for (let after = purgedTo; after < newest && !stopping.aborted; after += sliceIds) {
        const last = Math.min(after + sliceIds, newest);
        await purge(await findHolders(background, name, inSlice(after, last), now), last);
      }
      if (!stopping.aborted) await database.write(notePurged, id, now);
    }
    const wasHeld = () => sql`e.id in (select entry_id from holds where ended_at >= ${bind(refusedAt)})`;
    await purge(await findHolders(background, name, wasHeld, now));
  }
  return total;
}
