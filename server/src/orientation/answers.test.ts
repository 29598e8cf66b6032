import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { OrientationResult } from '../contract/orientation.ts';

const noNumber = 'Sans NumeroDemandeOrientationCR, cette demande ne pourra être ni mise à jour ni suivie.';
const oddNumber =
  'NumeroDemandeOrientationCR n’a pas la forme attendue (par exemple « 2026 / 001_002_003 ») ; la demande est acceptée.';
const waiting = 'Sans etablissementId, la demande attend d’être affectée à une résidence.';

onSqlite('what a partner is answered', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  async function send(body: unknown, route = 'orientation') {
    const answer = await service.exchange(`/appli/partner/${route}`, body);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    const result = answer.json<OrientationResult>();
    assert.deepEqual(Object.keys(result), [
      'NumeroDemandeOrientationCR',
      'NumeroDemandeOrientationRES',
      'MessageProblemes',
      'Messagetraitements',
    ]);
    for (const [key, value] of Object.entries(result)) assert.equal(typeof value, 'string', key);
    return result;
  }

  it('an answer is four strings, which say what is missing', async () => {
    const numbered = { NumeroDemandeOrientationCR: '2026 / 001_002_003' };
    for (const [request, problems] of [
      [{ ...numbered, etablissementId: 1 }, ''],
      [{ etablissementId: 1 }, noNumber],
      [{}, `${noNumber} ${waiting}`],
    ] as const) {
      const result = await send(request);
      assert.equal(result.MessageProblemes, problems);
      assert.match(result.NumeroDemandeOrientationRES, /^RES-\d{6,}$/);
      assert.equal(result.Messagetraitements, 'Demande enregistrée.');
      const { NumeroDemandeOrientationCR = '' } = { NumeroDemandeOrientationCR: '', ...request };
      assert.equal(result.NumeroDemandeOrientationCR, NumeroDemandeOrientationCR);
    }
  });

  it('a request without a residence is said to wait, until it has one', async () => {
    const NumeroDemandeOrientationCR = '2026 / 001_002_004';
    assert.equal((await send({ NumeroDemandeOrientationCR })).MessageProblemes, waiting);
    assert.equal((await send({ NumeroDemandeOrientationCR, GirEstime: 'GIR 1' })).MessageProblemes, waiting);
    assert.equal((await send({ NumeroDemandeOrientationCR, GirEstime: 'GIR 1' })).MessageProblemes, waiting);
    assert.equal((await send({ NumeroDemandeOrientationCR, etablissementId: 1 })).MessageProblemes, '');
    assert.equal((await send({ NumeroDemandeOrientationCR, GirEstime: 'GIR 2' })).MessageProblemes, '');
  });

  it('a number of another shape is taken, with a remark', async () => {
    const slashes = ['2026/001_002_003', '2026 / 001_002', '2026 / 001_002_003_004', '2026 / 001-002-003'];
    for (const odd of ['12345', ...slashes, 'A2026 / 001_002_003', 'é'.repeat(255)]) {
      const result = await send({ NumeroDemandeOrientationCR: odd, etablissementId: 1 });
      assert.equal(result.MessageProblemes, oddNumber, odd);
      assert.equal(result.NumeroDemandeOrientationCR, odd);
      const again = await send({ NumeroDemandeOrientationCR: odd, etablissementId: 1, GirEstime: 'GIR 1' });
      assert.equal(again.NumeroDemandeOrientationRES, result.NumeroDemandeOrientationRES);
    }
    for (const usual of ['1 / 2_3_4', '20260304 / 0001_0002_0003']) {
      const result = await send({ NumeroDemandeOrientationCR: usual, etablissementId: 1 });
      assert.equal(result.MessageProblemes, '', usual);
    }
  });

  it('members that nothing reads are named, with what was expected', async () => {
    const result = await send({
      NumeroDemandeOrientationCR: '2026 / 001_002_077',
      etablissementId: 1,
      Contact: { Nom: 'Martin', Fax: '02 61 91 12 34' },
      'Contact/Prenom': 'Claire',
    });
    assert.equal(
      result.MessageProblemes,
      'Champs inconnus, montrés tels quels à la résidence : Contact.Fax, Contact.Nom (« Contact / Nom » attendu), Contact/Prenom (« Contact / Prenom » attendu).',
    );
  });

  it('our number is unique, and stays the same through updates and follow-ups', async () => {
    const numbers = new Map<string, string>();
    for (let n = 0; n < 3; n++) {
      const NumeroDemandeOrientationCR = `2027 / ${n}_1_1`;
      const { NumeroDemandeOrientationRES } = await send({ NumeroDemandeOrientationCR, etablissementId: 1 });
      numbers.set(NumeroDemandeOrientationCR, NumeroDemandeOrientationRES);
    }
    assert.equal(new Set(numbers.values()).size, 3);
    for (const [NumeroDemandeOrientationCR, ours] of numbers) {
      const update = await send({ NumeroDemandeOrientationCR, etablissementId: 3, GirEstime: 'GIR 1' });
      const followUp = await send({ NumeroDemandeOrientationCR, State: 'Conclu' }, 'suivi');
      assert.equal(update.NumeroDemandeOrientationRES, ours);
      assert.equal(followUp.NumeroDemandeOrientationRES, ours);
    }
  });
});
