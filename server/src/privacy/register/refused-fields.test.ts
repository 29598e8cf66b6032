import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, send } from '../../../test/fixtures/entry-events.ts';
import { number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, startService } from '../../../test/fixtures/service.ts';
import { tables } from '../../store/tables.ts';
import { purgeFields } from './purge-fields.ts';
import type { Register } from './schema.ts';

const canary = 'canariblanc';
const going = new AbortController().signal;

onOneEngine('an unnamed field that is refused', (engine) => {
  it('a refused field is removed everywhere, then dropped until it is accepted again', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    await addEndpoint(service);
    const desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    const { database, clock } = service;
    const later = (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    };
    const purge = async (signal = going) => {
      await purgeFields(database, clock.now, signal);
    };
    /** Where the value is. */
    const found = async () => {
      const all = await Promise.all(
        Object.keys(tables).map(
          async (table) => [table, await rows(database, `select * from "${table}"`)] as const,
        ),
      );
      return all.flatMap(([table, of]) =>
        of.flatMap((row) => (JSON.stringify(row).includes(canary) ? [table] : [])),
      );
    };
    const body = {
      lastNameClient: 'Reste',
      NIR: canary,
      reste: 'NIR',
      payeurs: [{ nom: 'Reste', suite: { NIR: canary } }],
      commercialrelations: [{ lastName: 'Reste', NIR: canary }],
      commercialactions: [{ comment: 'Reste', NIR: canary }],
    };
    const first = await send(service, 'first', body);
    const held = await send(service, 'held', { NIR: canary });
    await send(service, 'other', { nirClient: 'Reste' });
    const orientation = { NumeroDemandeOrientationCR: '1 / 1', etablissementId: 3, NIR: canary };
    await ok(service.exchange('/appli/partner/orientation', orientation));
    await ok(service.exchange('/appli/partner/orientation', { ...orientation, NIR: `${canary} 2` }));
    const suivi = { NumeroDemandeOrientationCR: '1 / 1', State: 'Reste', NIR: canary };
    await ok(service.exchange('/appli/partner/suivi', suivi));
    await ok(desk.patch(`/desk/privacy/entries/${first}`, { extra: { NIR: `${canary} 3` } }));
    const hold = { kind: 'hold', reason: 'Litige', until: '2026-04-01' };
    const { id: holdId } = await ok<{ id: number }>(desk.post(`/desk/privacy/entries/${held}/holds`, hold));
    assert.ok(!(await found()).includes('outbox'), 'sites are told no unnamed field');

    const path = '/desk/privacy/refused-fields';
    assert.deepEqual(await ok(desk.get(`${path}/preview?name=NIR`)), { entries: 3, held: 1 });
    const refuse = (name: string, confirm = name) => desk.post(path, { name, confirm });
    assertFailure(await refuse('NIR', 'nir'), 400, 'INVALID', /^confirm:/);
    for (const named of ['phoneClient', 'comment', 'changes', 'via', 'stayed', 'laterDateContact'])
      assertFailure(await refuse(named), 400, 'INVALID', /^name:/);
    const { id } = await ok<{ id: number }>(refuse('NIR'));
    assert.deepEqual(await lastAct(service, desk), [`added register ${id}`, { name: 'refused-field' }]);
    assert.deepEqual(await ok(refuse('NIR')), { id });

    await purge();
    assert.equal(
      (await ok<Register>(desk.get('/desk/privacy/register'))).refusedFields[0]?.purgedAt,
      null,
      'requests in flight may still store it',
    );
    later(60_000);
    await purge(AbortSignal.abort());
    await purge();
    assert.deepEqual(await found(), ['entries'], 'only the entry that is held');
    const [stored] = await rows<{ extra: string }>(database, `select extra from entries where id = ${first}`);
    assert.deepEqual(JSON.parse(stored?.extra ?? ''), {
      payeurs: [{ nom: 'Reste', suite: {} }],
      reste: 'NIR',
    });
    const listed = (await ok<Register>(desk.get('/desk/privacy/register'))).refusedFields;
    assert.deepEqual(listed, [
      {
        id,
        name: 'NIR',
        author: listed[0]?.author,
        refusedAt: '2026-03-04T09:00:00.000Z',
        purged: 2,
        purgedAt: '2026-03-04T09:01:00.000Z',
      },
    ]);

    await ok(desk.post(`/desk/privacy/holds/${holdId}/end`, {}));
    await purge();
    assert.deepEqual(await found(), []);

    const entries = () => number(database, 'select count(*) from entries');
    const before = await entries();
    await send(service, 'first', body);
    assert.equal(await entries(), before, 'what was sent before is recognized');
    const fresh = await send(service, 'fresh', body);
    const form = await send(
      service,
      'form',
      { NIR: canary, reste: 'Reste' },
      'etablissement/3/survey/create',
    );
    await ok(
      service.exchange('/appli/partner/orientation', { ...orientation, NIR: `${canary} 4`, autre: 'Reste' }),
    );
    await ok(service.exchange('/appli/partner/suivi', suivi));
    assert.deepEqual(await found(), []);
    const kept = await rows<{ extra: string }>(
      database,
      `select extra from entries where id in (${fresh}, ${form}) order by id`,
    );
    assert.deepEqual(
      kept.map(({ extra }) => JSON.parse(extra)),
      [{ payeurs: [{ nom: 'Reste', suite: {} }], reste: 'NIR' }, { reste: 'Reste' }],
    );

    await ok(desk.post(`${path}/${id}/end`, {}));
    assertFailure(await desk.post(`${path}/${id}/end`, {}), 404, 'NOTFOUND', /no refused field/);
    await send(service, 'again', { NIR: canary });
    assert.deepEqual(await found(), ['entries']);
  });
});
