// What was erased stays erased when an older database is put back.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startProcess } from '../../../tools/harness/service-process.ts';
import { expiryWork } from '../../src/commands/expiry.ts';
import { positionFileOf } from '../../src/privacy/ledger/audit-position.ts';
import { openLedgerFile } from '../../src/privacy/ledger/file.ts';
import { ledgerFileOf } from '../../src/privacy/ledger/read.ts';
import type { Engine } from '../../src/store/dialect.ts';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct, directUntil, type Env, refusal } from '../fixtures/command-line.ts';
import { signIn } from '../fixtures/desk.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newEndpoint } from '../fixtures/outbox.ts';
import { erase as eraseFor, removePerson } from '../fixtures/privacy.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { onSqlite, secretKey, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

const person = 'Canariprive';

async function start(t: TestContext, engine: Engine, env: Record<string, string> = {}): Promise<TestService> {
  const service = await startService(engine, { LOG_LEVEL: 'silent', ...env });
  t.after(() => service.close());
  return service;
}

/** The settings with which a command works on the database of a service. */
function envOf({ config: { dataDir, database } }: TestService): Env {
  return { DATA_DIR: dataDir, ...(database.engine === 'postgres' && { DATABASE_URL: database.url }) };
}

async function create(service: TestService, customId: string, lastNameClient = person): Promise<number> {
  const path = `/fr/etablissement/3/commercial/create?${service.query}`;
  const answer = await service.post(path, { customId, lastNameClient, comment: `${lastNameClient} appelle` });
  assert.equal(answer.body, '"ok"');
  return newestEntry(service.database);
}

/** Names and restrictions of the entries, oldest first. */
interface Stored {
  readonly name: string | null;
  readonly restriction: string | null;
}
const storedIn = (service: TestService) =>
  rows<{ fields: string; restriction: string | null }>(
    service.database,
    'select fields, restriction from entries order by id',
  ).then((found) => found.map(toStored));
const toStored = ({ fields, restriction }: { fields: string; restriction: string | null }): Stored => ({
  name: JSON.parse(fields).lastNameClient ?? null,
  restriction,
});

/** The same of a file that no service uses. */
function storedInFile(file: string): Stored[] {
  const database = new DatabaseSync(file);
  try {
    const found = database.prepare('select fields, restriction from entries order by id').all();
    return found.map((row) =>
      toStored({
        fields: String(row.fields),
        restriction: row.restriction === null ? null : String(row.restriction),
      }),
    );
  } finally {
    database.close();
  }
}

const gone: Stored = { name: null, restriction: 'erased' };
const there = (name = person): Stored => ({ name, restriction: null });
const erase = async (service: TestService, ...ids: readonly number[]) =>
  eraseFor(await signIn(service), ...ids);

/** Keeps the ledger's file of a service, as a process that serves does. */
function openLedger(t: TestContext, { database, secrets, clock, config }: TestService) {
  const ledger = openLedgerFile({
    ...{ database, secrets, clock: () => clock.now, file: ledgerFileOf(config.dataDir) },
    ...{ onRemark: () => undefined, onProblem: assert.ifError },
  });
  ledger.follow();
  t.after(() => ledger.close());
  return ledger;
}

/** Runs « accueil serve » until the ledger's file has as many lines. */
async function serveUntil(env: Env, lines: number): Promise<void> {
  const stop = Promise.withResolvers<void>();
  const ended = directUntil(stop.promise, ['serve'], { PORT: '0', LOG_LEVEL: 'silent', ...env });
  let isOver = false;
  void ended.finally(() => {
    isOver = true;
  });
  while (!isOver && linesOf(env).length < lines) await setImmediate();
  stop.resolve();
  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
}

function linesOf({ DATA_DIR = '' }: Env): string[] {
  const file = ledgerFileOf(DATA_DIR);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

describe('a restore', () => {
  it('brings no erased person back, and sends no event twice', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    await newEndpoint(service);
    const erased = await create(service, 'erased');
    await create(service, 'kept', 'Durand');
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    assert.match(readFileSync(backup, 'latin1'), /Canariprive/);
    await erase(service, erased);
    const told = `update outbox set state = 'delivered', next_at = null, finished_at = created_at`;
    await execute(service.database, told);

    for (let i = 0; i < 2; i++) {
      const { erasedAgain } = await answerOf<{ erasedAgain: number }>(['restore', backup], env);
      assert.equal(erasedAgain, 1);
      const file = join(service.config.dataDir, 'accueil.db');
      assert.deepEqual(storedInFile(file), [gone, there('Durand')]);
      assert.doesNotMatch(readFileSync(file, 'latin1'), /Canariprive/);
      const database = new DatabaseSync(file);
      const count = (query: string) => Object.values(database.prepare(query).get() ?? {})[0];
      assert.equal(count('select count(*) from outbox'), 0);
      assert.equal(count('select count(*) from erasures'), 1);
      assert.equal(count(`select count(*) from audit where action = 'erased'`), 2 + i, 'the trail goes on');
      database.close();
    }
    const { stdout } = await direct(['restore', backup], env);
    assert.match(stdout, /^1 erasure made since the backup was repeated in it\.$/m);
  });

  it('goes on telling the sites that were still to be told', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    await newEndpoint(service);
    const erased = await create(service, 'erased');
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    await newEndpoint(service, 'https://later.example.org/');
    await erase(service, erased);
    const waiting = `select webhook_id, endpoint_id, entry_id, sequence, body, next_at from outbox
      where event = 'erased' and state = 'pending' and endpoint_id = 1`;
    const before = await rows(service.database, waiting);
    assert.equal(before.length, 1);
    for (let i = 0; i < 2; i++) {
      await answerOf(['restore', backup], env);
      const database = new DatabaseSync(join(service.config.dataDir, 'accueil.db'));
      const found = database.prepare(waiting).all();
      const all = Object.values(database.prepare('select count(*) from outbox').get() ?? {})[0];
      database.close();
      assert.equal(JSON.stringify(found), JSON.stringify(before));
      assert.equal(all, 1, 'the endpoint that was added later is not in the backup');
    }
  });

  it('still knows the messages of partners that were erased', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    await create(service, 'another', 'Durand');
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    const message = { NumeroDemandeOrientationCR: 'A-1', 'PersonneAgee / Nom': person };
    await service.exchange('/appli/partner/orientation', message);
    await erase(service, await newestEntry(service.database));
    await answerOf(['restore', backup], env);
    const after = await start(t, 'sqlite', { DATA_DIR: service.config.dataDir });
    const answer = await after.exchange('/appli/partner/orientation', message);
    assert.match(answer.body, /Les données de cette demande ont été effacées/);
    assert.deepEqual(await storedIn(after), [there('Durand')]);
  });

  it('of a new backup leaves no deleted byte in the file, whatever its pages kept', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    await create(service, 'erased');
    const file = join(service.config.dataDir, 'accueil.db');
    const holdsName = (path: string) => readFileSync(path).includes(person);
    // As pages that were split: it leaves the bytes of what it deletes.
    const careless = new DatabaseSync(file);
    careless.exec(`pragma secure_delete = off; create table left_over (name text);
      insert into left_over values ('${person}'); delete from left_over;
      update entries set fields = '{}', comment = null; pragma wal_checkpoint(truncate); drop table left_over`);
    careless.close();
    assert.ok(holdsName(file));
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    const { kept } = await answerOf<{ kept: string }>(['restore', backup], env);
    assert.ok(!holdsName(file));
    assert.ok(holdsName(kept), 'what was there before is to be deleted');
  });

  it('erases again what only the file beside the database knows', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    const erased = await create(service, 'erased');
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    await erase(service, erased);
    await serveUntil(env, 1);
    writeFileSync(join(service.config.dataDir, 'accueil.db'), 'No database any more.'.repeat(500));
    const { code, stdout, stderr } = await direct(['restore', backup], env);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^1 erasure made since/m);
    assert.match(stderr, /erasures\.jsonl alone says it/);
    assert.deepEqual(storedInFile(join(service.config.dataDir, 'accueil.db')), [gone]);
  });

  it('on a new machine says that what was erased since is not known, unless the file is put there', async (t) => {
    const service = await start(t, 'sqlite');
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], envOf(service));
    const { code, stderr } = await direct(['restore', backup], { DATA_DIR: folderFor(t) });
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /What was erased since the backup is not known.*the next start repeats what it lists/,
    );
    assert.match(stderr, /What was decided about persons since the backup is lost/);
  });

  it('leaves another entry alone that has the id of an erased one', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    const folder = folderFor(t);
    await answerOf(['backup', join(folder, 'empty.db')], env);
    const erased = await create(service, 'erased');
    await erase(service, erased);
    await serveUntil(env, 1);
    // With the database, the restore would go on with its numbers.
    rmSync(join(service.config.dataDir, 'accueil.db'));
    const { erasedAgain } = await answerOf<{ erasedAgain: number }>(
      ['restore', join(folder, 'empty.db')],
      env,
    );
    assert.equal(erasedAgain, 0);

    const after = await start(t, 'sqlite', { DATA_DIR: service.config.dataDir });
    after.clock.now = new Date(after.clock.now.getTime() + 1_000);
    assert.equal(await create(after, 'another', 'Durand'), erased);
    await answerOf(['backup', join(folder, 'reused.db')], env);
    const again = await answerOf<{ erasedAgain: number }>(['restore', join(folder, 'reused.db')], env);
    assert.equal(again.erasedAgain, 0);
    assert.deepEqual(storedInFile(join(service.config.dataDir, 'accueil.db')), [there('Durand')]);
  });

  it('erases in a backup that is under a hold which ended since', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    const desk = await signIn(service);
    const held = await create(service, 'held');
    const hold = await desk.post(`/desk/privacy/entries/${held}/holds`, {
      kind: 'hold',
      reason: 'Litige',
      until: '2030-01-01',
    });
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    await desk.post(`/desk/privacy/holds/${hold.json<{ id: number }>().id}/end`);
    await eraseFor(desk, held);
    const { erasedAgain } = await answerOf<{ erasedAgain: number }>(['restore', backup], env);
    assert.equal(erasedAgain, 1);
    assert.deepEqual(storedInFile(join(service.config.dataDir, 'accueil.db')), [gone]);
  });

  it('removes a related person again, and corrects the texts that named them', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    const desk = await signIn(service);
    await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
      lastNameClient: 'Durand',
      comment: `Voir avec ${person}`,
      commercialrelations: [{ lastName: person }, { lastName: 'Martin' }],
      commercialactions: [{ date: '2026-03-01', comment: 'Rappelée' }],
    });
    const id = await newestEntry(service.database);
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    await ok(removePerson(desk, id, { comment: 'Voir avec la famille' }));

    const { erasedAgain } = await answerOf<{ erasedAgain: number }>(['restore', backup], env);
    assert.equal(erasedAgain, 1);
    const file = join(service.config.dataDir, 'accueil.db');
    assert.doesNotMatch(readFileSync(file, 'latin1'), /Canariprive/);
    const database = new DatabaseSync(file);
    const [entry] = database.prepare('select comment, restriction, fields from entries').all();
    assert.equal(entry?.comment, 'Voir avec la famille');
    assert.equal(entry?.restriction, null);
    assert.match(String(entry?.fields), /Durand/);
    assert.match(JSON.stringify(database.prepare('select * from relations').all()), /Martin/);
    assert.match(JSON.stringify(database.prepare('select * from actions').all()), /Rappelée/);
    database.close();
  });

  it('names broken lines of the file and uses the others, and nothing of another installation', async (t) => {
    const service = await start(t, 'sqlite');
    const env = envOf(service);
    const erased = await create(service, 'erased');
    const backup = join(folderFor(t), 'b.db');
    await answerOf(['backup', backup], env);
    await erase(service, erased);
    await serveUntil(env, 1);
    const file = ledgerFileOf(service.config.dataDir);
    const good = readFileSync(file, 'utf8');
    rmSync(join(service.config.dataDir, 'accueil.db'));

    writeFileSync(file, `{"broken\n${good}`);
    const named = await direct(['restore', backup], env);
    assert.match(named.stdout, /^1 erasure made since/m);
    assert.match(named.stderr, /line 1: /);

    rmSync(join(service.config.dataDir, 'accueil.db'));
    writeFileSync(file, good.replace(/"installation":"[^"]+"/, '"installation":"another"'));
    const foreign = await direct(['restore', backup], env);
    assert.equal(foreign.code, 0);
    assert.match(foreign.stderr, /has lines of another installation: nothing was erased from them/);
    assert.deepEqual(storedInFile(join(service.config.dataDir, 'accueil.db')), [there()]);
  });
});

onSqlite('the ledger', (engine) => {
  it('gets a line in its file after each erasure, and at the start those that a crash prevented', async (t) => {
    const service = await start(t, engine, { DATA_DIR: folderFor(t) });
    const env = envOf(service);
    const desk = await signIn(service);
    // Nothing writes the file meanwhile, as when a process dies after the commit.
    const missed = await create(service, 'missed');
    await eraseFor(desk, missed);
    const { database, secrets, config } = service;
    const problems: unknown[] = [];
    const file = ledgerFileOf(config.dataDir);
    const remarks: string[] = [];
    const onRemark = (remark: string) => remarks.push(remark);
    const options = { database, secrets, clock: () => service.clock.now, file, onRemark };
    const open = () => openLedgerFile({ ...options, onProblem: (error) => problems.push(error) });
    const ledger = open();
    ledger.follow();
    await ledger.complete();
    assert.equal(linesOf(env).length, 1);
    assert.match(remarks.splice(0).join(), /erasures\.jsonl is missing and is written anew/);
    const next = await create(service, 'next');
    await eraseFor(desk, next);
    while (linesOf(env).length < 2) await setImmediate();
    await ledger.close();

    // A crash in the middle of a line.
    const torn = readFileSync(options.file, 'utf8').slice(0, -20);
    writeFileSync(options.file, torn);
    const reopened = open();
    await reopened.complete();
    await reopened.complete();
    await reopened.close();
    const [first = '{}', broken = '', last = '{}', ...more] = linesOf(env);
    assert.deepEqual(more, []);
    assert.equal(broken, torn.split('\n')[1]);
    const { installation, counts, ...line } = JSON.parse(first);
    assert.match(installation, /^[\w-]{43}$/);
    assert.equal(counts.entries, 1);
    assert.deepEqual(line, {
      entryId: missed,
      receivedAt: '2026-03-04T09:00:00.000Z',
      paths: null,
      reason: 'request',
      requestId: 1,
      erasedAt: '2026-03-04T09:00:00.000Z',
    });
    assert.equal(JSON.parse(last).entryId, next);
    assert.deepEqual(problems, []);
    // Said each time it is read.
    assert.match(
      remarks.join(),
      /^(.*has lines that can't be read; the others are used:\n {2}line 2: [^,]+,?){2}$/s,
    );
  });

  it('of a second process, with a folder of its own, gives up what waited before a restore and nothing later', async (t) => {
    const service = await start(t, engine);
    const { database, secrets, clock } = service;
    const id = await create(service, 'written-to');
    const open = () => {
      const file = ledgerFileOf(folderFor(t));
      const options = { database, secrets, clock: () => clock.now, file, onProblem: assert.ifError };
      return openLedgerFile({ ...options, onRemark: () => undefined });
    };
    const ledgers = [open(), open()];
    // Leaves a line in the audit trail, by which they know the database.
    await erase(service, await create(service, 'erased'));
    for (const ledger of ledgers) await ledger.complete();
    const at = (time: string) => `2026-03-04T${time}:00.000Z`;
    const wait = (name: string, writtenAt: string) =>
      execute(
        database,
        `insert into mails (message_id, use, channel, entry_id, subject, body, created_at, state, attempts, next_at)
         values ('${name}', 'free', 'sms', ${id}, '', 'Bonjour', '${writtenAt}', 'pending', 0, '2026-03-05T07:00:00.000Z')`,
      );
    await wait('of the backup', at('08:00'));
    // The line that both have seen is another one now.
    await execute(database, `update audit set at = '${at('09:30')}' where id = (select max(id) from audit)`);
    await ledgers[0]?.complete();
    await wait('written since', at('09:40'));
    await ledgers[1]?.complete();
    for (const ledger of ledgers) await ledger.close();
    assert.deepEqual(
      await rows(database, 'select message_id, state from mails where use is not null order by id'),
      [
        { message_id: 'of the backup', state: 'failed' },
        { message_id: 'written since', state: 'pending' },
      ],
    );
  });

  it('puts the file of another installation aside', async (t) => {
    const service = await start(t, engine, { DATA_DIR: folderFor(t) });
    const file = ledgerFileOf(service.config.dataDir);
    await erase(service, await create(service, 'erased'));
    const { database, secrets } = service;
    const options = { database, secrets, clock: () => service.clock.now, file, onProblem: assert.ifError };
    const ledger = openLedgerFile({ ...options, onRemark: () => undefined });
    await ledger.complete();
    const foreign = readFileSync(file, 'utf8').replace(/"installation":"[^"]+"/, '"installation":"another"');
    writeFileSync(file, foreign);
    await ledger.complete();
    await ledger.close();
    assert.equal(readFileSync(`${file}.before-20260304T090000000Z`, 'utf8'), foreign);
    assert.equal(readFileSync(file, 'utf8').split('\n').length, 2);
  });

  it('is printed, and written to a file that is not there yet', async (t) => {
    const service = await start(t, engine, { DATA_DIR: folderFor(t) });
    const env = envOf(service);
    const ids = [await create(service, 'one'), await create(service, 'two')];
    await erase(service, ...ids);
    const file = join(folderFor(t), 'ledger.jsonl');
    assert.deepEqual(await answerOf(['privacy', 'ledger', file], env), { file, erasures: 2 });
    await refusal(['privacy', 'ledger', file], env, /is there already/);
    const { stdout } = await direct(['privacy', 'ledger'], env);
    assert.equal(stdout, readFileSync(file, 'utf8'));
    assert.equal((await answerOf<object[]>(['privacy', 'ledger'], env)).length, 2);
    assert.doesNotMatch(stdout, /Canari/);
  });
});

onSqlite('a database that was put back without the command', (engine) => {
  it('is erased again before anybody is answered, once, and doctor says so until then', async (t) => {
    const service = await start(t, engine, { DATA_DIR: folderFor(t) });
    const ids = [await create(service, 'one'), await create(service, 'two'), await create(service, 'three')];
    await create(service, 'four', 'Durand');
    await erase(service, ...ids);
    await openLedger(t, service).complete();
    const ledger = linesOf(envOf(service));
    assert.equal(ledger.length, 3);

    // The older database: the same entries, received at the same moments, but for the third, whose number was given again.
    const restored = await start(t, engine, { DATA_DIR: folderFor(t) });
    await newEndpoint(restored);
    await create(restored, 'one');
    await create(restored, 'two');
    restored.clock.now = new Date(restored.clock.now.getTime() + 1);
    await create(restored, 'another', 'Durand');
    const env = { ...envOf(restored), SECRET_KEY: secretKey };
    const beside = ledgerFileOf(restored.config.dataDir);
    writeFileSync(beside, `not JSON\n${ledger.join('\n')}\n`);
    const { stdout: sick } = await direct(['doctor'], env);
    assert.match(sick, /^bad {3}ledger: 2 erasures of .*erasures\.jsonl are undone.*start accueil/m);

    const running = await startProcess({ env });
    t.after(() => running.kill('SIGKILL'));
    assert.deepEqual(await storedIn(restored), [gone, gone, there('Durand')]);
    assert.match(running.output(), /lists erasures that this database lacks.*\n2 erasures repeated\n/);
    assert.match(running.output(), /line 1: /);
    running.kill('SIGTERM');
    await running.ended;
    const count = (query: string) => number(restored.database, `select count(*) from ${query}`);
    assert.equal(await count('outbox'), 0, 'no site is told twice');
    assert.equal(await count('erasures'), 2);
    assert.equal(await count(`audit where action = 'erased' and author = 'accueil'`), 2);
    const { stdout: sound } = await direct(['doctor'], env);
    assert.match(sound, /^warn {2}ledger: 1 lines .* can't be read/m);
    const again = await startProcess({ env });
    t.after(() => again.kill('SIGKILL'));
    assert.doesNotMatch(again.output(), /repeated/);
    assert.equal(await count('erasures'), 2);
  });

  it('is said to lack what was decided since, once, also where nobody was erased', async (t) => {
    const service = await start(t, engine, { DATA_DIR: folderFor(t) });
    const restored = await start(t, engine, { DATA_DIR: folderFor(t) });
    for (const one of [service, restored]) await signIn(one);
    await create(restored, 'one');
    service.clock.now = new Date(service.clock.now.getTime() + 1);
    await signIn(service);
    const envFor = (one: TestService) => ({ ...envOf(one), SECRET_KEY: secretKey });
    const outputOf = async (command: string, one: TestService) => {
      const listening = { ...envFor(one), METRICS_TOKEN: 'metrics-token-of-the-tests' };
      const running = await startProcess({ env: listening, command: [command] });
      running.kill('SIGTERM');
      await running.ended;
      return running.output();
    };
    // On PostgreSQL a worker may be the first, also in a folder of its own.
    const command = engine === 'postgres' ? 'worker' : 'serve';
    assert.doesNotMatch(await outputOf(command, service), /is older/);
    const positionOf = (one: TestService) => positionFileOf(one.config.dataDir);
    copyFileSync(positionOf(service), positionOf(restored));
    await execute(
      restored.database,
      `insert into mails (message_id, use, entry_id, subject, body, created_at, state, attempts, next_at)
        select 'x', 'free', id, 's', 'b', received_at, 'pending', 0, received_at from entries`,
    );
    const older = /is older than the one that was here until 2026-03-04T09:00:00\.001Z: what was decided/;
    const env = envFor(restored);
    assert.match((await direct(['doctor'], env)).stdout, older);
    const first = await outputOf(command, restored);
    assert.match(first, older);
    assert.match(first, /1 messages to persons are given up/);
    for (const again of ['serve', command]) assert.doesNotMatch(await outputOf(again, restored), older);
    assert.doesNotMatch((await direct(['doctor'], env)).stdout, older);
  });

  /** A service, the ledger of which is kept, and an entry of it that was erased. */
  async function startErased(t: TestContext) {
    const service = await start(t, engine, { DATA_DIR: folderFor(t) });
    const id = await create(service, 'one');
    const ledger = openLedger(t, service);
    await erase(service, id);
    await ledger.complete();
    return { service, ledger };
  }
  const undo = `update entries set restriction = null, fields = '{"lastNameClient":"${person}"}'`;

  it('is erased again while the service runs, within the hour', async (t) => {
    const { service, ledger } = await startErased(t);
    const { database, clock } = service;
    // As when a provider puts back some tables below it.
    await execute(database, undo);
    assert.deepEqual(await storedIn(service), [there()]);
    await expiryWork({ database, clock: () => clock.now, monotonicClock: () => 0, log: silent, ledger })(
      new AbortController().signal,
    );
    assert.deepEqual(await storedIn(service), [gone]);
  });

  it('is erased again at the next erasure, and this one is in the file though its number was given before', async (t) => {
    const { service, ledger } = await startErased(t);
    const { database } = service;
    await execute(database, undo);
    await execute(database, 'delete from erasures');
    await execute(
      database,
      engine === 'sqlite'
        ? `delete from sqlite_sequence where name = 'erasures'`
        : 'alter table erasures alter column id restart',
    );
    await erase(service, await create(service, 'two'));
    while (linesOf(envOf(service)).length < 2 && !t.signal.aborted) await setImmediate();
    // The file has its line before the comparison is at its end, which reads once more.
    await ledger.close();
    assert.deepEqual(await storedIn(service), [gone, gone]);
  });
});

const silent = { info: () => undefined, warn: () => undefined };
