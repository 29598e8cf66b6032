// What was erased stays erased when an older database is put back.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { expiryWork } from '../../src/commands/expiry.ts';
import { completeLetters } from '../../src/letters/given-up.ts';
import { positionFileOf } from '../../src/privacy/ledger/audit-position.ts';
import { openLedgerFile } from '../../src/privacy/ledger/file.ts';
import { ledgerFileOf } from '../../src/privacy/ledger/read.ts';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct, type Env, serveOnce } from '../fixtures/command-line.ts';
import { signIn } from '../fixtures/desk.ts';
import { ledgerLines, openLedger } from '../fixtures/ledger.ts';
import { insertLetter } from '../fixtures/letters.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newEndpoint } from '../fixtures/outbox.ts';
import { erase as eraseFor, hold, removePerson } from '../fixtures/privacy.ts';
import { execute, number } from '../fixtures/rows.ts';
import { startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

const person = 'Canariprive';

async function start(t: TestContext, env: Record<string, string> = {}): Promise<TestService> {
  const service = await startService('sqlite', { LOG_LEVEL: 'silent', ...env });
  t.after(() => service.close());
  return service;
}

/** The settings with which a command works on the database of a service. */
const envOf = ({ config }: TestService): Env => ({ DATA_DIR: config.dataDir });

async function create(service: TestService, customId: string, lastNameClient = person): Promise<number> {
  const path = `/fr/etablissement/3/commercial/create?${service.query}`;
  const answer = await service.post(path, { customId, lastNameClient, comment: `${lastNameClient} appelle` });
  assert.equal(answer.body, '"ok"');
  return newestEntry(service.database);
}

async function backUp(t: TestContext, service: TestService): Promise<string> {
  const file = join(folderFor(t), 'b.db');
  await answerOf(['backup', file], envOf(service));
  return file;
}

/** What a statement finds in the file of a service. */
function inFile({ config }: TestService, query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(config.dataDir, 'accueil.db'));
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** Names of the entries, oldest first; `erased` where nothing is left of one. */
const namesIn = (service: TestService) =>
  inFile(
    service,
    `select coalesce(fields ->> 'lastNameClient', restriction) as name from entries order by id`,
  ).map(({ name }) => name);

const erase = async (service: TestService, ...ids: readonly number[]) =>
  eraseFor(await signIn(service), ...ids);

it('a restore brings no erased person back, and tells of each erasure once', async (t) => {
  const service = await start(t);
  await newEndpoint(service);
  const officer = await signIn(service);
  const told = await create(service, 'told');
  const untold = await create(service, 'untold');
  await create(service, 'kept', 'Durand');
  const held = await hold(officer, untold, 'hold');
  // As pages that were split: they keep the bytes of what is deleted.
  const careless = new DatabaseSync(join(service.config.dataDir, 'accueil.db'));
  careless.exec(`pragma secure_delete = off; create table left_over (name text);
    insert into left_over values ('${person}'); drop table left_over; pragma wal_checkpoint(truncate)`);
  careless.close();
  const backup = await backUp(t, service);

  await eraseFor(officer, told);
  const delivered = `update outbox set state = 'delivered', next_at = null, finished_at = created_at`;
  await execute(service.database, delivered);
  await newEndpoint(service, 'https://later.example.org/');
  await ok(officer.post(`/desk/privacy/holds/${held}/end`));
  await eraseFor(officer, untold);
  const message = { NumeroDemandeOrientationCR: 'A-1', 'PersonneAgee / Nom': person };
  await service.exchange('/appli/partner/orientation', message);
  await eraseFor(officer, await newestEntry(service.database));

  for (const untold of [2, 0]) {
    const { remarks } = await answerOf<{ remarks: string[] }>(['restore', backup], envOf(service));
    assert.match(remarks.join('\n'), /^\d lines replayed$/m);
    assert.equal(
      remarks.includes(`${untold} « erased » events were still to be delivered: tell these sites yourself`),
      untold > 0,
    );
    assert.deepEqual(namesIn(service), ['erased', 'erased', 'Durand']);
    assert.ok(!readFileSync(join(service.config.dataDir, 'accueil.db')).includes(person));
    assert.deepEqual(inFile(service, 'select * from outbox'), [], 'no site is told twice');
  }
  const after = await start(t, envOf(service));
  const answer = await after.exchange('/appli/partner/orientation', message);
  assert.match(answer.body, /Les données de cette demande ont été effacées/);
  assert.deepEqual(namesIn(after), ['erased', 'erased', 'Durand']);
});

it('a restore empties again what a correction emptied, and names the entry', async (t) => {
  const service = await start(t);
  await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
    lastNameClient: 'Durand',
    comment: `Voir avec ${person}`,
    commercialrelations: [{ lastName: person }, { lastName: 'Martin' }],
    commercialactions: [{ date: '2026-03-01', comment: 'Rappelée' }],
  });
  const id = await newestEntry(service.database);
  const backup = await backUp(t, service);
  const corrections = { comment: null, actions: [{ position: 0, comment: 'Rappelée le soir' }] };
  await ok(removePerson(await signIn(service), id, corrections));

  const { stdout } = await direct(['restore', backup], envOf(service));
  assert.match(
    stdout,
    new RegExp(`^1 lines replayed\nCorrected since .*, and .* again: entries ${id}$`, 'm'),
  );
  assert.ok(!readFileSync(join(service.config.dataDir, 'accueil.db')).includes(person));
  const [entry] = inFile(service, 'select comment, restriction from entries');
  assert.deepEqual(entry, { comment: null, restriction: null });
  assert.deepEqual(namesIn(service), ['Durand']);
  assert.match(JSON.stringify(inFile(service, 'select * from relations')), /Martin/);
  assert.match(JSON.stringify(inFile(service, 'select * from actions')), /Rappelée/);
});

it('a restore erases by the ledger’s file alone, of the same installation', async (t) => {
  const service = await start(t);
  const erased = await create(service, 'erased');
  const backup = await backUp(t, service);
  await erase(service, erased);
  await openLedger(service).complete();
  const file = ledgerFileOf(service.config.dataDir);
  const good = readFileSync(file, 'utf8');
  const restoreOver = async (database: string, ledger: string) => {
    writeFileSync(join(service.config.dataDir, 'accueil.db'), database);
    writeFileSync(file, ledger);
    const { code, stdout, stderr } = await direct(['restore', backup], envOf(service));
    assert.equal(code, 0, stderr);
    return stdout + stderr;
  };
  const named = await restoreOver('No database any more.'.repeat(500), `{"broken\n${good}`);
  assert.match(
    named,
    /^The database of before can't be read: .* erasures\.jsonl and audit-position\.json alone/m,
  );
  assert.match(named, /^1 lines replayed$/m);
  assert.match(named, /line 1: /);
  assert.deepEqual(namesIn(service), ['erased']);

  const foreign = good.replace(/"installation":"[^"]+"/, '"installation":"another"');
  const ignored = await restoreOver('No database any more.'.repeat(500), foreign);
  assert.match(ignored, /1 lines of .* are of another installation, and ignored/);
  assert.deepEqual(namesIn(service), [person]);
});

it('the ledger’s file has a line for each erasure, after a crash too', async (t) => {
  const service = await start(t);
  // Nothing writes the file meanwhile, as when a process dies after the commit.
  const missed = await create(service, 'missed');
  await erase(service, missed);
  const remarks: string[] = [];
  const ledger = openLedger(service, remarks);
  ledger.follow();
  await ledger.complete();
  assert.equal(ledgerLines(service).length, 1);
  assert.match(remarks.splice(0).join(), /erasures\.jsonl is missing and is written anew/);
  const next = await create(service, 'next');
  await erase(service, next);
  while (ledgerLines(service).length < 2) await setImmediate();
  await ledger.close();

  // A crash in the middle of a line, which is said each time it is read.
  const file = ledgerFileOf(service.config.dataDir);
  const torn = readFileSync(file, 'utf8').slice(0, -20);
  writeFileSync(file, torn);
  const reopened = openLedger(service, remarks);
  for (let times = 0; times < 2; times++) await reopened.complete();
  assert.match(
    remarks.join(),
    /^(.*has lines that can't be read; the others are used:\n {2}line 2: [^,]+,?){2}$/s,
  );
  const [first = '{}', broken = '', last = '{}', ...more] = ledgerLines(service);
  assert.deepEqual([broken, more], [torn.split('\n')[1], []]);
  const { installation, counts, ...line } = JSON.parse(first);
  assert.match(installation, /^[\w-]{43}$/);
  assert.equal(counts.entries, 1);
  const at = '2026-03-04T09:00:00.000Z';
  const facts = { entryId: missed, receivedAt: at, erasedAt: at, reason: 'request', requestId: 1 };
  assert.deepEqual(line, { ...facts, paths: null });
  assert.equal(JSON.parse(last).entryId, next);

  const foreign = `${first.replace(installation, 'another')}\n`;
  writeFileSync(file, foreign);
  await reopened.complete();
  await reopened.close();
  assert.match(remarks.at(-1) ?? '', /^1 lines of .* are of another installation, and ignored$/);
  assert.equal(ledgerLines(service).length, 3);
});

it('a ledger that can’t be written stops nothing', async (t) => {
  const service = await start(t);
  const problems: unknown[] = [];
  const ledger = openLedgerFile({
    ...{ database: service.database, secrets: service.secrets, clock: () => service.clock.now },
    ...{
      file: '/dev/null/erasures.jsonl',
      onRemark: assert.fail,
      onProblem: (error) => problems.push(error),
    },
  });
  ledger.follow();
  await ledger.complete();
  await erase(service, await create(service, 'one'));
  await ledger.close();
  assert.match(String(problems[0]), /dev\/null/);
});

it('an older database is erased again before the service answers', async (t) => {
  const service = await start(t);
  const ids = [await create(service, 'one'), await create(service, 'two'), await create(service, 'three')];
  await erase(service, ...ids);
  await openLedger(service).complete();

  // The same entries, received at the same moments, but for the third, whose number was given again.
  const restored = await start(t);
  await newEndpoint(restored);
  await create(restored, 'one');
  await create(restored, 'two');
  restored.clock.now = new Date(restored.clock.now.getTime() + 1);
  await create(restored, 'another', 'Durand');
  const env = envOf(restored);
  writeFileSync(
    ledgerFileOf(restored.config.dataDir),
    `not JSON\n{"installation":"x","kind":"hold"}\n${ledgerLines(service).join('\n')}\n`,
  );
  const { stdout: sick } = await direct(['doctor'], env);
  assert.match(sick, /^bad {3}ledger: 2 lines of .*erasures\.jsonl are undone.*start accueil/m);

  const said = await serveOnce(env);
  assert.match(said, /line 1: .*\n {2}line 2: /);
  assert.match(said, /has lines that this database lacks.*\n2 lines replayed\n(.*\n)*Serving on/);
  assert.deepEqual(namesIn(restored), ['erased', 'erased', 'Durand']);
  const count = (query: string) => number(restored.database, `select count(*) from ${query}`);
  assert.equal(await count('outbox'), 0, 'no site is told twice');
  assert.equal(await count(`audit where action = 'erased' and author = 'accueil'`), 2);
  const { stdout: sound } = await direct(['doctor'], env);
  assert.match(sound, /^warn {2}ledger: 2 lines .* can't be read/m);
  assert.doesNotMatch(await serveOnce(env), /replayed/);
  assert.equal(await count('erasures'), 2);
});

const waiting = { state: 'pending', attempts: 0, next_at: '9999-01-01T00:00:00.000Z' };

it('a sent message is noted, and said to be missing', async (t) => {
  const [service, restored] = [await start(t), await start(t)];
  for (const one of [service, restored]) {
    await signIn(one);
    await insertLetter(one.database, await create(one, 'one'), waiting);
  }
  const ledger = openLedger(service);
  await ledger.complete();
  ledger.follow();
  const now = new Date(service.clock.now.getTime() + 1);
  const sent = { id: 1, destinationId: 0, attempts: 0, verdict: 'delivered', nextAt: null } as const;
  const attempt = { at: now.toISOString(), status: null, ms: 1, failureReason: null, responseExcerpt: '' };
  await service.database.write(completeLetters, { ...sent, ...attempt }, now);
  await ledger.close();
  copyFileSync(positionFileOf(service.config.dataDir), positionFileOf(restored.config.dataDir));
  const said = await serveOnce(envOf(restored));
  assert.match(said, /^ {2}mail 1$/m);
  assert.match(said, /1 messages to persons are given up/);
});

it('an older database is said once to lack decisions, and sends nothing again', async (t) => {
  const [service, restored] = [await start(t), await start(t)];
  for (const one of [service, restored]) await signIn(one);
  const id = await create(restored, 'one');
  service.clock.now = new Date(service.clock.now.getTime() + 1);
  await signIn(service);
  const older = /is older than the one that was here until 2026-03-04T09:00:00\.001Z\./;
  assert.doesNotMatch(await serveOnce(envOf(service)), older);
  copyFileSync(positionFileOf(service.config.dataDir), positionFileOf(restored.config.dataDir));
  for (const [name, writtenAt] of [
    ['of the backup', '2026-03-04T09:00:00.000Z'],
    ['written since', '2026-03-04T09:40:00.000Z'],
  ] as const)
    await insertLetter(restored.database, id, { ...waiting, message_id: name, created_at: writtenAt });
  const env = envOf(restored);
  assert.match((await direct(['doctor'], env)).stdout, older);
  const said = await serveOnce(env);
  assert.match(said, older);
  assert.match(said, /1 messages to persons are given up/);
  assert.deepEqual(inFile(restored, 'select message_id as name, state from letters'), [
    { name: 'of the backup', state: 'failed' },
    { name: 'written since', state: 'pending' },
  ]);
  assert.doesNotMatch(await serveOnce(env), older);
  assert.doesNotMatch((await direct(['doctor'], env)).stdout, older);
});

it('a running service erases again, hourly', async (t) => {
  const service = await start(t);
  const { database, clock } = service;
  const id = await create(service, 'one');
  const ledger = openLedger(service);
  ledger.follow();
  await erase(service, id);
  await ledger.complete();
  const undo = `update entries set restriction = null, fields = '{"lastNameClient":"${person}"}'`;
  // As when a provider puts back some tables below it.
  await execute(database, undo);
  assert.deepEqual(namesIn(service), [person]);
  const log = { info: () => undefined, warn: () => undefined };
  const work = expiryWork({ database, clock: () => clock.now, monotonicClock: () => 0, log, ledger });
  await work(new AbortController().signal);
  assert.deepEqual(namesIn(service), ['erased']);
});
