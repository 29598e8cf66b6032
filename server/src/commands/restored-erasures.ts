import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import type { Erasure } from '../privacy/erase/ledger.ts';
import { installationOf, ledgerFileOf, readLedger } from '../privacy/ledger/file.ts';
import { keyOf } from '../privacy/ledger/line.ts';
import { erasuresAfter } from '../privacy/ledger/rows.ts';
import { secretsOf } from '../secrets.ts';
import { migrate } from '../store/migrate.ts';
import { connect } from '../store/sqlite/connection.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { SqliteQueries } from '../store/sqlite/transactions.ts';
import { CommandError, type Context } from './context.ts';
import { repeatErasures } from './privacy/repeat-erasures.ts';
import { brokenLines } from './privacy/replay.ts';
import { readSecretKey } from './secret-key.ts';

/**
 * Erases in a copy of a backup what was erased since, from the ledger of the present database and its file. Returns how
 * many entries were erased again. Sites that were still to be told of them will be told.
 */
export async function eraseAgain(
  context: Context,
  config: Config,
  { present, copy }: { readonly present: string; readonly copy: string },
): Promise<number> {
  const erasures = new Map<string, Erasure>();
  for (const erasure of [...(await inPresent(present, context)), ...(await inFile(config, context))])
    erasures.set(keyOf(erasure), erasure);
  if (erasures.size === 0) return 0;
  // The backup may be older than the columns that an erasure needs.
  await migrate({ engine: 'sqlite', file: copy }, new Date());
  const secretKey = keyOrNone(config) ?? '';
  if (secretKey === '' && erasures.values().some(({ relation }) => relation !== null))
    context.notice(textsLeft);
  const database = await openSqlite({ file: copy, secretKey });
  try {
    const { erased } = await repeatErasures(database, secretsOf(secretKey), erasures.values());
    carryOver(present, copy, context);
    return erased;
  } finally {
    // Also empties the WAL.
    await database.close();
  }
}

/** `erased` events that are still to be delivered: those of the copy were blanked, or are not there. */
const waitingEvents = `
insert into outbox (endpoint_id, entry_id, webhook_id, event, sequence, body, created_at, state, attempts, next_at, blanked_at)
select o.endpoint_id, o.entry_id, o.webhook_id, o.event, o.sequence, o.body, o.created_at, o.state, o.attempts, o.next_at, o.blanked_at
from present.outbox o
join present.entries known on known.id = o.entry_id
join entries e on e.id = known.id and e.received_at = known.received_at and e.restriction = 'erased'
join present.endpoints told on told.id = o.endpoint_id
join endpoints t on t.id = told.id and t.created_at = told.created_at
where o.event = 'erased' and o.state = 'pending'
  and not exists (select 1 from outbox same where same.webhook_id = o.webhook_id)`;
/** By which a partner's message is recognized that was received after the backup. */
const erasedMessages = `
insert into erased_messages (hash, expires_at) select hash, expires_at from present.erased_messages where true
on conflict (hash) do nothing`;

/** Takes over what the present database alone knows of erasures. */
function carryOver(present: string, copy: string, { notice }: Context): void {
  if (!existsSync(present)) return;
  let connection: DatabaseSync | undefined;
  try {
    connection = connect(copy);
    connection.prepare('attach database ? as present').run(present);
    connection.exec(`begin immediate; ${waitingEvents}; ${erasedMessages}; commit`);
  } catch {
    notice(`Which sites are still to be told of erasures can't be read from ${present}: tell them yourself.`);
  } finally {
    connection?.close();
  }
}

const textsLeft =
  'Texts that named an erased related person are not found without the secret key: put it back, and before you serve run « accueil privacy replay » with erasures.jsonl.';

/** Returns the erasures in the table of the database that is being replaced. */
async function inPresent(file: string, { notice }: Context): Promise<Erasure[]> {
  if (!existsSync(file)) return [];
  let connection: DatabaseSync | undefined;
  try {
    connection = connect(file);
    const table = connection.prepare("select 1 from sqlite_schema where name = 'erasures'").get();
    if (table === undefined) return [];
    return await Array.fromAsync(erasuresAfter(new SqliteQueries(connection)), ({ erasure }) => erasure);
  } catch {
    // It may be damaged, and replaced for that reason.
    notice(`What was erased can't be read from ${file}: erasures.jsonl alone says it.`);
    return [];
  } finally {
    connection?.close();
  }
}

async function inFile(config: Config, { notice }: Context): Promise<readonly Erasure[]> {
  const file = ledgerFileOf(config.dataDir);
  if (!existsSync(file)) return [];
  const secretKey = keyOrNone(config);
  // Without the key the installation can't be compared. An entry's id and its moment of receipt must agree anyway.
  const installation = secretKey === undefined ? undefined : installationOf(secretsOf(secretKey));
  const { erasures, broken, isForeign } = await readLedger(file, installation);
  if (isForeign) {
    notice(`${file} is the ledger of another installation: nothing was erased from it.`);
    return [];
  }
  if (broken.length > 0) notice(brokenLines(file, broken));
  return erasures;
}

function keyOrNone(config: Config): string | undefined {
  try {
    return readSecretKey(config);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
