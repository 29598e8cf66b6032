import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { entryOf } from '../../test/fixtures/orientation-rows.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { OrientationResult } from '../contract/orientation.ts';

interface Line {
  readonly detail: { readonly state?: string };
}

const kib = 1024;
/** Fields of some 230 KiB, under other names each time. */
const large = (n: number) =>
  Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`champ ${n} ${i}`, `${n}`.repeat(18_000)]));

onSqlite('an orientation that grows', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  async function send(path: 'orientation' | 'suivi', numero: string, body: Record<string, unknown> = {}) {
    return ok<OrientationResult>(
      service.exchange(`/appli/partner/${path}`, {
        NumeroDemandeOrientationCR: numero,
        ...body,
      }),
    );
  }
  async function storedMessage(numero: string) {
    const [stored] = await rows<{ message: string }>(
      service.database,
      `select message from orientations where numero = '${numero}'`,
    );
    assert.ok(stored);
    const { '': unnamed = {}, ...named } = JSON.parse(stored.message);
    return {
      bytes: Buffer.byteLength(stored.message),
      fields: Object.keys(named).length + Object.keys(unnamed).length,
    };
  }

  it('an orientation stays under 256 KiB, and tells what no longer fitted', async () => {
    const numero = '2026 / 500_000_001';
    await send('orientation', numero, { etablissementId: 1, 'Contact / Nom': 'Martin' });
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await send('orientation', numero, large(n)));
    const { bytes } = await storedMessage(numero);
    assert.ok(bytes > 128 * kib && bytes <= 256 * kib, `${bytes} bytes`);
    assert.equal(answers[0]?.MessageProblemes.includes('taille maximale'), true, 'the reserve is kept');
    const { MessageProblemes, Messagetraitements } = await send('orientation', numero, large(9));
    assert.match(
      MessageProblemes,
      / La demande a atteint sa taille maximale \(256 Kio, 500 champs\) ; sans effet dans cette mise à jour : champ 9 0, .* et 8 de plus\.$/,
    );
    assert.equal(Messagetraitements, 'Rien n’a changé.');
    assert.ok(Buffer.byteLength((await entryOf(service, numero)).extra?.toString() ?? '') <= 256 * kib);

    // Fields that matter to the family still fit, and so do smaller values of existing fields.
    const last = await send('orientation', numero, {
      'Contact / Mobile': '+33639980555',
      'champ 0 0': 'court',
    });
    assert.equal(last.MessageProblemes.includes('taille maximale'), false);
    assert.equal(last.Messagetraitements, 'Demande mise à jour.');
    const { relations, extra } = await entryOf(service, numero);
    assert.equal(relations[0]?.cellphone, '+33639980555');
    assert.equal(extra?.['champ 0 0'], 'court');
  });

  it('an orientation stays under 500 fields, those of the contract among them', async () => {
    const numero = '2026 / 500_000_002';
    await send('orientation', numero, { etablissementId: 1 });
    for (let n = 0; n < 3; n++) {
      const fields = Array.from({ length: 250 }, (_, i) => [`champ ${n} ${i}`, n]);
      await send('orientation', numero, Object.fromEntries(fields));
    }
    const { fields } = await storedMessage(numero);
    assert.ok(fields > 400 && fields < 500, `${fields} fields`);
    const { MessageProblemes } = await send('orientation', numero, {
      'PersonneAgee / Nom': 'Petit',
      ['x'.repeat(5_000)]: 1,
    });
    assert.match(MessageProblemes, /mise à jour : x{60}\.$/);
    assert.equal((await entryOf(service, numero)).fields.lastNameClient, 'Petit');
  });

  it('an orientation’s page stays the same size, its history comes page by page', async () => {
    const numero = '2026 / 500_000_003';
    const desk = await signIn(service);
    await send('orientation', numero, { etablissementId: 1 });
    const { id } = await entryOf(service, numero);
    const page = async () => (await desk.get(`/desk/entries/${id}`)).body;
    for (let n = 100; n < 160; n++) await send('suivi', numero, { State: `état ${n}` });
    const size = (await page()).length;
    for (let n = 160; n < 220; n++) await send('suivi', numero, { State: `état ${n}` });
    assert.ok(Math.abs((await page()).length - size) < 100);
    const parts = await historyOf(desk, id);
    assert.deepEqual(
      parts.map(({ lines }) => lines.length),
      [50, 50, 20],
    );
    assert.deepEqual(
      parts.flatMap(({ lines }) => lines.map(({ detail }) => detail.state)),
      Array.from({ length: 120 }, (_, i) => `état ${219 - i}`),
    );
  });

  it('an orientation’s page is some hundred KiB where lines of its history are long', async () => {
    const numero = '2026 / 500_000_004';
    const desk = await signIn(service);
    await send('orientation', numero, { etablissementId: 1 });
    const { id } = await entryOf(service, numero);
    const short = Object.fromEntries(Object.keys(large(0)).map((name) => [name, 1]));
    for (let n = 0; n < 5; n++) {
      await send('orientation', numero, large(0));
      await send('orientation', numero, short);
    }
    const [first, ...older] = await historyOf(desk, id);
    assert.ok(first !== undefined && first.length < 1_600 * kib && older.length > 1);
    for (const { length } of older) assert.ok(length < 600 * kib, `${length} bytes`);
    const shown = [first, ...older].reduce((sum, { lines }) => sum + lines.length, 0);
    assert.equal(shown, (await entryOf(service, numero)).history.length);
  });

  /** The parts in which a user reads the history, the page first: their lines, and the length of the answer. */
  async function historyOf(desk: Desk, id: number) {
    const entry = await desk.get(`/desk/entries/${id}`);
    const { history, historyNext } = entry.json<{ history: Line[]; historyNext: number | null }>();
    const parts = [{ lines: history, length: entry.body.length }];
    for (let before = historyNext; before !== null; ) {
      const answer = await desk.get(`/desk/entries/${id}/history?before=${before}`);
      const { data, next } = answer.json<{ data: Line[]; next: number | null }>();
      parts.push({ lines: data, length: answer.body.length });
      before = next;
    }
    return parts;
  }
});
