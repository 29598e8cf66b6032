import assert from 'node:assert/strict';
import { it } from 'node:test';
import { answerOf, direct, refusal } from '../fixtures/command-line.ts';
import { send } from '../fixtures/entry-events.ts';
import { hold, openOfficer } from '../fixtures/privacy.ts';
import { rows } from '../fixtures/rows.ts';
import { onBothEngines, startService } from '../fixtures/service.ts';

onBothEngines('accueil privacy erase', (engine) => {
  it('shows what it would erase, erases it, and counts what was erased before', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database: location } = service.config;
    const env: Record<string, string> =
      location.engine === 'postgres' ? { DATABASE_URL: location.url } : { DATA_DIR: service.config.dataDir };
    const [one, two, held] = [await send(service, 'a'), await send(service, 'b'), await send(service, 'c')];
    await hold(await openOfficer(service), held, 'hold');
    const ids = [String(one), String(two)];

    const plan = await answerOf<{ plans: { entryId: number; erased: boolean }[]; dryRun: boolean }>(
      ['privacy', 'erase', ...ids, '--dry-run'],
      env,
    );
    assert.deepEqual([plan.plans.map(({ entryId }) => entryId), plan.dryRun], [[one, two], true]);
    const restricted = 'select id from entries where restriction is not null order by id';
    assert.deepEqual(await rows(service.database, restricted), []);

    await refusal(['privacy', 'erase', ...ids, String(held)], env, /held until 2026-12-31: Litige en cours/);
    await refusal(['privacy', 'erase', '999999'], env, /no entry has the id 999999/);
    const tooMany = Array.from({ length: 201 }, (_, i) => String(i + 1));
    await refusal(['privacy', 'erase', ...tooMany], env, /at most 200/);
    assert.deepEqual(await rows(service.database, restricted), []);

    const erase = ['privacy', 'erase', ...ids];
    assert.deepEqual(await answerOf(erase, env), { erased: 2, alreadyErased: 0, dryRun: false });
    assert.deepEqual(await answerOf(erase, env), { erased: 0, alreadyErased: 2, dryRun: false });
    assert.deepEqual(await rows(service.database, restricted), [{ id: one }, { id: two }]);
    const audited = `select author, subject_id from audit where action = 'erased' order by id`;
    assert.deepEqual(await rows(service.database, audited), [
      { author: 'command line', subject_id: one },
      { author: 'command line', subject_id: two },
    ]);
    const { code } = await direct(['privacy', 'erase'], env);
    assert.equal(code, 1);
  });
});
