import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { entryOf } from '../../test/fixtures/orientation-rows.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { OrientationResult } from '../contract/orientation.ts';

interface Line {
  readonly at: string;
  readonly change: string;
  readonly detail: { readonly state?: string };
}

const kib = 1024;
/** Fields of some 230 KiB, under other names each time. */
const large = (n: number) =>
  Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`champ ${n} ${i}`, `${n}`.repeat(18_000)]));

onSqlite('an orientation that is updated again and again', (engine) => {
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

  it('stays under 256 KiB, and tells what no longer fitted', async () => {
    const numero = '2026 / 500_000_001';
    await send('orientation', numero, { etablissementId: 1, 'Contact / Nom': 'Martin' });
    const answers = [];
    for (let n = 0; n < 8; n++) answers.push(await send('orientation', numero, large(n)));
    const { bytes } = await storedMessage(numero);
    assert.ok(bytes > 128 * kib && bytes <= 256 * kib, `${bytes} bytes`);
    assert.equal(answers[0]?.MessageProblemes.includes('taille maximale'), true, 'the reserve is kept');
    const { MessageProblemes, Messagetraitements } = await send('orientation', numero, large(9));
    assert.match(
      MessageProblemes,
      /^La demande a atteint sa taille maximale \(256 Kio, 500 champs\) ; sans effet dans cette mise à jour : champ 9 0, .* et 8 de plus\.$/,
    );
    assert.equal(Messagetraitements, 'Rien n’a changé.');
    assert.ok(Buffer.byteLength((await entryOf(service, numero)).extra?.toString() ?? '') <= 256 * kib);

    // Fields that matter to the family still fit, and so do smaller values of existing fields.
    const last = await send('orientation', numero, {
      'Contact / Mobile': '+33639980555',
      'champ 0 0': 'court',
    });
    assert.deepEqual([last.MessageProblemes, last.Messagetraitements], ['', 'Demande mise à jour.']);
    const { relations, extra } = await entryOf(service, numero);
    assert.equal(relations[0]?.cellphone, '+33639980555');
    assert.equal(extra?.['champ 0 0'], 'court');
  });

  it('stays under 500 fields, those of the contract among them', async () => {
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

  it('has a page of the same size, and a history page by page', async () => {
    const numero = '2026 / 500_000_003';
    const desk = await signIn(service);
    await send('orientation', numero, { etablissementId: 1 });
    const { id } = await entryOf(service, numero);
    const page = async () => (await desk.get(`/desk/entries/${id}`)).body;
    for (let n = 1; n <= 120; n++) await send('suivi', numero, { State: `état ${n}` });
    const size = (await page()).length;
    for (let n = 121; n <= 180; n++) await send('suivi', numero, { State: `état ${n}` });
    assert.ok(Math.abs((await page()).length - size) < 100);

    const { history, historyNext } = JSON.parse(await page()) as {
      history: Line[];
      historyNext: number | null;
    };
    const sizes = [history.length];
    const lines = history;
    for (let next = historyNext; next !== null; ) {
      const older = await ok<{ data: Line[]; next: number | null }>(
        desk.get(`/desk/entries/${id}/history?before=${next}`),
      );
      sizes.push(older.data.length);
      lines.push(...older.data);
      next = older.next;
    }
    assert.deepEqual(sizes, [50, 50, 50, 30]);
    assert.deepEqual(
      lines.map(({ detail }) => detail.state),
      Array.from({ length: 180 }, (_, i) => `état ${180 - i}`),
    );
  });

  it('has a page of at most some hundred KiB where each line is long', async () => {
    const numero = '2026 / 500_000_004';
    const desk = await signIn(service);
    await send('orientation', numero, { etablissementId: 1 });
    const { id } = await entryOf(service, numero);
    for (let n = 0; n < 12; n++) {
      await send('orientation', numero, { ...large(0), 'champ 0 0': `${n} `.repeat(6_000) });
      await send('orientation', numero, Object.fromEntries(Object.keys(large(0)).map((name) => [name, n])));
    }
    const entry = await desk.get(`/desk/entries/${id}`);
    assert.ok(entry.body.length < 1_600 * kib, `${entry.body.length} bytes`);
    let shown = entry.json<{ history: Line[] }>().history.length;
    for (let next = entry.json<{ historyNext: number | null }>().historyNext; next !== null; ) {
      const answer = await desk.get(`/desk/entries/${id}/history?before=${next}`);
      assert.ok(answer.body.length < 600 * kib, `${answer.body.length} bytes`);
      const older = answer.json<{ data: Line[]; next: number | null }>();
      shown += older.data.length;
      next = older.next;
    }
    assert.equal(shown, (await entryOf(service, numero)).history.length);
  });
});
