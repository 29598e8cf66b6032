import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signIn } from '../../test/fixtures/desk.ts';
import { number, rows } from '../../test/fixtures/rows.ts';
import { startService, type TestService } from '../../test/fixtures/service.ts';
import { idsOfBlocks } from '../../test/fixtures/today.ts';
import { secretsOf } from '../secrets.ts';
import { demoUsers } from './accounts.ts';
import { fillDemo } from './fill.ts';

/** Fills the demo of a service that begins at this time. */
async function filled(time: string): Promise<TestService> {
  const service = await startService('sqlite');
  service.clock.now = new Date(time);
  assert.equal(await fill(service), true);
  return service;
}
const fill = ({ database, clock }: TestService) =>
  fillDemo(database, { secrets: secretsOf('any'), now: clock.now });

/** It is filled once, oldest first, with nothing done ahead; each residence with a user of its own has a full day. */
async function assertFilled(service: TestService): Promise<void> {
  const { database, clock } = service;
  const now = clock.now.toISOString();
  assert.equal(await fill(service), false);
  const received = await rows<{ at: string }>(database, 'select received_at as at from entries order by id');
  const times = received.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted());
  assert.ok((times.at(-1) ?? '') <= now);
  assert.equal(await number(database, `select count(*) from history where at > '${now}'`), 0);
  for (const { email, grants } of demoUsers) {
    if (grants.every(({ establishmentId }) => establishmentId === null)) continue;
    const blocks = await idsOfBlocks(await signIn(service, grants, `Collègue de ${email}`));
    for (const name of ['to-call', 'appointments', 'late', 'unplanned', 'orientations'])
      assert.ok((blocks[name] ?? []).length > 0, `${email}: ${name} of ${Object.keys(blocks)}`);
  }
}

describe('a demo', () => {
  const morning = '2026-03-04T09:00:00.000Z';
  let service: TestService;
  const count = (condition: string) =>
    number(service.database, `select count(*) from entries where ${condition}`);
  before(async () => {
    service = await filled(morning);
  });
  after(() => service.close());

  it('a demo is filled once, with nothing done ahead, and full days', () => assertFilled(service));

  it('so is one that begins in the night in which a Monday begins in Paris', async () => {
    const other = await filled('2026-11-22T23:05:00.000Z');
    await assertFilled(other);
    await other.close();
  });

  it('the same moment gives the same demo', async () => {
    const other = await filled(morning);
    const found = ({ database }: TestService) =>
      rows(database, 'select received_at, fields, resultat from entries order by id');
    assert.deepEqual(await found(other), await found(service));
    await other.close();
  });

  it('leads of the demo have come as far as those of the field', async () => {
    const total = await count(`kind = 'commercial'`);
    assert.ok(total > 600);
    const admitted = (100 * (await count(`resultat = 'commercial.resultat.realisee'`))) / total;
    const open = (100 * (await count('open = 1'))) / total;
    assert.ok(admitted > 8 && admitted < 16, `${admitted}`);
    assert.ok(open > 8 && open < 25, `${open}`);
    assert.ok((await count(`flagged = 1 and partner_id is not null`)) > 0);
    assert.ok((await count('establishment_id is null')) > 0);
  });

  it('no number and no address of the demo is anybody’s', async () => {
    const texts = await rows<{ text: string }>(
      service.database,
      'select fields as text from entries union all select fields from relations',
    );
    const all = texts.map(({ text }) => text).join('\n');
    const phones = all.match(/(?:\+33 ?|\b0)[1-9](?:[ .]?\d\d){4}\b/g) ?? [];
    assert.ok(phones.length > 700);
    for (const phone of phones)
      assert.match(
        phone.replace(/^\+33|\D/g, '').replace(/^0/, ''),
        /^(?:19900|26191|35301|46571|53649|63998)\d{4}$/,
      );
    const emails = all.match(/[^\s"()]+@[^\s"()]+/g) ?? [];
    assert.ok(emails.length > 600);
    for (const email of emails) assert.match(email, /^[a-z0-9.-]+@example\.org$/);
  });
});
