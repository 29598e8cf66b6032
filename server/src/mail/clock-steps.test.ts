import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { type MailHouse, openMailHouse } from '../../test/fixtures/mail.ts';
import { onSqlite } from '../../test/fixtures/service.ts';

onSqlite('mails, when the clock steps', (engine) => {
  let house: MailHouse;
  before(async () => {
    house = await openMailHouse(engine);
  });
  after(() => house.close());

  const setClock = (instant: string) => {
    house.service.clock.now = new Date(instant);
  };
  async function arrive(): Promise<void> {
    const { service } = house;
    await ok(service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {}));
  }
  const sent = async () => {
    await house.round();
    return house.smtp.take().length;
  };

  it('back by hours: what waits for its next attempt is due at once', async () => {
    await signIn(house.service, [{ role: 'commercial', establishmentId: 3 }]);
    setClock('2026-03-05T12:00:00.000Z');
    await arrive();
    house.smtp.answer = { status: 451, message: 'Try again later' };
    assert.equal(await sent(), 0);
    house.smtp.answer = undefined;
    assert.equal(await sent(), 0, 'it waits for a minute');
    setClock('2026-03-05T06:00:00.000Z');
    assert.equal(await sent(), 1);
    assert.equal(await sent(), 0);
  });

  it('half a year forward and back: the digest of the next morning is sent, and nothing is told twice', async () => {
    const reader = await signIn(house.service, [{ role: 'commercial', establishmentId: 9 }]);
    assert.equal((await reader.put('/desk/session/mail', { mail: 'digest' })).statusCode, 200);
    const { service } = house;
    const arriveThere = () => service.post(`/fr/etablissement/9/commercial/create?${service.query}`, {});
    setClock('2026-03-05T12:00:00.000Z');
    await sent();
    await arriveThere();
    setClock('2026-09-04T12:00:00.000Z');
    assert.equal(await sent(), 1, 'by a clock that is wrong, once');
    setClock('2026-03-05T12:05:00.000Z');
    assert.equal(await sent(), 1, 'what waits today');
    assert.equal(await sent(), 0);
    await arriveThere();
    setClock('2026-03-06T06:30:00.000Z');
    assert.equal(await sent(), 1);
    assert.equal(await sent(), 0);
  });
});
