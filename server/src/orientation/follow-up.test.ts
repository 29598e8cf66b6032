import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { entriesOf, entryOf } from '../../test/fixtures/orientation-rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';

onSqlite('follow-ups of an orientation', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const followUp = (body: unknown, query = '') => service.exchange(`/appli/partner/suivi${query}`, body);
  async function request(numero: string, query = '') {
    return (
      await ok<Record<string, string>>(
        service.exchange(`/appli/partner/orientation${query}`, {
          NumeroDemandeOrientationCR: numero,
          etablissementId: 1,
        }),
      )
    ).NumeroDemandeOrientationRES;
  }

  it('a follow-up goes into the history, flags the entry, and changes nothing else', async () => {
    const numero = '2026 / 100_000_001';
    const ours = await request(numero);
    const before = await entryOf(service, numero);
    service.clock.now = new Date('2026-03-06T08:00:00.000Z');
    const answer = await followUp({
      NumeroDemandeOrientationCR: numero,
      State: 'Conclu',
      Reason: 'La famille a choisi un maintien à domicile.',
      Conseiller: { nom: 'Roux' },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json(), {
      NumeroDemandeOrientationCR: numero,
      NumeroDemandeOrientationRES: ours,
      MessageProblemes: '',
      Messagetraitements: 'Suivi enregistré : Conclu.',
    });
    assert.deepEqual(await entryOf(service, numero), {
      ...before,
      flagged: 1,
      // Retention counts anew: the partner has written.
      renewed_on: '2026-03-06',
      history: [
        {
          at: '2026-03-06T08:00:00.000Z',
          author: 'partner:partner',
          change: 'followup',
          detail: {
            state: 'Conclu',
            reason: 'La famille a choisi un maintien à domicile.',
            extra: { Conseiller: { nom: 'Roux' } },
          },
        },
      ],
    });
    assert.equal(before.resultat, null, 'a follow-up never sets the result');
    const again = await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: numero,
      etablissementId: 1,
    });
    assert.match(again.json().Messagetraitements, /rien n’a changé/);
  });

  it('a follow-up carries any state, or none, each time a line of the history', async () => {
    const numero = '2026 / 100_000_002';
    await request(numero);
    const states = ['Visite prévue', 'x'.repeat(255), undefined];
    for (const State of states) {
      const answer = await followUp({ NumeroDemandeOrientationCR: numero, State });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(
        answer.json().MessageProblemes,
        State === undefined ? 'Aucun état (State) n’a été reçu.' : '',
      );
    }
    const { history } = await entryOf(service, numero);
    assert.deepEqual(
      history.map(({ detail }) => detail.state),
      ['Visite prévue', 'x'.repeat(255), null],
    );
    const tooLong = await followUp({ NumeroDemandeOrientationCR: numero, State: 'x'.repeat(256) });
    assert.equal(tooLong.statusCode, 400);
    assert.match(tooLong.json().error, /State/);
  });

  it('a follow-up without a number is refused, with an unknown one not found', async () => {
    for (const body of [{}, { State: 'Conclu' }, { NumeroDemandeOrientationCR: '' }]) {
      const answer = await followUp(body);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.json().error, /NumeroDemandeOrientationCR/);
    }
    const unknown = await followUp({ NumeroDemandeOrientationCR: '2026 / 999_999_999', State: 'Conclu' });
    assert.equal(unknown.statusCode, 404);
    assert.deepEqual(Object.keys(unknown.json()), ['error']);
    assert.match(unknown.json().error, /NumeroDemandeOrientationCR/);
  });

  it('follow-ups in test mode find test requests alone, real ones real requests', async () => {
    const test = '2026 / 100_000_003';
    await request(test, '?test=1');
    assert.equal((await followUp({ NumeroDemandeOrientationCR: test, State: 'Conclu' })).statusCode, 404);
    const inTest = await followUp({ NumeroDemandeOrientationCR: test, State: 'Conclu' }, '?test=1');
    assert.equal(inTest.statusCode, 200);
    assert.match(inTest.json().Messagetraitements, /^Suivi enregistré : Conclu\. Mode test/);

    const real = '2026 / 100_000_004';
    await request(real);
    const answer = await followUp({ NumeroDemandeOrientationCR: real, State: 'Conclu' }, '?test=1');
    assert.equal(answer.statusCode, 404);
    assert.deepEqual((await entriesOf(service, real))[0]?.history, []);
  });
});
