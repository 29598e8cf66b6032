import { readUserNames } from '../../../access/authors.ts';
import { dayMs, parisDay } from '../../../clock.ts';
import { holdOf } from '../../../entries/holds.ts';
import type { Queries } from '../../../store/database.ts';
import { query } from '../../../store/statement.ts';
import type { PrivacyDeps } from '../../deps.ts';
import { oldDatabases } from '../../ledger/old-databases.ts';
import { erasureIn, selectErasures } from '../../records/erasures.ts';
import { recipientsFor } from '../../records/recipients.ts';
import { findRequest, requestEntries } from '../../records/requests.ts';
import { requestSteps } from '../../records/steps.ts';
import { shownEntry } from '../detail.ts';
import { exportsOf } from '../exports.ts';

export type Proof = Awaited<ReturnType<typeof proofOf>>;

/** Reads the proof of a request. Rejects with NOTFOUND for an unknown one. */
export async function proofOf(
  read: Queries,
  id: number,
  { now, backupDays, dataDir }: Pick<PrivacyDeps, 'backupDays' | 'dataDir'> & { readonly now: Date },
) {
  const request = await findRequest(read, id);
  const users = await readUserNames(read);
  const nameOf = (userId: number | null) => (userId === null ? null : users.ofUser(userId)) ?? 'Exploitant';
  const entries = await provenEntries(read, id, now);
  const recipientsOf = await recipientsFor(read, id, request.createdAt);
  const recipients: Awaited<ReturnType<typeof recipientsOf>>[] = [];
  // Recipients are told of what has changed, not of a copy (RGPD, article 19).
  const isCopy = request.kind === 'access' || request.kind === 'portability';
  for (const { entryId, state, erasures } of entries)
    if (erasures.length > 0 || (state === 'done' && !isCopy)) recipients.push(await recipientsOf(entryId));
  const erasedAt = entries.flatMap(({ erasures }) => erasures.map((erasure) => erasure.erasedAt)).sort();
  const last = erasedAt.at(-1);
  return {
    writtenAt: now.toISOString(),
    request,
    entries,
    told: recipients.flatMap(({ told }) => told),
    /** To be told by letter. */
    toTell: recipients.flatMap(({ toTell }) => toTell),
    ...(await exportsOf(read, id, entries, { now, nameOf })),
    backups: {
      days: backupDays,
      /** The last day on which a backup holds what was erased; null when nothing was. */
      until: last === undefined ? null : parisDay(new Date(Date.parse(last) + backupDays * dayMs)),
      /** Databases of before a restore that are still there and hold it. */
      kept: oldDatabases(dataDir).filter(({ until }) => last !== undefined && until < last),
    },
    steps: await requestSteps(read, id),
  };
}

async function provenEntries(read: Queries, requestId: number, now: Date) {
  const rows = await read.all(
    query((db) => selectErasures(db).where('request_id', '=', requestId).orderBy('id')),
  );
  const all = rows.map((row) => ({ isWhole: row.paths === null, ...erasureIn(row) }));
  return Array.fromAsync(await requestEntries(read, requestId), async (linked) => {
    const { entryId, entry, state, reason } = await shownEntry(read, linked, parisDay(now));
    const erasures = all.filter((erasure) => erasure.entryId === entryId);
    return {
      entryId,
      /** Null when it was deleted. */
      kind: entry?.kind ?? null,
      receivedAt: entry?.receivedAt ?? erasures[0]?.receivedAt ?? null,
      state: erasures.some(({ isWhole }) => isWhole) ? ('done' as const) : state,
      reason,
      hold: await holdOf(read, entryId, now),
      erasures,
    };
  });
}
