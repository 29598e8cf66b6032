// A service that is killed while it erases many entries.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  password,
  type ServiceProcess,
  secretKey,
  startProcess,
} from '../../../tools/harness/service-process.ts';
import { recountContacts } from '../../src/entries/funnel/recount-contacts.ts';
import { openDatabase } from '../../src/store/open.ts';
import { assertWhole } from '../fixtures/erased.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { newRequest } from '../fixtures/privacy.ts';
import { number, rows } from '../fixtures/rows.ts';

const count = 60;
const canary = 'Quemener';
const login = { email: 'admin@example.org', password: 'une phrase que personne ne devine' };

/** Sends a request of a signed-in user. */
async function signInAt({ url }: ServiceProcess) {
  const json = { origin: url, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/desk/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(login),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { csrfToken }: { csrfToken: string } = JSON.parse(await answer.text());
  const headers = { ...json, cookie, 'x-csrf-token': csrfToken };
  return async <T>(path: string, body: object, method = 'POST'): Promise<T> => {
    const reply = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    assert.equal(reply.status, 200, await reply.clone().text());
    return JSON.parse(await reply.text());
  };
}

describe('a service that is killed while it erases', () => {
  it('leaves each entry erased or as it was, and goes on at its next start', {
    timeout: 120_000,
  }, async (t) => {
    const folder = folderFor(t);
    const env = { DATA_DIR: folder, FIRST_ADMIN: `${login.email}:${login.password}` };
    const start = () => startProcess({ env, signal: t.signal });
    const file = join(folder, 'accueil.db');

    let service = await start();
    const post = await signInAt(service);
    await post('/desk/callers/1/endpoints', { url: 'https://hooks.example.org/' });
    const entryIds: number[] = [];
    for (let i = 0; i < count; i++) {
      const body = {
        customId: `k-${i}`,
        lastNameClient: canary,
        phoneClient: '06 39 98 12 34',
        comment: canary,
      };
      const created = await fetch(
        `${service.url}/fr/etablissement/3/commercial/create?password=${password}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      );
      assert.equal(created.status, 200);
      entryIds.push(i + 1);
    }
    const subjects = entryIds.map((entryId) => ({ entryId }));
    const { digest } = await post<{ digest: string }>('/desk/privacy/erasures/plan', { subjects });
    const { id: requestId } = await post<{ id: number }>('/desk/privacy/requests', newRequest);
    const entries = entryIds.map((entryId) => ({ entryId, people: ['entry'] }));
    await post(`/desk/privacy/requests/${requestId}/entries`, { entries });
    await post(
      `/desk/privacy/requests/${requestId}`,
      { identityKind: 'called-back', identityCheck: 'Rappelée' },
      'PATCH',
    );
    const asked = { subjects, digest, word: 'EFFACER', requestId };

    const answered = await post('/desk/privacy/erasures', asked);
    assert.deepEqual(answered, { pending: count, alreadyErased: 0 });
    service.kill('SIGKILL');
    await service.ended;
    assert.equal(await erasedIn(file, entryIds), 0);
    const writer = new DatabaseSync(file);
    writer.exec('update pending_erasures set due_at = decided_at');
    writer.close();

    let before = 0;
    for (const goal of [3, 17, 42, count]) {
      // The work of each hour is done at the start too.
      service = await start();
      const reader = new DatabaseSync(file, { readOnly: true });
      const erased = reader.prepare('select count(*) as n from erasures');
      while (Number(erased.get()?.n) < goal) await setImmediate();
      service.kill('SIGKILL');
      reader.close();
      await service.ended;
      const now = await erasedIn(file, entryIds);
      assert.ok(now >= goal && now > before, `${now} of ${count}`);
      before = now;
    }
    assert.equal(before, count);
  });
});

/** How many entries are erased, each of them whole. */
async function erasedIn(file: string, entryIds: readonly number[]): Promise<number> {
  const database = await openDatabase({
    location: { engine: 'sqlite', file },
    poolSize: 1,
    secretKey,
    now: new Date(),
    onProblem: () => undefined,
  });
  try {
    let erased = 0;
    for (const id of entryIds) if (await assertWhole(database, id, canary)) erased++;
    assert.deepEqual(await recountContacts(database.read), []);
    const told = await number(database, "select count(*) from outbox where event = 'erased'");
    assert.equal(told, erased);
    assert.deepEqual(await rows(database, 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
    return erased;
  } finally {
    await database.close();
  }
}
