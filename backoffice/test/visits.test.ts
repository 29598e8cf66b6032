// A visit that a family is told of: from the page to its mailbox and its calendar.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { execute } from '../../server/test/fixtures/rows.ts';
import { openSmsGateway } from '../../server/test/fixtures/sms-gateway.ts';
import { clickCounter } from './clicks.ts';
import { block, choose, chooseAct, enterEntry, notice, sendLead, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { type MailingOffice, openMailingOffice } from './mailbox.ts';
import { until } from './until.ts';

const claire = 'claire.durand@example.org';
const anne = 'anne.petit@example.org';
const luc = 'luc.morel@example.org';
const direction = { grants: [{ role: 'direction', establishmentId: 3 }], name: 'Hélène Faure' } as const;

describe('a visit that a family is told of', () => {
  let office: MailingOffice;
  before(async () => {
    office = await openMailingOffice();
    await execute(office.service.database, `update templates set active = 1 where use <> 'free'`);
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  /** What the family gets when the ten seconds are over: subject, method and start of each mail. */
  async function received() {
    return (await office.received())
      .filter(({ to }) => !to[0]?.startsWith('user'))
      .map(({ headers, attachments }) => {
        const [calendar] = attachments;
        const file = String(calendar?.content);
        return [headers.subject?.split(' [')[0], calendar?.method, /^DTSTART:(.*)$/m.exec(file)?.[1]?.trim()];
      });
  }

  it('is confirmed with one click more than it is planned; moved and cancelled, the calendar follows', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    const clicks = clickCounter(page);
    const dialog = page.getByRole('dialog');
    await clicks.on(page.getByRole('button', { name: 'Planifier une visite' }));
    await clicks.on(dialog.getByRole('button', { name: 'jeu. 5 mars 10:00' }));
    const tick = dialog.getByRole('checkbox', { name: `Confirmer à la famille (${claire})` });
    await until(async () => assert.equal(await tick.isChecked(), false));
    await clicks.on(tick);
    await assertEveryLook(page, 'visit-confirmed');
    await clicks.on(dialog.getByRole('button', { name: 'Planifier' }));
    assert.equal(clicks.count, 3 + 1);
    await block(page, 'Suivi').getByText('Visite, 05/03/2026 à 10:00').waitFor();
    const planned = ['Votre visite du jeudi 5 mars à 10\u00A0h', 'REQUEST', '20260305T090000Z'];
    assert.deepEqual(await received(), [planned]);
    await page.reload();
    await shows(
      block(page, 'Suivi'),
      /E-mail à claire.durand@example.org[\s\S]*Votre visite du jeudi 5 mars/,
    );

    await page.getByRole('button', { name: 'Reporter : Visite, 05/03/2026 à 10:00' }).click();
    const tell = dialog.getByRole('checkbox', { name: `Prévenir la famille (${claire})` });
    await tell.waitFor();
    await until(async () => assert.equal(await tell.isChecked(), true));
    await dialog.getByLabel('Date').fill('2026-03-06');
    await dialog.getByLabel('Heure').fill('14:30');
    await assertEveryLook(page, 'visit-moved');
    await dialog.getByRole('button', { name: 'Reporter' }).click();
    await block(page, 'Suivi').getByText('Visite, 06/03/2026 à 14:30').waitFor();
    const moved = [
      'Votre visite est déplacée au vendredi 6 mars à 14\u00A0h\u00A030',
      'REQUEST',
      '20260306T133000Z',
    ];
    assert.deepEqual(await received(), [moved]);

    await page.getByRole('button', { name: 'Annuler : Visite, 06/03/2026 à 14:30' }).click();
    await tell.waitFor();
    await until(async () => assert.equal(await tell.isChecked(), true));
    await assertEveryLook(page, 'visit-cancelled');
    await dialog.getByRole('button', { name: 'Annuler la visite' }).click();
    await block(page, 'Suivi').getByText('Annulée', { exact: true }).waitFor();
    const cancelled = ['Votre visite du vendredi 6 mars est annulée', 'CANCEL', '20260306T133000Z'];
    assert.deepEqual(await received(), [cancelled]);
    assert.deepEqual(problems, []);
  });

  it('is confirmed beside a call in « Ma journée », and taken back in time by one click', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    await page.getByRole('button', { name: 'Famille jointe' }).click();
    await page.getByRole('checkbox', { name: `Confirmer à la famille (${claire})` }).check();
    await assertEveryLook(page, 'visit-confirmed-beside-call');
    await page.getByRole('button', { name: 'Visite · jeu. 5 mars 10:00' }).click();
    await block(page, 'Suivi').getByText('Visite, 05/03/2026 à 10:00').waitFor();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await notice(page, 'C’est annulé.').waitFor();
    assert.deepEqual(await received(), []);

    // Too late, the visit stays, and the page says what to do.
    await page.getByRole('button', { name: 'Famille jointe' }).click();
    await page.getByRole('checkbox', { name: `Confirmer à la famille (${claire})` }).check();
    await page.getByRole('button', { name: 'Visite · jeu. 5 mars 10:00' }).click();
    await block(page, 'Suivi').getByText('Visite, 05/03/2026 à 10:00').waitFor();
    assert.equal((await received()).length, 1);
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await page.getByText('Le message à la famille est déjà parti').waitFor();
    await block(page, 'Suivi').getByText('Visite, 05/03/2026 à 10:00').waitFor();
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('409')),
      [],
    );
  });

  it('is cancelled once it is known who is told; too late to take that back, the page says so', async () => {
    const { id } = await sendLead(office, { commercialrelations: [{ firstName: 'Anne', email: anne }] });
    const { page } = await enterEntry(office, id, direction);
    const dialog = page.getByRole('dialog');
    const visit = 'Visite, 16/03/2026 à 10:00';
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await dialog.getByLabel('Date').fill('2026-03-16');
    await dialog.getByLabel('Heure').fill('10:00');
    await dialog.getByRole('checkbox', { name: 'Confirmer à la famille' }).check();
    await dialog.getByRole('button', { name: 'Planifier' }).click();
    await block(page, 'Suivi').getByText(visit).waitFor();
    assert.equal((await received()).length, 1);

    await page.route('**/writing', (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('button', { name: `Annuler : ${visit}` }).click();
    await dialog.getByText('la famille ne sera pas prévenue').waitFor();
    await assertEveryLook(page, 'visit-unknown-recipient');
    await dialog.getByRole('button', { name: 'Garder la visite' }).click();
    await page.unroute('**/writing');

    const isRead = Promise.withResolvers<void>();
    await page.route('**/writing', async (route) => {
      await isRead.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: `Annuler : ${visit}` }).click();
    const cancel = dialog.getByRole('button', { name: 'Annuler la visite' });
    await dialog.getByRole('progressbar', { name: 'Chargement' }).waitFor();
    await until(async () => assert.equal(await cancel.isDisabled(), true));
    await page.keyboard.press('Control+Enter');
    isRead.resolve();
    await until(async () =>
      assert.equal(await dialog.getByRole('checkbox', { name: 'Prévenir la famille' }).isChecked(), true),
    );
    await page.keyboard.press('Control+Enter');
    await block(page, 'Suivi').getByText('Annulée', { exact: true }).waitFor();
    assert.deepEqual(
      (await received()).map(([subject]) => subject),
      ['Votre visite du lundi 16 mars est annulée'],
    );
    // Until then the notice could be that of the planning.
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await page.getByText('La famille est déjà prévenue : planifiez une nouvelle visite.').waitFor();
  });

  it('that a family was told of is moved or cancelled in no way without a tick', async () => {
    const desk = await signIn(office.service, direction.grants, direction.name);
    const { page, problems } = await office.enter({ ...direction, at: '/' });
    const dialog = page.getByRole('dialog');
    const visit = 'Visite, 10/03/2026 à 14:30';
    const withoutFollowing = async () => {
      await choose(page, 'Résultat', 'Sans suite');
      await choose(page, 'Motif', 'Autre');
    };
    const cancelled = 'Votre visite du mardi 10 mars est annulée';
    const ways: Record<string, readonly [open: () => Promise<void>, send: string, subject: string]> = {
      result: [
        async () => {
          await page.getByRole('button', { name: 'Saisir le résultat' }).click();
          await withoutFollowing();
        },
        'Enregistrer',
        cancelled,
      ],
      call: [
        async () => {
          await page.getByRole('button', { name: 'Famille jointe' }).click();
          await page.getByRole('button', { name: 'Autre…' }).click();
          await dialog.getByRole('button', { name: 'Résultat…' }).click();
          await withoutFollowing();
        },
        'Enregistrer',
        cancelled,
      ],
      board: [
        async () => {
          await page.goto('/#/board?residence=3');
          await page.getByRole('button', { name: 'Déplacer Simone board vers…' }).click();
          await page.getByRole('menuitem', { name: 'Admission réalisée' }).click();
          // It goes with the button that cancels the visit.
          const result = dialog.getByRole('group', { name: 'Saisir le résultat « Admission réalisée »' });
          await result.getByRole('checkbox').waitFor();
        },
        'Saisir le résultat « Admission réalisée »',
        cancelled,
      ],
      toCall: [() => chooseAct(page, 'Remettre à rappeler'), 'Remettre à rappeler', cancelled],
      corrected: [
        async () => {
          await page.getByRole('button', { name: `Modifier l’action : ${visit}` }).click();
          await dialog.getByLabel('Commentaire').fill('Avec sa fille');
          await until(async () =>
            assert.equal(await dialog.getByRole('checkbox', { name: 'la famille' }).count(), 0),
          );
          await dialog.getByLabel('Heure').fill('16:00');
        },
        'Enregistrer',
        'Votre visite est déplacée au mardi 10 mars à 16\u00A0h',
      ],
      noVisit: [
        async () => {
          await page.getByRole('button', { name: `Modifier l’action : ${visit}` }).click();
          await choose(page, 'Étape', 'Appel');
        },
        'Enregistrer',
        cancelled,
      ],
    };
    for (const [way, [open, send, subject]] of Object.entries(ways)) {
      const email = `${way}@example.org`;
      const relations = [{ lastName: 'Morel', email }];
      const { id } = await sendLead(office, { lastNameClient: way, commercialrelations: relations });
      const planned = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
      await ok(desk.patch(`/desk/entries/${id}`, { actions: [planned], confirm: ['email'] }));
      await received();
      await page.goto(`/#/leads/${id}`);
      await block(page, 'Suivi').getByText(visit).waitFor();
      await open();
      const tick = dialog.getByRole('checkbox', { name: `Prévenir la famille (${email})` });
      await tick.waitFor();
      await until(async () => assert.equal(await tick.isChecked(), true, way));
      await assertEveryLook(page, `visit-told-${way}`);
      await dialog.getByRole('button', { name: send, exact: true }).click();
      const takeBack = page.getByRole('button', { name: 'Annuler', exact: true });
      await notice(page, '').filter({ has: takeBack }).waitFor();
      assert.deepEqual(
        (await received()).map(([told]) => told),
        [subject],
        way,
      );
      await takeBack.click();
      await notice(page, /La famille est déjà prévenue|Le message à la famille est déjà parti/).waitFor();
    }
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('409')),
      [],
    );
  });

  it('that stays as it is offers no tick, and a tick stays as it was chosen while a day is typed', async () => {
    const { id } = await sendLead(office);
    const desk = await signIn(office.service, direction.grants, direction.name);
    const resultat = 'commercial.resultat.nosuite';
    const patch = (body: object) => ok(desk.patch(`/desk/entries/${id}`, body));
    const planned = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
    await patch({ resultat, motif: 'commercial.motif.financier' });
    await patch({ actions: [planned], confirm: ['email'] });
    assert.equal((await received()).length, 1);
    const { page, problems } = await enterEntry(office, id, direction);
    const dialog = page.getByRole('dialog');
    const ticks = dialog.getByRole('checkbox', { name: 'la famille' });
    await chooseAct(page, 'Saisir le résultat');
    await choose(page, 'Motif', 'Autre');
    const save = dialog.getByRole('button', { name: 'Enregistrer' });
    // Once it is known whether somebody is told.
    await save.click({ trial: true });
    await until(async () => assert.equal(await ticks.count(), 0, 'the reason alone cancels nothing'));
    await save.click();
    await dialog.waitFor({ state: 'detached' });

    const visit = 'Visite, 10/03/2026 à 14:30';
    await page.getByRole('button', { name: `Reporter : ${visit}` }).click();
    const tell = dialog.getByRole('checkbox', { name: 'Prévenir la famille' });
    await tell.uncheck();
    await dialog.getByLabel('Date').fill('2026-03-01');
    await tell.waitFor({ state: 'detached' });
    await dialog.getByLabel('Date').fill('2026-03-12');
    await tell.waitFor();
    await until(async () => assert.equal(await tell.isChecked(), false));
    await dialog.getByLabel('Heure').fill('14:30');
    await dialog.getByRole('button', { name: 'Reporter' }).click();
    await block(page, 'Suivi').getByText('Visite, 12/03/2026 à 14:30').waitFor();
    assert.deepEqual(await received(), []);

    await patch({ actions: [{ position: 0, outcome: 'cancelled' }] });
    await page.reload();
    await page.getByRole('button', { name: 'Modifier l’action : Visite, 12/03/2026 à 14:30' }).click();
    await dialog.getByLabel('Heure').fill('15:00');
    await save.click({ trial: true });
    await until(async () => assert.equal(await ticks.count(), 0, 'nobody is confirmed a cancelled visit'));
    assert.deepEqual(problems, []);
  });

  it('that is moved in the agenda asks whether to tell the family', async () => {
    const { id } = await sendLead(office, {
      commercialrelations: [{ firstName: 'Luc', lastName: 'Morel', email: luc, cellphone: '06 39 98 55 55' }],
    });
    const { page } = await enterEntry(office, id, direction);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await dialog.getByLabel('Date').fill('2026-03-11');
    await dialog.getByLabel('Heure').fill('11:00');
    await dialog.getByRole('checkbox', { name: 'Confirmer à la famille' }).check();
    await dialog.getByRole('button', { name: 'Planifier' }).click();
    await block(page, 'Suivi').getByText('Visite, 11/03/2026 à 11:00').waitFor();
    assert.equal((await received()).length, 1);
    await page.goto(page.url().replace(/#.*/, '#/agenda?day=2026-03-11'));
    await page.getByRole('button', { name: 'Déplacer : Visite, Luc Morel' }).click();
    await page.getByLabel('Jour').fill('2026-03-12');
    await dialog.getByRole('button', { name: 'Déplacer' }).click();
    await page.getByText('Déplacé au jeu. 12 mars 11:00.').waitFor();
    await assertEveryLook(page, 'agenda-moved');
    // The question waits for its answer, and a refusal leaves it there.
    await page.clock.fastForward(60_000);
    await page.getByRole('heading', { level: 1 }).click();
    const { database } = office.service;
    const template = `where use = 'visit-moved'`;
    await execute(database, `update templates set active = 0 ${template}`);
    const tell = page.getByRole('button', { name: 'Prévenir la famille' });
    await tell.click();
    await notice(page, 'Aucun modèle de message').waitFor();
    await execute(database, `update templates set active = 1 ${template}`);
    await tell.click();
    await notice(page, `Message envoyé à ${luc}.`).waitFor();
    await tell.waitFor({ state: 'detached' });
    const moved = ['Votre visite est déplacée au jeudi 12 mars à 11\u00A0h', 'REQUEST', '20260312T100000Z'];
    assert.deepEqual(await received(), [moved]);

    // A colleague moves it once more, before the question is answered.
    const move = async (day: string) => {
      await page.getByRole('button', { name: 'Déplacer : Visite, Luc Morel' }).click();
      await page.getByLabel('Jour').fill(day);
      await dialog.getByRole('button', { name: 'Déplacer' }).click();
    };
    await page.goto(page.url().replace(/day=.*/, 'day=2026-03-12'));
    await move('2026-03-13');
    await tell.waitFor();
    const colleague = await signIn(office.service, direction.grants);
    const actions = [{ position: 0, time: '09:00' }];
    await ok(colleague.patch(`/desk/entries/${id}`, { actions }));
    await tell.click();
    await notice(page, 'la famille n’est pas prévenue').waitFor();
    await tell.waitFor({ state: 'detached' });
    assert.deepEqual(await received(), []);
    await page.getByRole('alert').getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('is not offered where nobody has an address, or no template is on', async () => {
    const { id } = await sendLead(office, { commercialrelations: [] });
    const { page } = await enterEntry(office, id, direction);
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await page
      .getByRole('dialog')
      .getByText('Aucune autre visite')
      .or(page.getByRole('dialog'))
      .first()
      .waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('checkbox', { name: 'Confirmer à la famille' }).count(), 0),
    );
  });
});

it('an SMS about a visit that was moved in the evening is not said to have left', async () => {
  const gateway = await openSmsGateway();
  const office = await openMailingOffice(gateway.env);
  try {
    const { clock, database } = office.service;
    await execute(database, `update templates set active = 1 where use <> 'free'`);
    const relations = [{ lastName: 'Morel', cellphone: '06 39 98 55 55' }];
    const { id } = await sendLead(office, { commercialrelations: relations });
    const desk = await signIn(office.service, direction.grants, direction.name);
    const planned = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
    await ok(desk.patch(`/desk/entries/${id}`, { actions: [planned], confirm: ['sms'] }));
    await office.received();
    assert.equal(gateway.take().length, 1);
    clock.now = new Date('2026-03-04T20:00:00Z');
    const { page, problems } = await office.enter({ ...direction, at: '/agenda?day=2026-03-10' });
    await page.getByRole('button', { name: /^Déplacer : Visite/ }).click();
    await page.getByLabel('Jour').fill('2026-03-11');
    await page.getByRole('dialog').getByRole('button', { name: 'Déplacer' }).click();
    await page.getByRole('button', { name: 'Prévenir la famille' }).click();
    const told = notice(page, /SMS à \+33639985555 : il part le .*5.*0?8[:h]/);
    await told.waitFor();
    await told.getByRole('button', { name: 'Annuler', exact: true }).click();
    await notice(page, 'C’est annulé.').waitFor();
    clock.now = new Date('2026-03-05T08:00:00Z');
    await office.received();
    assert.deepEqual(gateway.take(), []);
    assert.deepEqual(problems, []);
  } finally {
    await office.close();
    await gateway.receiver.close();
  }
});
