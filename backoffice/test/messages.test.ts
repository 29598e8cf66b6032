// What staff write to families, from the page of an entry to the mailbox.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { dayMs } from '../../server/src/clock.ts';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { execute, rows } from '../../server/test/fixtures/rows.ts';
import { newestEntry } from '../../server/test/fixtures/stored-entry.ts';
import { clickCounter } from './clicks.ts';
import { block, enterEntry, notice, sendLead, shows } from './entry.ts';
import { assertEveryLook, assertPlainLooks, openWithoutPolicy } from './every-look.ts';
import { type MailingOffice, openMailingOffice } from './mailbox.ts';
import { until } from './until.ts';

const direction = {
  grants: [{ role: 'direction', establishmentId: 3 }],
  name: 'Hélène Faure',
} as const;

describe('a message to a family', () => {
  let office: MailingOffice;
  before(async () => {
    office = await openMailingOffice({ PUBLIC_URL: 'http://accueil.example.org' });
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  /** What families have got when the ten seconds are over. */
  const received = async () => (await office.received()).filter(({ to }) => !to[0]?.startsWith('user'));

  async function complaint(email = 'luc.morel@example.org') {
    const { service } = office;
    const body = {
      firstName: 'Luc',
      lastName: 'Morel',
      email,
      contact: 'Le chauffage est en panne depuis lundi.',
    };
    const type = 'type=survey.type.complaint';
    await service.post(`/fr/etablissement/3/survey/create?${service.query}&${type}`, body);
    return newestEntry(service.database);
  }

  it('answers a complaint: a directrice closes it, and the family’s mailbox has her words', async () => {
    const id = await complaint();
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'surveys' });
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('button', { name: 'Consigner la réponse et clore' }));
    const dialog = page.getByRole('dialog');
    const tick = dialog.getByRole('checkbox', { name: 'Envoyer cette réponse à luc.morel@example.org' });
    await until(async () => assert.equal(await tick.isChecked(), true));
    await dialog.getByLabel('Réponse écrite').fill('Le chauffage est réparé, avec nos excuses.');
    await assertEveryLook(page, 'complaint-answer-sent');
    await tick.uncheck();
    await dialog.getByText('La famille n’est pas prévenue par accueil').waitFor();
    await dialog.getByRole('button', { name: 'Consigner et clore' }).waitFor();
    await tick.check();
    await clicks.on(dialog.getByRole('button', { name: 'Envoyer et clore' }));
    assert.equal(clicks.count, 2, 'as many as before answers were sent');
    await page.getByText('Réponse envoyée à luc.morel@example.org.').waitFor();
    await page.getByText('Close', { exact: true }).waitFor();
    const [mail, ...others] = await received();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [mail?.to, mail?.headers.subject, mail?.body.trimEnd()],
      [
        ['luc.morel@example.org'],
        `Réponse à votre réclamation [n° ${id}]`,
        'Le chauffage est réparé, avec nos excuses.',
      ],
    );
    await shows(block(page, 'Suivi'), 'E-mail à luc.morel@example.org');
    assert.deepEqual(problems, []);
  });

  it('answers a complaint once when the response is lost and the button pressed again', async () => {
    const id = await complaint();
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'surveys' });
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Réponse écrite').fill('é'.repeat(5_001));
    await dialog.getByRole('button', { name: 'Envoyer et clore' }).click();
    await dialog.getByText('5 000 caractères au plus.').waitFor();
    await dialog.getByLabel('Réponse écrite').fill('Le chauffage est réparé, voir {annexe}.');
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
    await page.getByText('Réponse envoyée à luc.morel@example.org.').waitFor();
    const mails = await received();
    assert.deepEqual(
      mails.map(({ body }) => body.trimEnd()),
      ['Le chauffage est réparé, voir {annexe}.'],
    );
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });

  it('sends a corrected answer again only where that is chosen', async () => {
    const { service } = office;
    const body = { etablissementId: 3, lastName: 'Petit', email: 'luc.petit@example.org' };
    await service.post(`/fr/announcement/postuler?${service.query}`, body);
    const id = await newestEntry(service.database);
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'applications' });
    const dialog = page.getByRole('dialog');
    const tick = dialog.getByRole('checkbox', { name: /Envoyer cette réponse/ });
    for (const [isTicked, button, told] of [
      [true, 'Envoyer', 'Réponse envoyée'],
      [false, 'Consigner', 'Enregistré'],
    ] as const) {
      await page.getByRole('button', { name: 'Répondre au candidat' }).click();
      await until(async () => assert.equal(await tick.isChecked(), isTicked));
      await dialog.getByLabel('Réponse écrite').fill(`Venez nous voir. ${button}`);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await notice(page, told).waitFor();
      await dialog.waitFor({ state: 'detached' });
    }
    assert.equal((await received()).length, 1);
    assert.deepEqual(problems, []);
  });

  it('stays noted when only its e-mail is taken back, and the next one is sent again', async () => {
    const { service } = office;
    const body = { etablissementId: 3, lastName: 'Roche', email: 'anne.roche@example.org' };
    await service.post(`/fr/announcement/postuler?${service.query}`, body);
    const id = await newestEntry(service.database);
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'applications' });
    const dialog = page.getByRole('dialog');
    const answer = page.getByRole('button', { name: 'Répondre au candidat' });
    await answer.click();
    await dialog.getByLabel('Réponse écrite').fill('Venez nous voir lundi.');
    await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await page.getByText(/^L’e-mail ne part pas/).waitFor();
    await shows(block(page, 'Suivi'), 'Venez nous voir lundi.');
    await answer.click();
    await until(async () =>
      assert.equal(await dialog.getByRole('checkbox', { name: /Envoyer cette réponse/ }).isChecked(), true),
    );
    await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await page.getByText('Réponse envoyée à anne.roche@example.org.').waitFor();
    assert.deepEqual(
      (await received()).map(({ to }) => to),
      [['anne.roche@example.org']],
    );
    assert.deepEqual(problems, []);
  });

  it('is printed where its e-mail failed or came back, and noted as posted once', async () => {
    const id = await complaint('luc.perdu@example.org');
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'surveys' });
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    await page.getByRole('dialog').getByLabel('Réponse écrite').fill('Le chauffage est réparé.');
    await page.getByRole('button', { name: 'Envoyer et clore' }).click();
    await page.getByText('Réponse envoyée à luc.perdu@example.org.').waitFor();
    const story = block(page, 'Suivi');
    const print = story.getByRole('link', { name: 'Imprimer la réponse' });
    const posted = story.getByRole('button', { name: 'Envoyée par courrier' });
    await until(async () => assert.equal(await print.count(), 0));
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
    await print.waitFor();
    await assertEveryLook(page, 'message-returned');
    await posted.dblclick();
    await story.getByText('Réponse envoyée par courrier').waitFor();
    await posted.waitFor({ state: 'detached' });
    await until(async () => assert.equal(await story.getByText('Réponse envoyée par courrier').count(), 1));
    assert.deepEqual(problems, []);
  });

  it('is printed for who has no address, and noted as posted', async () => {
    const id = await complaint('');
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'surveys' });
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Réponse écrite').fill('Le chauffage est réparé.');
    await dialog.getByRole('button', { name: 'Consigner et clore' }).click();
    await dialog.waitFor({ state: 'detached' });
    const story = block(page, 'Suivi');
    await story.getByRole('button', { name: 'Envoyée par courrier' }).click();
    await story.getByText('Réponse envoyée par courrier').waitFor();
    await assertEveryLook(page, 'answer-posted');
    const opened = page.waitForEvent('popup');
    await story.getByRole('link', { name: 'Imprimer la réponse' }).click();
    const letter = await opened;
    await letter.getByText('Le chauffage est réparé.').waitFor();
    await letter.getByText('Luc Morel').waitFor();
    await using copy = await openWithoutPolicy(letter);
    await copy.page.goto(letter.url());
    await copy.page.getByText('Le chauffage est réparé.').waitFor();
    await assertPlainLooks(copy.page, 'answer-printed');
    await letter.close();
    assert.deepEqual(problems, []);
  });

  it('answers a complaint too fast: taken back in time, nothing is sent and it is open', async () => {
    const id = await complaint();
    const { page, problems } = await enterEntry(office, id, { ...direction, folder: 'surveys' });
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    await page.getByRole('dialog').getByLabel('Réponse écrite').fill('Trop vite.');
    await page.getByRole('button', { name: 'Envoyer et clore' }).click();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).waitFor();
    assert.deepEqual(await received(), []);
    assert.deepEqual(problems, []);
  });

  it('is written with a template in three clicks, taken back, and red where it was refused', async () => {
    const administrator = await office.enter({ at: '/establishments' });
    await administrator.page.getByRole('tab', { name: 'Modèles' }).click();
    await administrator.page.getByRole('button', { name: 'Activer « Appel sans réponse »' }).click();
    await administrator.page.getByRole('button', { name: 'Désactiver « Appel sans réponse »' }).waitFor();
    await assertEveryLook(administrator.page, 'templates');
    assert.deepEqual(administrator.problems, []);

    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('button', { name: 'Écrire' }));
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await clicks.on(dialog.getByRole('button', { name: 'Appel sans réponse' }));
    await assertEveryLook(page, 'write');
    await clicks.on(dialog.getByRole('button', { name: 'Envoyer' }));
    assert.equal(clicks.count, 3);
    await page.getByText('Message envoyé à claire.durand@example.org.').waitFor();
    const [mail] = await received();
    assert.deepEqual(
      [mail?.to, mail?.headers.subject],
      [['claire.durand@example.org'], `Votre demande pour Le Clos des Vignes [n° ${id}]`],
    );
    assert.match(mail?.body ?? '', /^Madame Durand,\n[\s\S]*\nHélène Faure\nLe Clos des Vignes\n$/);

    // Its notice is over: one of a message that can be taken back would stay beside the next.
    await page.clock.fastForward(11_000);
    await notice(page, 'Message envoyé').waitFor({ state: 'detached' });

    // Typed words stay when a template is chosen after them; one that is taken back is not sent.
    await page.getByRole('button', { name: 'Écrire' }).click();
    await dialog.getByLabel('Message').fill('Chère Claire,');
    await dialog.getByRole('button', { name: 'Appel sans réponse' }).click();
    await until(async () =>
      assert.match(await dialog.getByLabel('Message').inputValue(), /^Chère Claire,\n\nMadame Durand,/),
    );
    await dialog.getByLabel('Objet').fill('Bonjour');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await notice(page, 'Message envoyé').getByRole('button', { name: 'Annuler' }).click();
    await notice(page, 'C’est annulé.').waitFor();
    assert.deepEqual(await received(), []);

    await page.getByRole('button', { name: 'Écrire' }).click();
    await dialog.getByLabel('Objet').fill('Votre visite');
    await dialog.getByLabel('Message').fill('Le {date}.');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.getByText('À compléter dans le texte : {date}.').first().waitFor();
    await dialog.getByLabel('Message').fill('Demain.');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await notice(page, 'Message envoyé').waitFor();
    office.smtp.refused.add('claire.durand@example.org');
    assert.deepEqual(await received(), []);
    office.smtp.refused.clear();
    await page.reload();
    await block(page, 'Suivi').getByText('Non remis').waitFor();
    await assertEveryLook(page, 'message-failed');
    await page.getByRole('button', { name: 'Renvoyer l’e-mail à claire.durand@example.org' }).click();
    await page.getByText('Message renvoyé à claire.durand@example.org.').waitFor();
    assert.equal((await received()).length, 1);
    assert.deepEqual(problems, []);
  });

  it('that may not leave says why in French: in the form, on the page, and in the list of mails', async () => {
    const relation = { lastName: 'Petit', email: 'paul.petit@example.org' };
    const { id } = await sendLead(office, { commercialrelations: [relation] });
    const { page, problems } = await enterEntry(office, id, direction);
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    const write = async () => {
      await page.getByRole('button', { name: 'Écrire' }).click();
      await dialog.getByLabel('Objet').fill('Votre demande');
      await dialog.getByLabel('Message').fill('Bonjour,');
    };
    await write();
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.waitFor({ state: 'detached' });
    await write();
    const officer = await signIn(office.service, [{ role: 'privacy', establishmentId: null }]);
    await ok(officer.post('/desk/privacy/objections', { email: relation.email, objectedOn: '2026-03-04' }));
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    const why = 'La personne s’est opposée à être contactée : rien n’est parti.';
    await dialog.getByText(why).waitFor();
    assert.deepEqual(await received(), []);
    await page.reload();
    await shows(block(page, 'Suivi'), why);
    const administrator = await office.enter({ at: '/integrations' });
    await administrator.page.getByRole('tab', { name: 'E-mails' }).click();
    await administrator.page.getByText(why).waitFor();
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('409')),
      [],
    );
  });

  it('that came back is red, and one that was answered is a contact, each in one click', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    const clicks = clickCounter(page);
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await page.getByRole('button', { name: 'Écrire' }).click();
    await dialog.getByLabel('Objet').fill('Votre demande');
    await dialog.getByLabel('Message').fill('Bonjour,');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    assert.equal((await received()).length, 1);
    await page.reload();
    const story = block(page, 'Suivi');
    await clicks.on(story.getByRole('button', { name: /^Adresse erronée/ }));
    await story.getByText('Non distribué', { exact: true }).waitFor();
    await page.getByText('Du nouveau sur cette fiche').waitFor();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await story.getByText('Non distribué', { exact: true }).waitFor({ state: 'detached' });
    await clicks.on(story.getByRole('button', { name: /^Réponse reçue/ }));
    await page.getByText('Réponse reçue : le contact est noté.').waitFor();
    await story.getByText('Réponse reçue par e-mail').waitFor();
    assert.equal(clicks.count, 2);
    await page.getByText('À rappeler', { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('long after the last contact asks for an agreement, which is noted on the way', async () => {
    const { id } = await sendLead(office);
    const { clock } = office.service;
    clock.now = new Date(clock.now.getTime() + 91 * dayMs);
    const { page, problems } = await enterEntry(office, id, direction);
    await page.getByRole('button', { name: 'Écrire' }).click();
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await dialog.getByLabel('Objet').fill('Des nouvelles');
    await dialog.getByLabel('Message').fill('Bonjour,');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.getByText('Accord nécessaire pour écrire à nouveau').waitFor();
    await assertEveryLook(page, 'write-consent');
    await dialog.getByRole('button', { name: 'Noter un accord' }).click();
    const consent = page.getByRole('dialog', { name: 'Noter un accord' });
    await consent.getByLabel('Accord : e-mail').click();
    await page.getByRole('option', { name: 'oui' }).click();
    await consent.getByLabel('Accord : recueilli par').fill('Au téléphone');
    await consent.getByRole('button', { name: 'Enregistrer' }).click();
    await consent.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByText('Message envoyé à claire.durand@example.org.').waitFor();
    assert.equal((await received()).length, 1);
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('409')),
      [],
    );
  });

  it('says why nothing can be written where the residence has no address for the answers', async () => {
    const { service } = office;
    const { id } = await sendLead(office);
    const answered = await complaint();
    const details = await rows<{ details: string }>(
      service.database,
      'select details from establishments where id = 3',
    );
    await execute(service.database, `update establishments set details = '{}' where id = 3`);
    const { page, problems } = await enterEntry(office, id, direction);
    await page.getByRole('button', { name: 'Écrire' }).click();
    await page.getByRole('dialog').getByText('La résidence n’a pas d’adresse e-mail').waitFor();
    await assertEveryLook(page, 'write-no-residence');
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
    const { page: other } = await enterEntry(office, answered, { ...direction, folder: 'surveys' });
    await other.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    await other.getByRole('dialog').getByText('La résidence n’a pas d’adresse e-mail').waitFor();
    await until(async () => assert.equal(await other.getByRole('dialog').getByRole('checkbox').count(), 0));
    await execute(
      service.database,
      `update establishments set details = '${String(details[0]?.details).replaceAll("'", "''")}' where id = 3`,
    );
    assert.deepEqual(problems, []);
  });

  it('begins with a template of its residence, which its direction has copied and looked at with an entry', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await office.enter({ ...direction, at: '/establishments' });
    await page.getByRole('tab', { name: 'Modèles' }).click();
    await page.getByRole('button', { name: 'Copier « Pas de place pour l’instant »' }).click();
    const form = page.getByRole('dialog', { name: 'Copier pour une résidence' });
    await form.getByLabel('Nom').fill('Pas de place au Clos');
    await assertEveryLook(page, 'template-copy');
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Ajouté, désactivé').waitFor();
    await page.getByRole('button', { name: 'Activer « Pas de place au Clos »' }).click();
    await page.getByRole('button', { name: 'Désactiver « Pas de place au Clos »' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: /Modifier « Pas de place pour/ }).count(), 0),
    );
    await page.getByRole('button', { name: 'Aperçu de « Pas de place au Clos »' }).click();
    const preview = page.getByRole('dialog', { name: 'Pas de place au Clos' });
    await preview.getByText(`(n° ${id})`).waitFor();
    await shows(preview, 'Madame Durand,');
    await shows(preview, 'Hélène Faure');
    await assertEveryLook(page, 'template-preview');
    await preview.getByRole('button', { name: 'Fermer' }).click();
    const { page: entry } = await enterEntry(office, id, direction);
    await entry.getByRole('button', { name: 'Écrire' }).click();
    await entry.getByRole('dialog').getByRole('button', { name: 'Pas de place au Clos' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('is offered where there is somebody to write to', async () => {
    const { id } = await sendLead(office, { commercialrelations: [] });
    const { page } = await enterEntry(office, id, direction);
    await until(async () => assert.equal(await page.getByRole('button', { name: 'Écrire' }).count(), 0));
  });
});
