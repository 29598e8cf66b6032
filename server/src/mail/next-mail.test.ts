// Sixty leads sent through a public page must bury neither staff in mails nor the lead of a family among them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { newPassword } from '../../test/fixtures/credentials.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { type MailService, openMailService } from '../../test/fixtures/mail.ts';
import { onSqlite } from '../../test/fixtures/service.ts';
import { newestEntry } from '../../test/fixtures/stored-entry.ts';

onSqlite('notifications', (engine) => {
  let house: MailService;
  let browser: string;
  let staff: Desk[];
  before(async () => {
    house = await openMailService(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
    browser = (await newPassword(house.service, 'browser')).password;
  });
  beforeEach(async () => {
    await house.reset();
    house.service.clock.now = new Date('2026-03-04T09:40:00.000Z');
    // The digest of today, of nothing.
    await house.round();
    staff = [];
    for (const role of ['direction', 'commercial', 'commercial'] as const)
      staff.push(await signIn(house.service, [{ role, establishmentId: 3 }]));
  });
  after(() => house.close());

  let address = 0;
  async function send(path: string, body: object = {}): Promise<void> {
    await ok(
      house.service.app.inject({
        method: 'POST',
        url: `/fr/${path}${path.includes('?') ? '&' : '?'}password=${browser}`,
        remoteAddress: `198.51.100.${++address % 250}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ etablissementId: 3, ...body }),
      }),
    );
  }
  const sendLeads = (count: number) =>
    Promise.all(Array.from({ length: count }, () => send('etablissement/3/commercial/create')));
  async function taken(...rounds: MailService['round'][]) {
    await Promise.all(rounds.map((round) => round()));
    return house.smtp.take().map(({ to, headers, body }) => ({ to: to[0], subject: headers.subject, body }));
  }
  const perUser = (mails: readonly { to: string | undefined }[]) =>
    staff.map(({ email }) => mails.filter(({ to }) => to === email).length);
  const at = (time: string) => {
    house.service.clock.now = new Date(`2026-03-04T${time}.000Z`);
  };
  const newest = () => newestEntry(house.service.database);

  it('the first notification comes at once, the next ones every 15 minutes across processes', async () => {
    await sendLeads(1);
    const first = await taken(house.round, house.otherRound);
    assert.deepEqual(perUser(first), [1, 1, 1]);
    assert.equal(first[0]?.subject, 'Nouvelle demande – Le Clos des Vignes');
    await sendLeads(18);
    await taken(house.otherRound);
    await send('etablissement/3/survey/create?type=survey.type.complaint');
    await send('announcement/postuler', { cv: { name: 'photo.gif', content: '?' } });
    at('09:54:59');
    assert.deepEqual(await taken(house.round, house.otherRound), [], 'not before the quarter is over');

    at('09:55:00');
    const mails = await taken(house.round, house.otherRound);
    assert.deepEqual(perUser(mails), [1, 1, 1]);
    const last = await newest();
    const links = (kind: string, title: string, ids: number[]) =>
      ids.map((id) => `${title} – Le Clos des Vignes\u00A0: https://accueil.example.org/#/${kind}/${id}`);
    const leads = Array.from({ length: 18 }, (_, i) => last - 19 + i);
    const [direction, ...others] = staff.map(({ email }) => mails.find(({ to }) => to === email));
    assert.equal(direction?.subject, '20 arrivées');
    assert.equal(
      direction?.body,
      `Arrivé depuis le dernier e-mail\u00A0:

Le Clos des Vignes
- 18 nouvelles demandes
- 1 nouvelle réclamation
- 1 nouvelle candidature

${[
  ...links('leads', 'Nouvelle demande', leads),
  ...links('surveys', `Nouvelle réclamation n°\u00A0${last - 1}`, [last - 1]),
  ...links('applications', 'Nouvelle candidature', [last]).map((line) =>
    line.replace('\u00A0', ' (Le CV n’a pas été gardé : format inconnu)\u00A0'),
  ),
].join('\n')}

Ouvrir ma journée\u00A0: https://accueil.example.org/#/

Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: https://accueil.example.org/#/mail
`,
    );
    for (const other of others) {
      assert.equal(other?.subject, '18 arrivées', 'complaints and applications are for the direction alone');
      assert.doesNotMatch(other?.body ?? '', /candidature|réclamation/);
    }
    at('10:10:00');
    assert.deepEqual(await taken(house.round), [], 'nobody is told twice');
    await sendLeads(1);
    assert.deepEqual(perUser(await taken(house.round)), [1, 1, 1], 'at once after a quiet quarter');
  });

  it('a notification names fifty entries and counts all; invitations do not delay it', async () => {
    const administrator = await signIn(house.service);
    for (const { userId } of staff) await ok(administrator.post(`/desk/users/${userId}/invitation`, {}));
    await sendLeads(60);
    const all = await taken(house.round);
    assert.deepEqual(perUser(all), [2, 2, 2]);
    const mails = all.filter(({ subject }) => subject?.endsWith('arrivées'));
    assert.deepEqual(perUser(mails), [1, 1, 1]);
    for (const { subject, body } of mails) {
      assert.equal(subject, '60 arrivées');
      assert.equal(body.match(/#\/leads\//g)?.length, 50);
      assert.match(body, /\net 10 de plus, dans les listes\n/);
    }
  });

  it('a colleague’s hand-over is notified, with nothing of the entry or the note', async () => {
    await sendLeads(2);
    await taken(house.round);
    const [direction, one, other] = staff;
    const id = await newest();
    const give = (desk: Desk | undefined, entryId: number, userId: number | undefined) =>
      desk?.post(`/desk/entries/${entryId}/owner`, { userId, note: 'Demander Mme Roche' });
    // Nobody is told of what they take themselves.
    await give(one, id - 1, one?.userId);
    await give(direction, id, one?.userId);
    // It was taken back before the mail.
    await give(direction, id - 1, other?.userId);
    await direction?.post(`/desk/entries/${id - 1}/undo`, {});
    at('09:55:00');
    const mails = await taken(house.round, house.otherRound);
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [[one?.email, 'Une demande vous est confiée – Le Clos des Vignes']],
    );
    assert.equal(
      mails[0]?.body,
      `Un ou une collègue vous confie\u00A0:

Demande – Le Clos des Vignes\u00A0: https://accueil.example.org/#/leads/${id}

Ouvrir ma journée\u00A0: https://accueil.example.org/#/

Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: https://accueil.example.org/#/mail
`,
    );
    await give(one, id, other?.userId);
    await give(one, id - 1, other?.userId);
    at('10:10:00');
    const later = await taken(house.round);
    // Who wants new entries in the morning alone is told of these all the same.
    assert.deepEqual(
      later.map(({ to, subject }) => [to, subject]),
      [[other?.email, '2 fiches vous sont confiées']],
    );
    await other?.put('/desk/session/mail', { mail: 'none' });
    await give(direction, id - 1, direction?.userId);
    await give(direction, id - 1, other?.userId);
    at('10:25:00');
    assert.deepEqual(await taken(house.round), []);
  });

  it('spam is not notified, and nobody who wants no mails is', async () => {
    await sendLeads(1);
    assert.deepEqual(perUser(await taken(house.round)), [1, 1, 1]);
    await sendLeads(1);
    assert.deepEqual(await taken(house.round), []);
    const administrator = await signIn(house.service);
    await ok(administrator.post(`/desk/entries/${await newest()}/spam`, { spam: true }));
    await sendLeads(1);
    await taken(house.round);
    assert.equal((await staff[2]?.put('/desk/session/mail', { mail: 'none' }))?.statusCode, 200);
    at('09:55:00');
    const mails = await taken(house.round);
    assert.deepEqual(perUser(mails), [1, 1, 0]);
    for (const { subject, body } of mails) {
      assert.equal(subject, 'Nouvelle demande – Le Clos des Vignes');
      assert.equal(body.includes(`#/leads/${await newest()}\n`), true);
    }
    at('10:10:00');
    assert.deepEqual(await taken(house.round), []);
  });

  it('a notification waits for one of another process whose clock is a little ahead', async () => {
    at('09:40:01');
    await sendLeads(1);
    assert.deepEqual(perUser(await taken(house.otherRound)), [1, 1, 1]);
    at('09:40:00');
    await sendLeads(1);
    assert.deepEqual(await taken(house.round), []);
    at('09:55:01');
    assert.deepEqual(perUser(await taken(house.round)), [1, 1, 1]);
  });

  it('a clock that was half a year ahead delays neither notifications nor the digest', async () => {
    const [direction, reader] = staff;
    await ok(direction?.put('/desk/session/mail', { mail: 'none' }) ?? assert.fail());
    await ok(reader?.put('/desk/session/mail', { mail: 'digest' }) ?? assert.fail());
    await sendLeads(1);
    house.service.clock.now = new Date('2026-09-04T09:40:00.000Z');
    await sendLeads(1);
    assert.deepEqual(perUser(await taken(house.round)), [0, 1, 1], 'by a clock that is wrong');
    await sendLeads(2);
    at('09:45:00');
    assert.deepEqual(perUser(await taken(house.round)), [0, 1, 1], 'what waits today');
    assert.deepEqual(await taken(house.round), []);
    await sendLeads(1);
    house.service.clock.now = new Date('2026-03-05T06:30:00.000Z');
    assert.deepEqual(perUser(await taken(house.round)), [0, 1, 1]);
    assert.deepEqual(await taken(house.round), []);
  });

  it('a clock that steps back makes a mail that waits for its next attempt due at once', async () => {
    house.smtp.answer = { status: 451, message: 'Try again later' };
    await sendLeads(1);
    assert.deepEqual(await taken(house.round), []);
    house.smtp.answer = undefined;
    assert.deepEqual(await taken(house.round), [], 'it waits for a minute');
    at('03:40:00');
    assert.deepEqual(perUser(await taken(house.round)), [1, 1, 1]);
  });
});
