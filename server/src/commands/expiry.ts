import type { Clock, MonotonicClock } from '../clock.ts';
import { clockCheck } from '../clock-check.ts';
import { expireConversions } from '../conversions/purge.ts';
import { renewSearch } from '../entries/change/renew-search.ts';
import { expireRefusedCreations } from '../entries/create/refused-creations.ts';
import { expireUploads } from '../entries/create/upload-quota.ts';
import { expireEntries } from '../entries/purge.ts';
import { chainedDuplicates, releaseChained } from '../entries/unite/unite.ts';
import { purgeHashes } from '../letters/letters.ts';
import { expireNotices } from '../outbox/purge.ts';
import { eraseDue, expireErasures } from '../privacy/erase/erase-due.ts';
import { expireHolds } from '../privacy/holds/end.ts';
import { removeDeletedBytes } from '../privacy/ledger/deleted-bytes.ts';
import type { LedgerFile } from '../privacy/ledger/file.ts';
import { purgeFields } from '../privacy/register/purge-fields.ts';
import { nightlyRetention } from '../privacy/retention/run.ts';
import { deleteInChunks } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';

interface ExpiryLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
}

interface ExpiryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly log: ExpiryLog;
  readonly ledger?: LedgerFile | undefined;
}

/**
 * Returns a function, to be called every hour, that deletes everything expired and, once a night, applies the retention
 * rules. If the clock has jumped it logs a warning and deletes nothing.
 */
export function expiryWork({ database, clock, monotonicClock, log, ledger }: ExpiryOptions) {
  const check = clockCheck(database, monotonicClock);
  return async (stopping: AbortSignal): Promise<void> => {
    const now = clock();
    await ledger
      ?.complete(stopping)
      .catch((error: unknown) => log.warn({ err: error }, 'the ledger of erasures could not be compared'));
    await renewSearch(database, now, stopping).catch((error: unknown) =>
      log.warn({ err: error }, 'what entries are found by could not be made anew; it goes on in an hour'),
    );
    const { trusted, note } = await check(now);
    if (!trusted) {
      log.warn(
        { now: now.toISOString(), ...note },
        'the clock has jumped, or nothing ran for long: what has expired is kept for now; « accueil doctor » says more',
      );
      return;
    }
    const { entries, idempotencyKeys: receipts } = await expireEntries(database, now, stopping);
    await expireUploads(database, now);
    const chained = await chainedDuplicates(database.background);
    if (chained.length > 0) await database.write(releaseChained, chained, now);
    const refused = await expireRefusedCreations(database, now, stopping);
    const notices = await expireNotices(database, now, stopping);
    await deleteInChunks(() => database.write(purgeHashes, {}, now), stopping);
    const conversions = await expireConversions(database, now, stopping);
    const holds = await expireHolds({
      database,
      now,
      stopping,
      onFailure: ({ id, error }) =>
        log.warn({ holdId: id, err: error }, 'a hold could not be ended; it is tried again in an hour'),
    });
    const { erased, takenBack } = await eraseDue({
      database,
      now,
      stopping,
      onFailure: ({ id, error }) =>
        log.warn({ entryId: id, err: error }, 'an entry could not be erased; it is tried again in an hour'),
    });
    if (takenBack > 0 || Object.keys(erased).length > 0)
      log.info({ ...erased, takenBack }, 'erased what was to be erased');
    const purged = await purgeFields(database, now, stopping).catch((error: unknown) => {
      log.warn({ err: error }, 'a refused field could not be removed everywhere');
      return 0;
    });
    const onFailure = ({ error, ...row }: { readonly error: unknown }) =>
      log.warn({ ...row, err: error }, 'a retention rule could not be applied to this row');
    const run = await nightlyRetention({ database, clock, onFailure }, stopping);
    if (run !== undefined) log.info({ ...run.counts }, 'applied the retention rules');
    const erasures = await expireErasures(database, now, stopping);
    const deleted = { entries, receipts, notices, conversions, holds, purged, erasures, refused };
    if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'deleted what has expired');
    if (await removeDeletedBytes(database, now, stopping))
      log.info({}, 'removed the bytes of deleted data from the database files');
  };
}
