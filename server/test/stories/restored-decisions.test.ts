// What was decided about persons since a backup is still so after its restore.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { restored } from '../../src/commands/keep-decisions.ts';
import { tables } from '../../src/store/tables.ts';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct } from '../fixtures/command-line.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { correctWithoutTrace, erase, hold, openOfficer } from '../fixtures/privacy.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { startService, type TestService } from '../fixtures/service.ts';

async function start(t: TestContext, env: Record<string, string> = {}): Promise<TestService> {
  const service = await startService('sqlite', { LOG_LEVEL: 'silent', ...env });
  t.after(() => service.close());
  return service;
}

function backupIn(t: TestContext): (name: string) => string {
  const folder = folderFor(t);
  return (name) => join(folder, name);
}

const request = (officer: Desk, person: string) =>
  ok<{ id: number }>(
    officer.post('/desk/privacy/requests', {
      ...{ kind: 'access', asker: 'self', person, receivedOn: '2026-03-04', channel: 'phone' },
    }),
  );
const object = (officer: Desk, phone: string) =>
  ok<{ ids: number[] }>(officer.post('/desk/privacy/objections', { phone }));

/** What an officer sees of all that was decided. */
async function decisions(service: TestService) {
  const officer = await openOfficer(service);
  const list = async (path: string) => (await officer.get(`/desk/privacy/${path}`)).json().data;
  const staff = await signIn(service);
  const shown = async (id: number) => (await staff.get(`/desk/entries/${id}`)).statusCode;
  return {
    requests: (await list('requests')).map(({ person }: { person: string }) => person).sort(),
    objections: (await list('objections')).length,
    holds: (await list('holds')).map(({ entryId }: { entryId: number }) => entryId).sort(),
    shown: [await shown(1), await shown(2), await shown(3)],
    rules: await rows(service.database, 'select name, days from retention_rules order by name'),
    trail: await number(
      service.database,
      `select count(*) from audit where subject in ('hold', 'objection')`,
    ),
  };
}

/** Closes a service, so that another one may be opened on what was put in its place. */
async function restore(t: TestContext, service: TestService, backup: string) {
  const { dataDir } = service.config;
  const { code, stdout, stderr } = await direct(['restore', backup], { DATA_DIR: dataDir });
  assert.equal(code, 0, stderr);
  return { stdout, stderr, after: await start(t, { DATA_DIR: dataDir }) };
}

describe('a restore', () => {
  it('the list of what a restore keeps has a line for every table', () => {
    assert.deepEqual(Object.keys(restored).sort(), Object.keys(tables).sort());
  });

  it('a restore keeps requests, objections, limitations, holds, rules and the trail', async (t) => {
    const backup = backupIn(t);
    const service = await start(t);
    const officer = await openOfficer(service);
    const env = { DATA_DIR: service.config.dataDir };
    for (const customId of ['one', 'two', 'three', 'four'])
      await send(service, customId, {
        ...{ lastNameClient: 'Avant', phoneClient: '06 39 98 55 55', comment: 'Avant', unnamed: 'Avant' },
        commercialrelations: [{ lastName: 'Avant', email: 'avant@example.org' }],
        commercialactions: [{ date: '2026-03-02', comment: 'Avant' }],
      });
    await execute(service.database, `insert into retention_rules (name, days) values ('spam', 60)`);
    const until = await hold(officer, 2, 'limitation');
    const [ended] = (await object(officer, '06 39 98 11 11')).ids;
    const sleep = { until: '2026-04-01', reason: 'Avant' };
    await ok((await signIn(service)).post('/desk/entries/3/sleep', { sleep }));
    await request(officer, 'Before');
    await answerOf(['backup', backup('b.db')], env);

    await ok(officer.post(`/desk/privacy/holds/${until}/end`));
    await ok(correctWithoutTrace(officer, 3, { asleepReason: 'Après' }));
    await hold(officer, 1, 'limitation');
    await hold(officer, 3, 'hold');
    await ok(officer.post(`/desk/privacy/objections/${ended}/end`));
    await object(officer, '06 39 98 22 22');
    await object(officer, '06 39 98 33 33');
    for (const id of [3, 4]) await ok(officer.patch(`/desk/privacy/entries/${id}`, { comment: 'Après' }));
    await erase(officer, 4);
    const { id: last } = await request(officer, 'Since');
    await execute(service.database, 'update retention_rules set days = 30');
    const before = await decisions(service);
    assert.deepEqual(before.shown, [404, 200, 200]);

    const { stdout, stderr, after } = await restore(t, service, backup('b.db'));
    assert.deepEqual(await decisions(after), before);
    assert.match(stdout, /^Requests of persons, objections, .* are still those of before\.$/m);
    assert.match(stdout, /^Corrected since .* to be corrected again: entries 3\.$/m);
    assert.doesNotMatch(stderr, /lost/);
    // The correction without trace among them.
    assert.match(stdout, /^2 erasures made since/m);
    assert.equal((await request(await openOfficer(after), 'Next')).id, last + 1);
  });

  it('a restore names the users that were added since, who have no account any more', async (t) => {
    const backup = backupIn(t);
    const service = await start(t);
    const before = await openOfficer(service);
    const env = { DATA_DIR: service.config.dataDir };
    for (const customId of ['one', 'two']) await send(service, customId);
    await answerOf(['backup', backup('b.db')], env);

    const added = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Anne Arrivée');
    await hold(added, 1, 'hold');
    await ok(before.post(`/desk/privacy/holds/${await hold(before, 2, 'hold')}/end`));
    await ok(added.post(`/desk/privacy/holds/${await hold(before, 2, 'hold')}/end`));
    await execute(
      service.database,
      `insert into retention_rules (name, days, confirmed_by) values ('ip', 30, 'user:${added.userId}'), ('spam', 30, 'user:${before.userId}')`,
    );

    const { database } = (await restore(t, service, backup('b.db'))).after;
    const known = `user:${before.userId}`;
    assert.deepEqual(await rows(database, 'select author, ended_by from holds order by id'), [
      { author: 'Anne Arrivée', ended_by: null },
      { author: known, ended_by: known },
      { author: known, ended_by: 'Anne Arrivée' },
    ]);
    assert.deepEqual(await rows(database, 'select confirmed_by from retention_rules order by name'), [
      { confirmed_by: added.email },
      { confirmed_by: known },
    ]);
  });

  it('a restore of a newer backup loses nothing that the backup knows', async (t) => {
    const backup = backupIn(t);
    const service = await start(t);
    const officer = await openOfficer(service);
    const env = { DATA_DIR: service.config.dataDir };
    for (const customId of ['one', 'two', 'three']) await send(service, customId);
    await answerOf(['backup', backup('monday.db')], env);
    await request(officer, 'Tuesday');
    await hold(officer, 1, 'limitation');
    const tuesday = await decisions(service);
    await answerOf(['backup', backup('tuesday.db')], env);
    // Monday's by mistake, and what happened until it was noticed.
    rmSync(join(service.config.dataDir, 'accueil.db'));
    const monday = await restore(t, service, backup('monday.db'));
    assert.match(monday.stderr, /is lost: the database of before is not there/);
    await object(await openOfficer(monday.after), '06 39 98 44 44');
    const { stderr, after } = await restore(t, monday.after, backup('tuesday.db'));
    assert.match(
      stderr,
      /is lost, but for objections: the database of before is no later state of this backup/,
    );
    assert.deepEqual(await decisions(after), { ...tuesday, objections: 2 });
  });
});
