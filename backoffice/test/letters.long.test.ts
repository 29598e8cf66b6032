// What families are told by e-mail and SMS, from the pages to a real mailbox and a gateway beside them.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { dayMs } from '../../server/src/clock.ts';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { execute } from '../../server/test/fixtures/rows.ts';
import { openSmsGateway } from '../../server/test/fixtures/sms-gateway.ts';
import { newestEntry } from '../../server/test/fixtures/stored-entry.ts';
import { clickCounter } from './clicks.ts';
import { block, choose, chooseAct, enterEntry, notice, sendLead, shows } from './entry.ts';
import { assertEveryLook, assertPlainLooks, openWithoutPolicy } from './every-look.ts';
import { type MailingOffice, openMailingOffice } from './mailbox.ts';
import { until } from './until.ts';

const publicUrl = 'http://accueil.example.org';
const direction = { grants: [{ role: 'direction', establishmentId: 3 }], name: 'Hélène Faure' } as const;
const officer = [{ role: 'privacy', establishmentId: null }] as const;
const visit = { time: '14:30', stage: 'Visite', done: false } as const;
const planned = 'Visite, 10/03/2026 à 14:30';

describe('a letter', () => {
  let office: MailingOffice;
  before(async () => {
    office = await openMailingOffice({ PUBLIC_URL: publicUrl });
    await execute(office.service.database, 'update templates set active = 1');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  /** What families have got when the ten seconds are over. */
  const received = async () => (await office.received()).filter(({ to }) => !to[0]?.startsWith('user'));
  const subjects = async () => (await received()).map(({ headers }) => headers.subject?.split(' [')[0]);
  const without = (problems: readonly string[], ...known: readonly string[]) =>
    problems.filter((problem) => !known.some((one) => problem.includes(one)));

  /** A lead with a visit that its family was told of. */
  async function confirmed(email: string, lastNameClient = 'Martin', date = '2026-03-10') {
    const commercialrelations = [{ lastName: 'Morel', email }];
    const { id } = await sendLead(office, { lastNameClient, commercialrelations });
    const desk = await signIn(office.service, direction.grants, direction.name);
    await ok(desk.patch(`/desk/entries/${id}`, { actions: [{ ...visit, date }], confirm: ['email'] }));
    assert.equal((await received()).length, 1);
    return { id, desk };
  }

  async function enterComplaint(email = 'luc.morel@example.org') {
    const { service } = office;
    const body = { firstName: 'Luc', lastName: 'Morel', email, contact: 'Le chauffage est en panne.' };
    const type = 'type=survey.type.complaint';
    await ok(service.post(`/fr/etablissement/3/survey/create?${service.query}&${type}`, body));
    const id = await newestEntry(service.database);
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'surveys' });
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Réponse écrite').fill('Le chauffage est réparé.');
    return { id, page, problems, dialog, story: block(page, 'Suivi') };
  }

  async function write(page: Page, subject: string) {
    await page.getByRole('button', { name: 'Écrire' }).click();
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await dialog.getByLabel('Objet').fill(subject);
    await dialog.getByLabel('Message').fill('Bonjour,');
    return dialog;
  }

  it('a visit is cancelled once it is known who is told', async () => {
    const { id } = await confirmed('anne.petit@example.org');
    const { page } = await enterEntry(office, id, direction);
    const dialog = page.getByRole('dialog');
    const open = () => page.getByRole('button', { name: `Annuler : ${planned}` }).click();
    await page.route('**/writing', (route) => route.fulfill({ status: 400, json: {} }));
    await open();
    await dialog.getByText('la famille ne sera pas prévenue').waitFor();
    await assertEveryLook(page, 'visit-unknown-recipient');
    await dialog.getByRole('button', { name: 'Garder la visite' }).click();
    await page.unroute('**/writing');

    const isRead = Promise.withResolvers<void>();
    await page.route('**/writing', async (route) => {
      await isRead.promise;
      await route.continue();
    });
    await open();
    await dialog.getByRole('progressbar', { name: 'Chargement' }).waitFor();
    await dialog.getByRole('button', { name: 'Annuler la visite', disabled: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    isRead.resolve();
    await dialog.getByRole('checkbox', { name: 'Prévenir la famille', checked: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await block(page, 'Suivi').getByText('Annulée', { exact: true }).waitFor();
    assert.deepEqual(await subjects(), ['Votre visite du mardi 10 mars est annulée']);
  });

  it('a visit that a family was told of is moved or cancelled in no way without a tick', async () => {
    const { page, problems } = await office.enter({ ...direction, at: '/' });
    const dialog = page.getByRole('dialog');
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
          await page.getByRole('button', { name: `Modifier l’action : ${planned}` }).click();
          await dialog.getByLabel('Heure').fill('16:00');
        },
        'Enregistrer',
        'Votre visite est déplacée au mardi 10 mars à 16\u00A0h',
      ],
      noVisit: [
        async () => {
          await page.getByRole('button', { name: `Modifier l’action : ${planned}` }).click();
          await choose(page, 'Étape', 'Appel');
        },
        'Enregistrer',
        cancelled,
      ],
    };
    for (const [way, [open, send, subject]] of Object.entries(ways)) {
      const email = `${way}@example.org`;
      const { id } = await confirmed(email, way);
      await page.goto(`/#/leads/${id}`);
      await block(page, 'Suivi').getByText(planned).waitFor();
      await open();
      await dialog.getByRole('checkbox', { name: `Prévenir la famille (${email})`, checked: true }).waitFor();
      await assertEveryLook(page, `visit-told-${way}`);
      await dialog.getByRole('button', { name: send, exact: true }).click();
      const takeBack = page.getByRole('button', { name: 'Annuler', exact: true });
      await notice(page, '').filter({ has: takeBack }).waitFor();
      assert.deepEqual(await subjects(), [subject], way);
      await takeBack.click();
      await notice(page, /La famille est déjà prévenue|Le message à la famille est déjà parti/).waitFor();
    }
    assert.deepEqual(without(problems, '409'), []);
  });

  it('the agenda asks whether a moved visit is told, and waits for the answer', async () => {
    const email = 'agenda@example.org';
    const { id, desk } = await confirmed(email, 'Agathe', '2026-03-17');
    const { page } = await office.enter({ ...direction, at: '/agenda?day=2026-03-17' });
    const tell = page.getByRole('button', { name: 'Prévenir la famille' });
    const move = async (day: string) => {
      await page.getByRole('button', { name: /^Déplacer : Visite/ }).click();
      await page.getByLabel('Jour').fill(day);
      await page.getByRole('dialog').getByRole('button', { name: 'Déplacer' }).click();
      await tell.waitFor();
    };
    await move('2026-03-19');
    await assertEveryLook(page, 'agenda-moved');
    // A refusal leaves the question where it is.
    const { database } = office.service;
    const template = `where use = 'visit-moved'`;
    await execute(database, `update templates set active = 0 ${template}`);
    await tell.click();
    await notice(page, 'Aucun modèle de message').waitFor();
    await execute(database, `update templates set active = 1 ${template}`);
    await tell.click();
    await notice(page, `L’e-mail à ${email} part dans 10 s.`).waitFor();
    assert.deepEqual(await subjects(), ['Votre visite est déplacée au jeudi 19 mars à 14\u00A0h\u00A030']);

    // A colleague moves it once more, before the question is answered.
    await move('2026-03-20');
    await ok(desk.patch(`/desk/entries/${id}`, { actions: [{ position: 0, time: '09:00' }] }));
    await tell.click();
    await notice(page, 'la famille n’est pas prévenue').waitFor();
    assert.deepEqual(await received(), []);
  });

  it('a complaint is answered once when the response is lost, and open again when taken back', async () => {
    const { id, page, problems, dialog } = await enterComplaint();
    await dialog.getByLabel('Réponse écrite').fill('é'.repeat(5_001));
    await dialog.getByRole('button', { name: 'Envoyer et clore' }).click();
    await dialog.getByText('5 000 caractères au plus.').waitFor();
    await dialog.getByLabel('Réponse écrite').fill('Trop vite.');
    await dialog.getByRole('button', { name: 'Envoyer et clore' }).click();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    assert.deepEqual(await received(), []);
    await until(async () =>
      assert.equal(await dialog.getByLabel('Réponse écrite').inputValue(), 'Trop vite.'),
    );
    await dialog.getByLabel('Réponse écrite').fill('Le chauffage est réparé, voir {annexe}.');
    await assertEveryLook(page, 'complaint-answer-sent');
    let isLost = false;
    await page.route(`**/desk/entries/${id}`, async (route) => {
      if (isLost || route.request().method() !== 'PATCH') return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Envoyer et clore' }).click();
    await dialog.getByText('Le service ne répond pas').waitFor();
    await dialog.getByRole('button', { name: 'Envoyer et clore' }).click();
    await page.getByText('La réponse à luc.morel@example.org part dans 10 s.').waitFor();
    const mails = await received();
    assert.deepEqual(
      mails.map(({ body }) => body.trimEnd()),
      ['Le chauffage est réparé, voir {annexe}.'],
    );
    assert.deepEqual(without(problems, 'ERR_FAILED'), []);
  });

  it('an answer whose e-mail failed or came back is printed, and noted as posted once', async () => {
    const { page, problems, story, dialog } = await enterComplaint('luc.perdu@example.org');
    await dialog.getByRole('button', { name: 'Envoyer et clore' }).click();
    await page.getByText('La réponse à luc.perdu@example.org part dans 10 s.').waitFor();
    const print = story.getByRole('link', { name: 'Imprimer la réponse' });
    const posted = story.getByRole('button', { name: 'Envoyée par courrier' });
    office.smtp.refused.add('luc.perdu@example.org');
    assert.deepEqual(await received(), []);
    office.smtp.refused.clear();
    await page.reload();
    await print.waitFor();
    await page.getByRole('button', { name: 'Renvoyer l’e-mail à luc.perdu@example.org' }).click();
    await print.waitFor({ state: 'detached' });
    assert.equal((await received()).length, 1);
    await page.reload();
    await story.getByRole('button', { name: /^Adresse erronée/ }).click();
    const opened = page.waitForEvent('popup');
    await print.click();
    const letter = await opened;
    await letter.getByText('Le chauffage est réparé.').waitFor();
    await using copy = await openWithoutPolicy(letter);
    await copy.page.goto(letter.url());
    await assertPlainLooks(copy.page, 'answer-printed');
    await letter.close();
    await assertEveryLook(page, 'message-returned');
    await posted.dblclick();
    await story.getByText('Réponse envoyée par courrier').waitFor();
    await posted.waitFor({ state: 'detached' });
    await until(async () => assert.equal(await story.getByText('Réponse envoyée par courrier').count(), 1));
    assert.deepEqual(problems, []);
  });

  it('a corrected answer to an applicant is sent again only where that is chosen', async () => {
    const { service } = office;
    const body = { etablissementId: 3, lastName: 'Petit', email: 'luc.petit@example.org' };
    await ok(service.post(`/fr/announcement/postuler?${service.query}`, body));
    const id = await newestEntry(service.database);
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'applications' });
    const dialog = page.getByRole('dialog');
    for (const [checked, button, told] of [
      [true, 'Envoyer', 'La réponse à'],
      [false, 'Consigner', 'Enregistré'],
    ] as const) {
      await page.getByRole('button', { name: 'Répondre au candidat' }).click();
      await dialog.getByRole('checkbox', { name: /Envoyer cette réponse/, checked }).waitFor();
      await dialog.getByLabel('Réponse écrite').fill(`Venez nous voir. ${button}`);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await notice(page, told).waitFor();
      await dialog.waitFor({ state: 'detached' });
    }
    assert.equal((await received()).length, 1);
    assert.deepEqual(problems, []);
  });

  it('a message that may not leave says why: in the form, on the page, in the list of mails', async () => {
    const email = 'paul.petit@example.org';
    const { id } = await sendLead(office, { commercialrelations: [{ lastName: 'Petit', email }] });
    // Nobody waits for an answer there.
    const closed = { resultat: 'commercial.resultat.nosuite' };
    await ok((await signIn(office.service)).patch(`/desk/entries/${id}`, closed));
    const { page, problems } = await enterEntry(office, id, direction);
    const dialog = await write(page, 'Votre demande');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.waitFor({ state: 'detached' });
    await write(page, 'Votre demande');
    const privacy = await signIn(office.service, officer);
    await ok(privacy.post('/desk/privacy/objections', { email, objectedOn: '2026-03-04' }));
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    const why = 'La personne s’est opposée à être contactée : rien n’est parti.';
    await dialog.getByText(why).waitFor();
    assert.deepEqual(await received(), []);
    await page.reload();
    await shows(block(page, 'Suivi'), why);
    const administrator = await office.enter({
      at: '/integrations/mails?filter=%7B%22to%22%3A%22people%22%7D',
    });
    await administrator.page.getByText(why).waitFor();
    assert.deepEqual(without(problems, '409'), []);
  });

  it('a message that came back is red, one that was answered is a contact, each in one click', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    const dialog = await write(page, 'Votre demande');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await received()).length, 1);
    await page.reload();
    const story = block(page, 'Suivi');
    const returned = story.getByText('Non distribué', { exact: true });
    await story.getByRole('button', { name: /^Adresse erronée/ }).click();
    await returned.waitFor();
    await page.getByText('Du nouveau sur cette fiche').waitFor();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await returned.waitFor({ state: 'detached' });
    await story.getByRole('button', { name: /^Réponse reçue/ }).click();
    await story.getByText('Réponse reçue par e-mail').waitFor();
    await page.getByText('À rappeler', { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('the link of a receipt opens a page by which a person objects; then no more come', async () => {
    const { service } = office;
    const email = 'claire.martin@example.org';
    const administrator = await signIn(service);
    const added = administrator.post('/desk/callers/1/passwords', { scope: 'browser', receipts: true });
    const { password } = await ok<{ password: string }>(added);
    const receipts = async () => {
      const body = { type: 'survey.type.contact', lastName: 'Martin', email };
      await ok(service.post(`/fr/etablissement/3/survey/create?password=${password}`, body));
      await office.round();
      const mails = (await office.received()).filter(({ to }) => to.includes(email));
      service.clock.now = new Date(service.clock.now.getTime() + 7 * dayMs);
      return mails;
    };
    const [mail] = await receipts();
    const [link = ''] = /http:\/\/accueil\.example\.org\/o\/\S+/.exec(mail?.body ?? '') ?? [];
    const { page, problems } = await office.enter();
    const path = link.slice(publicUrl.length);
    await page.goto(office.url + path);
    const button = page.getByRole('button', { name: 'Ne plus recevoir de messages' });
    await button.waitFor();
    assert.equal((await receipts()).length, 1, 'to open the page changes nothing');
    await using copy = await openWithoutPolicy(page);
    await copy.page.goto(office.url + path);
    await assertPlainLooks(copy.page, 'objection');
    await button.click();
    await page.getByText('C’est noté').waitFor();
    assert.deepEqual(await receipts(), []);
    for (const [at, text, name] of [
      [path.slice(0, -5), 'Ce lien n’est pas complet', 'objection-incomplete'],
      [path, 'Ne plus recevoir de messages', 'objection-again'],
    ] as const) {
      await copy.page.goto(office.url + at);
      await copy.page.getByText(text).first().waitFor();
      await assertPlainLooks(copy.page, name);
    }
    assert.deepEqual(problems, []);
  });
});

describe('an SMS', () => {
  let gateway: Awaited<ReturnType<typeof openSmsGateway>>;
  let office: MailingOffice;
  before(async () => {
    gateway = await openSmsGateway();
    office = await openMailingOffice({ PUBLIC_URL: publicUrl, ...gateway.env });
    await execute(office.service.database, 'update templates set active = 1');
  });
  after(async () => {
    await office.close();
    await gateway.receiver.close();
  });
  afterEach(() => office.closeWindows());

  const relation = { lastName: 'Durand', email: 'c@example.org', cellphone: '06 39 98 12 34' };

  it('a template for SMS is added and counted; an SMS is written in four clicks', async () => {
    const administrator = await office.enter({ at: '/establishments/templates' });
    await administrator.page.getByRole('button', { name: 'Ajouter un modèle' }).click();
    const form = administrator.page.getByRole('dialog');
    await form.getByLabel('Par').click();
    await administrator.page.getByRole('option', { name: 'SMS' }).click();
    await form.getByLabel('Nom').fill('Rappelez-nous');
    await form.getByLabel('Message').fill('{adresse} '.repeat(9));
    await form.getByText(/^\d+ caractères, 450 au plus/).waitFor();
    await form.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await form.getByText('450 caractères au plus.').first().waitFor();
    await form.getByLabel('Message').fill('{salutation}, appelez-nous au {téléphone}. {résidence}');
    await form.getByText(/^95 caractères, 450 au plus/).waitFor();
    await assertEveryLook(administrator.page, 'template-sms');
    await form.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await administrator.page.getByRole('button', { name: 'Rappelez-nous' }).click();
    await administrator.page.getByRole('button', { name: 'Activer', exact: true }).click();
    await administrator.page.getByRole('button', { name: 'Désactiver' }).waitFor();

    const { id } = await sendLead(office, { commercialrelations: [relation] });
    const { page, problems } = await enterEntry(office, id, direction);
    const clicks = clickCounter(page);
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await clicks.on(page.getByRole('button', { name: 'Écrire' }));
    await clicks.on(dialog.getByRole('button', { name: 'SMS', exact: true }));
    await dialog.getByText('+33639981234').waitFor();
    await clicks.on(dialog.getByRole('button', { name: 'Rappelez-nous' }));
    // Who has not agreed to SMS finds in it the link to object.
    await dialog.getByText(/\d+ caractères, 450 au plus/).waitFor();
    await assertEveryLook(page, 'write-sms');
    const text = await dialog.getByLabel('Message').inputValue();
    await clicks.on(dialog.getByRole('button', { name: 'Envoyer' }));
    assert.equal(clicks.count, 4);
    await dialog.waitFor({ state: 'detached' });
    await office.received();
    const [sent] = gateway.take();
    assert.equal(sent?.recipient, '33639981234');
    assert.ok(sent?.content.startsWith(`${text}\nStop : ${publicUrl}/o/`));
    assert.match(text, /^Madame, Monsieur, appelez-nous au .*Le Clos des Vignes$/);
    await page.reload();
    await shows(block(page, 'Suivi'), 'SMS à +33639981234');
    assert.deepEqual(problems, []);
  });

  it('an SMS long after the last contact asks for the agreement, and goes with the link to object', async () => {
    const late = { lastName: 'Durand', cellphone: '06 39 98 12 36' };
    const { id } = await sendLead(office, { consentementEmail: 'oui', commercialrelations: [late] });
    const { clock } = office.service;
    clock.now = new Date(clock.now.getTime() + 91 * dayMs);
    const { page, problems } = await enterEntry(office, id, direction);
    await page.getByRole('button', { name: 'Écrire' }).click();
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await dialog.getByLabel('Message').fill('a'.repeat(400));
    await dialog.getByText(/^\d+ caractères, 450 au plus.*le lien pour s’y opposer/).waitFor();
    const text = 'Bonjour, une place se libère. Appelez-nous au 02 61 91 00 30.';
    await dialog.getByLabel('Message').fill(text);
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.getByText(/^Accord nécessaire pour les SMS/).waitFor();
    await assertEveryLook(page, 'write-late-sms');
    await dialog.getByRole('button', { name: 'Noter un accord' }).click();
    const consent = page.getByRole('dialog', { name: 'Noter un accord' });
    await choose(page, 'Accord : SMS', 'oui');
    await consent.getByLabel('Accord : recueilli par').fill('Au téléphone');
    await consent.getByRole('button', { name: 'Enregistrer' }).click();
    await consent.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.waitFor({ state: 'detached' });
    await office.received();
    const [sent] = gateway.take();
    assert.ok(sent?.content.startsWith(`${text}\nStop : ${publicUrl}/o/`));
    await page.getByText(/^Durand, accord pour les SMS : oui/).waitFor();
    assert.deepEqual(problems, []);
  });
});
