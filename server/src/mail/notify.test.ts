// Who is notified of which entries, and the text of the mails.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../test/fixtures/desk.ts';
import { type MailService, openMailService } from '../../test/fixtures/mail.ts';
import { number } from '../../test/fixtures/rows.ts';
import { onSqlite, startService } from '../../test/fixtures/service.ts';
import { entryCount, newestEntry } from '../../test/fixtures/stored-entry.ts';
import type { MailPreference } from '../access/mail-preference.ts';
import type { Grant } from '../access/roles.ts';
import { minuteMs } from '../clock.ts';

onSqlite('mails to staff', (engine) => {
  let house: MailService;
  before(async () => {
    house = await openMailService(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
  });
  beforeEach(async () => {
    await house.reset();
    // The digest of today, of nothing.
    await house.round();
  });
  after(() => house.close());

  const at = (role: Grant['role'], establishmentId: number | null): Grant => ({ role, establishmentId });

  async function user(grants: readonly Grant[], mail?: MailPreference): Promise<Desk> {
    const desk = await signIn(house.service, grants);
    if (mail !== undefined) assert.equal((await desk.put('/desk/session/mail', { mail })).statusCode, 200);
    return desk;
  }

  async function post(path: string, body: object = {}): Promise<number> {
    const { service } = house;
    const joint = path.includes('?') ? '&' : '?';
    await ok(service.post(`/fr/${path}${joint}${service.query}`, body));
    return newestEntry(service.database);
  }

  /** A user gets at most one mail in that time. */
  const passQuarter = () => {
    house.service.clock.now = new Date(house.service.clock.now.getTime() + 15 * minuteMs);
  };

  /** Who has had which mails since it was last asked. */
  async function told(): Promise<[string, string][]> {
    await house.round();
    return house.smtp.take().map(({ to, headers }) => [String(to), headers.subject ?? '']);
  }

  it('staff of a residence are told at once of what arrives, in French, with a link', async () => {
    const director = await user([at('direction', 3)]);
    const id = await post('etablissement/3/commercial/create', {
      lastNameClient: 'Meunier',
      comment: 'Lundi ?',
    });
    await house.round();
    const [mail, ...others] = house.smtp.take();
    assert.deepEqual(others, []);
    assert.deepEqual(mail?.to, [director.email]);
    assert.equal(mail?.from, 'accueil@example.org');
    assert.partialDeepStrictEqual(mail?.headers, {
      subject: 'Nouvelle demande – Le Clos des Vignes',
      from: 'Accueil <accueil@example.org>',
      to: director.email,
      date: 'Wed, 04 Mar 2026 09:00:00 +0000',
      'content-type': 'text/plain; charset=utf-8',
      'auto-submitted': 'auto-generated',
    });
    assert.match(mail?.headers['message-id'] ?? '', /^<[\w-]{36}@accueil\.example\.org>$/);
    assert.equal(
      mail?.body,
      `Une nouvelle demande est arrivée pour Le Clos des Vignes.

L’ouvrir\u00A0: https://accueil.example.org/#/leads/${id}

Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: https://accueil.example.org/#/mail
`,
    );
    assert.deepEqual(await told(), [], 'nobody is told twice');
  });

  it('commercials are told of leads, direction of complaints and applications too', async () => {
    const { service, smtp } = house;
    const director = await user([at('direction', 4), at('commercial', 4)]);
    const commercial = await user([at('commercial', 4)]);
    await user([at('reader', 4)], 'at-once');
    await user([at('administrator', null)], 'at-once');
    const both = [director.email, commercial.email].toSorted();
    const said: [string, string, readonly string[]][] = [];
    const expect = async (subject: string, path: string, to: readonly string[] = both) => {
      passQuarter();
      await house.round();
      for (const mail of smtp.take()) said.push([mail.headers.subject ?? '', mail.body, mail.to]);
      assert.deepEqual(
        said.splice(0).map(([title, body, [address]]) => [title, body.includes(`${path}\n`), address]),
        to.map((address) => [`${subject} – Les Hortensias`, true, address]),
      );
    };
    let id = await post('etablissement/4/commercial/create');
    await expect('Nouvelle demande', `/#/leads/${id}`);
    id = await post('etablissement/4/survey/create');
    await expect('Nouvelle demande', `/#/surveys/${id}`);
    id = await post('etablissement/4/survey/create?type=survey.type.complaint');
    await expect(`Nouvelle réclamation n°\u00A0${id}`, `/#/surveys/${id}`, [director.email]);
    id = await post('etablissement/4/survey/create?type=survey.type.survey', { note: '2/5' });
    await expect('Nouvelle note de satisfaction basse', `/#/surveys/${id}`, [director.email]);
    const cv = { name: 'Yvonne Petit.gif', content: '?' };
    id = await post('announcement/postuler', { etablissementId: 4, cv });
    passQuarter();
    await house.round();
    const [letter] = smtp.take();
    assert.match(letter?.body ?? '', /pour Les Hortensias\.\nLe CV n’a pas été gardé : format inconnu\.\n/);
    id = await post('announcement/postuler', { etablissementId: 4 });
    await expect('Nouvelle candidature', `/#/applications/${id}`, [director.email]);
    await service.exchange('/appli/partner/orientation', { etablissementId: 4 });
    id = await newestEntry(service.database);
    await expect('Nouvelle orientation', `/#/leads/${id}`);

    await post('etablissement/4/survey/create?type=survey.type.survey', { note: 5 });
    await post('etablissement/4/commercial/create?test=1');
    await service.exchange('/appli/partner/orientation?test=1', { etablissementId: 4 });
    passQuarter();
    const signedIn = await openDesk(service, director.email, director.userId);
    const written = { establishmentId: 4, type: 'commercial.type.phone' };
    assert.equal((await signedIn.post('/desk/entries', written)).statusCode, 200);
    const opinion = {
      establishmentId: 4,
      type: 'survey.type.survey',
      note: 9,
      fields: { lastName: 'Blanc' },
    };
    assert.equal((await signedIn.post('/desk/surveys', opinion)).statusCode, 200);
    assert.deepEqual(await told(), [], 'satisfaction, tests, leads that staff write down themselves');
    const complaint = { establishmentId: 4, type: 'survey.type.complaint', fields: { lastName: 'Blanc' } };
    const entered = await signedIn.post('/desk/surveys', complaint);
    assert.equal(entered.statusCode, 200, entered.body);
    const { id: number } = entered.json();
    await expect(`Nouvelle réclamation n°\u00A0${number}`, `/#/surveys/${number}`, [director.email]);
    const low = await signedIn.post('/desk/surveys', { ...opinion, note: 4 });
    await expect('Nouvelle note de satisfaction basse', `/#/surveys/${low.json().id}`, [director.email]);
  });

  it('what is sent again is notified once', async () => {
    const { email } = await user([at('direction', 3)]);
    await post('etablissement/3/commercial/create', { customId: 'again' });
    await post('etablissement/3/commercial/create', { customId: 'again' });
    assert.equal((await told()).length, 1);
    passQuarter();
    const orientation = { NumeroDemandeOrientationCR: '1 / 2_3_4', etablissementId: 3 };
    for (const more of [{}, {}, { Commentaire: 'Bonjour' }]) {
      await house.service.exchange('/appli/partner/orientation', { ...orientation, ...more });
    }
    assert.deepEqual(await told(), [[email, 'Nouvelle orientation – Le Clos des Vignes']]);
  });

  it('other residences, disabled users and invited ones are told nothing', async () => {
    await user([at('direction', 6)]);
    const gone = await user([at('direction', 5)]);
    const administrator = await signIn(house.service);
    const invited = { email: 'invited@example.org', name: 'Zoé', grants: [at('direction', 5)] };
    assert.equal((await administrator.post('/desk/users', invited)).statusCode, 200);
    assert.equal(
      (await administrator.patch(`/desk/users/${gone.userId}`, { disabled: true })).statusCode,
      200,
    );
    await post('etablissement/5/commercial/create');
    assert.deepEqual(await told(), [[invited.email, 'Votre accès à Accueil']]);
  });

  it('users of all residences are told by choice, and of what has no residence yet', async () => {
    const { service } = house;
    await user([at('direction', null)]);
    const own = await user([at('direction', null), at('direction', 8)]);
    const chosen = await user([at('direction', null)], 'at-once');
    await post('etablissement/7/commercial/create');
    assert.deepEqual(await told(), [[chosen.email, 'Nouvelle demande – Les Alizés']]);
    passQuarter();
    await service.exchange('/appli/partner/orientation', { NumeroDemandeOrientationCR: '1 / 9_9_9' });
    const id = await newestEntry(service.database);
    assert.deepEqual(await told(), [[chosen.email, 'Nouvelle orientation – à confier']]);

    // The users of its new residence are notified then, and not before.
    passQuarter();
    await ok((await signIn(service)).post(`/desk/entries/${id}/assign`, { establishmentId: 8 }));
    assert.deepEqual(
      await told(),
      [
        [own.email, 'Nouvelle orientation – Bel Air'],
        [chosen.email, 'Nouvelle orientation – Bel Air'],
      ].toSorted(),
    );
  });

  it('a digest comes every working morning at 7:30, when there is something', async () => {
    const { service, smtp } = house;
    const { clock } = service;
    clock.now = new Date('2026-03-05T06:30:00.000Z');
    await house.round();
    smtp.take();
    const reader = await user([at('direction', 9), at('commercial', 10)], 'digest');
    const other = await user([at('commercial', 6)], 'digest');
    // Nobody calls in this test: what direction is told of that is another one's.
    const administrator = await signIn(service);
    const target = { firstCallMinutes: 9 * 60 * 30, afterVisitDays: 3, staleDays: 21 };
    await ok(administrator.put('/desk/targets', { establishmentId: 9, target }));
    for (const residence of [9, 9, 10])
      await post(`etablissement/${residence}/commercial/create`, { lastNameClient: 'Meunier' });
    for (const residence of [9, 10])
      await post(`etablissement/${residence}/survey/create?type=survey.type.complaint`, {
        lastName: 'Meunier',
      });
    for (const residence of [9, 10]) await post('announcement/postuler', { etablissementId: residence });
    const spam = await post('etablissement/9/commercial/create');
    await administrator.post(`/desk/entries/${spam}/spam`, { spam: true });
    // Counted where it is now, once.
    const moved = await post('etablissement/10/commercial/create');
    await house.round();
    await administrator.post(`/desk/entries/${moved}/assign`, { establishmentId: 9 });
    assert.deepEqual(await told(), [], 'not before the morning');
    clock.now = new Date('2026-03-06T06:29:59.000Z');
    assert.deepEqual(await told(), []);
    clock.now = new Date('2026-03-06T06:30:00.000Z');
    await house.round();
    const [mail, ...others] = smtp.take();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [mail?.to, mail?.headers.subject],
      [[reader.email], 'Point du matin du 06/03\u00A0: 4 à rappeler'],
    );
    assert.equal(
      mail?.body,
      `Aujourd’hui\u00A0:

Villa Garance
- 3 familles à rappeler

Villa Mimosa
- 1 famille à rappeler

Arrivé depuis le dernier point du matin\u00A0:

Villa Garance
- 3 nouvelles demandes
- 1 nouvelle réclamation
- 1 nouvelle candidature

Villa Mimosa
- 1 nouvelle demande

Ouvrir ma journée\u00A0: https://accueil.example.org/#/
Ouvrir l’agenda\u00A0: https://accueil.example.org/#/agenda

Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: https://accueil.example.org/#/mail
`,
    );
    // Later the same day nothing; at the weekend nothing; on Monday what has come since, and what still waits.
    await post('etablissement/6/commercial/create');
    for (const moment of [
      '2026-03-06T20:00:00.000Z',
      '2026-03-07T09:00:00.000Z',
      '2026-03-08T09:00:00.000Z',
    ]) {
      clock.now = new Date(moment);
      assert.deepEqual(await told(), [], moment);
    }
    clock.now = new Date('2026-03-09T06:30:00.000Z');
    const both = [reader.email, other.email].toSorted();
    const subjects = (day: string, ofReader: string, ofOther: string) =>
      both.map((email) => [
        email,
        `Point du matin du ${day}\u00A0: ${email === reader.email ? ofReader : ofOther}`,
      ]);
    assert.deepEqual(await told(), subjects('09/03', '4 à rappeler', '1 à rappeler'));
    // No process ran on Tuesday morning.
    await post('etablissement/9/commercial/create');
    clock.now = new Date('2026-03-10T15:00:00.000Z');
    assert.deepEqual(
      await told(),
      subjects('10/03', '5 à rappeler, 1 réclamation en retard', '1 à rappeler'),
    );
  });
});

onSqlite('mail that is off', (engine) => {
  it('without SMTP_URL no notification is stored', async () => {
    const service = await startService(engine);
    try {
      await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});
      await service.exchange('/appli/partner/orientation', { etablissementId: 3 });
      assert.equal(await entryCount(service.database), 2);
      assert.equal(await number(service.database, 'select count(*) from notifications'), 0);
    } finally {
      await service.close();
    }
  });
});
