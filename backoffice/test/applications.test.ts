import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { lookUp, send } from '../../server/test/fixtures/entry-events.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf } from './browser.ts';
import { block, choose, save, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const cv = '%PDF-1.4 CV of the test';

describe('job applications', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const { service } = office;
    const desk = await signIn(service);
    const offer = await desk.post('/desk/establishments/3/announcements', { title: 'Aide-soignant(e)' });
    const apply = (customId: string, body: Record<string, unknown>) =>
      send(service, customId, body, 'announcement/postuler');
    await apply('offer', {
      etablissementId: 3,
      announcementId: offer.json().id,
      firstName: 'Nadia',
      lastName: 'Bernard',
      phone: '06 39 98 12 34',
      email: 'nadia.bernard@example.org',
      cv: {
        name: 'CV Nadia.pdf',
        type: 'application/pdf',
        content: Buffer.from(cv).toString('base64'),
      },
    });
    await apply('spontaneous', { etablissementId: 3, lastName: 'Fontaine' });
    await apply('unknown', { announcementId: 987_654, lastName: 'Chevalier' });
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('one is found by its offer, its CV downloaded, commented and processed', async () => {
    const { page, problems } = await office.enter({ at: '/applications', name: 'Paul Girard' });
    await page.getByText('Offre inconnue (n° 987654)').waitFor();
    await page.getByText('Candidature spontanée').waitFor();
    await page.getByRole('menuitem', { name: 'Candidatures 3 à traiter' }).waitFor();
    await assertEveryLook(page, 'applications');

    await choose(page, 'Offre d’emploi', 'Aide-soignant(e) – Le Clos des Vignes');
    await page.getByRole('link', { name: 'Fontaine' }).waitFor({ state: 'detached' });
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Télécharger le CV : Nadia Bernard' }).click();
    const file = await downloading;
    assert.equal(file.suggestedFilename(), 'CV Nadia.pdf');
    assert.equal((await contentOf(file)).toString(), cv);

    await page.getByRole('button', { name: 'Marquer traitée : Nadia Bernard' }).click();
    await page.getByText('Aucune candidature ici.').waitFor();
    assert.equal((await lookUp(office.service, 'offer')).data.status, 'processed');
    await page.getByRole('button', { name: 'Traitées' }).click();
    await page.getByRole('button', { name: 'Répondre : Nadia Bernard' }).click();
    await save(page, { 'Réponse écrite': 'Entretien jeudi' });
    const { comment, commentBy } = (await lookUp(office.service, 'offer')).data;
    assert.deepEqual([comment, commentBy], ['Entretien jeudi', 'Paul Girard']);
    assert.deepEqual(problems, []);
  });

  it('those for no offer and for unknown ones are found, on a phone', async () => {
    const { page, problems } = await office.enter({ at: '/applications', size: 'phone' });
    await page.getByRole('button', { name: 'Spontanées' }).click();
    await page.getByRole('link', { name: 'Chevalier' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Fontaine' }).waitFor();
    await page.getByRole('button', { name: 'Offre inconnue' }).click();
    await page.getByRole('link', { name: 'Chevalier' }).waitFor();
    await page.getByRole('link', { name: 'Fontaine' }).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('come step by step, and are listed by it and by their offer', async () => {
    const { page, problems } = await office.enter({ at: '/applications' });
    await page.getByRole('button', { name: 'Toutes', exact: true }).click();
    await page.getByRole('link', { name: 'Chevalier' }).waitFor();
    await choose(page, 'Suite donnée : Chevalier', 'Entretien');
    await page.getByText('Enregistré.').waitFor();
    assert.match(page.url(), /#\/applications/);
    await page.getByRole('combobox', { name: 'Suite donnée', exact: true }).click();
    await page.getByRole('option', { name: 'Entretien', exact: true }).click();
    await page.getByRole('link', { name: 'Fontaine' }).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Chevalier/ })
      .getByText('Offre inconnue')
      .click();
    await page.waitForURL(/#\/applications\/\d+$/);
    await page.goto('/#/establishments/3');
    await page.getByRole('tab', { name: 'Offres d’emploi' }).click();
    await page.getByRole('link', { name: '1 candidature' }).click();
    await page.getByRole('link', { name: 'Nadia Bernard', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Chevalier' }).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('one is answered by e-mail and comes to its step on its page', async () => {
    const { page, problems } = await office.enter({ at: '/applications' });
    await page.getByRole('button', { name: 'Toutes', exact: true }).click();
    await page.getByRole('link', { name: 'Nadia Bernard', exact: true }).click();
    await choose(page, 'Suite donnée : Nadia Bernard', 'À rencontrer');
    await shows(block(page, 'Historique'), 'Étape de la candidature : À rencontrer');
    await assertEveryLook(page, 'application');
    await page.getByRole('button', { name: 'Répondre au candidat' }).click();
    await page.getByRole('textbox', { name: 'Réponse écrite' }).fill('Pouvez-vous venir lundi ?');
    const mail = page.getByRole('link', { name: 'Ouvrir un e-mail' });
    await until(async () =>
      assert.equal(
        await mail.getAttribute('href'),
        'mailto:nadia.bernard%40example.org?subject=Votre%20candidature&body=Pouvez-vous%20venir%20lundi%20%3F',
      ),
    );
    await save(page);
    await shows(block(page, 'Suivi'), /Réponse écrite\s*Pouvez-vous venir lundi \?/);
    assert.deepEqual(problems, []);
  });

  it('are not for everybody', async () => {
    const { page } = await office.enter({ grants: [{ role: 'commercial', establishmentId: 3 }] });
    await page.getByRole('menuitem', { name: 'Demandes' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('menuitem', { name: 'Candidatures' }).count(), 0),
    );
    await page.goto('/#/applications');
    await page.getByRole('main').getByText('Votre rôle n’ouvre pas cette page.').waitFor();
    await until(async () =>
      assert.equal(await page.getByText('Toutes les candidatures sont traitées.').count(), 0),
    );
  });

  it('are not said to be dealt with when they can’t be read', async () => {
    for (const size of ['desktop', 'phone'] as const) {
      const { page } = await office.enter({ size });
      await page.route('**/desk/entries?*', (route) => route.fulfill({ status: 400, json: {} }));
      await page.goto('/#/applications');
      await page.getByRole('main').getByText('Cela n’a pas fonctionné. Réessayez dans un instant.').waitFor();
      await until(async () =>
        assert.equal(await page.getByText('Toutes les candidatures sont traitées.').count(), 0),
      );
    }
  });

  it('are listed without their residence for users who have one alone', async () => {
    const { page } = await office.enter({
      grants: [{ role: 'direction', establishmentId: 3 }],
      at: '/applications',
    });
    await page.getByRole('columnheader', { name: 'Reçue le' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('columnheader', { name: 'Résidence' }).count(), 0),
    );
  });

  it('have an interview: planned on the page, shown in the lists and the agenda, moved, held', async () => {
    const { page, problems } = await office.enter({ at: '/applications', name: 'Diane Morel' });
    await page.getByRole('button', { name: 'Toutes', exact: true }).click();
    await page.getByRole('link', { name: 'Fontaine' }).click();
    await page.getByRole('button', { name: 'Planifier un entretien' }).click();
    await save(page, { Date: '2026-03-12', Heure: '14:30' });
    await page
      .getByRole('combobox', { name: /^Suite donnée/ })
      .getByText('Entretien le 12/03 à 14:30')
      .waitFor();
    const planned = block(page, 'Suivi')
      .getByRole('listitem')
      .filter({ hasText: 'Entretien, 12/03/2026 à 14:30' });
    await planned.getByText('Prévu', { exact: true }).waitFor();
    await assertEveryLook(page, 'application-interview');
    // Its place is taken: it is moved, not planned twice.
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Planifier un entretien' }).count(), 0),
    );

    await page.goto('/#/applications');
    await page.getByRole('button', { name: 'Toutes', exact: true }).click();
    const row = page.getByRole('row', { name: /Fontaine/ });
    await row.getByText('Entretien le 12/03 à 14:30').waitFor();
    await assertEveryLook(page, 'applications-interview');
    await page.goto('/#/agenda?day=2026-03-12');
    await page.getByRole('link', { name: /Fontaine 14:30/ }).hover();
    await page.getByRole('tooltip', { name: /^Entretien/ }).waitFor();
    await assertEveryLook(page, 'agenda-interview');

    await page.getByRole('link', { name: /Fontaine 14:30/ }).click();
    await page.getByRole('button', { name: /^Reporter/ }).click();
    await save(page, { Date: '2026-03-04', Heure: '08:00' });
    await page.getByText('Entretien le 04/03 à 08:00').waitFor();
    await page.getByRole('button', { name: /^C’est fait/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Absence' }).waitFor();
    await until(async () => assert.equal(await dialog.getByText('Et ensuite ?').count(), 0));
    await assertEveryLook(page, 'interview-done');
    await save(page, { Note: 'Très motivée' });
    await shows(block(page, 'Suivi'), /Entretien, 04\/03\/2026 à 08:00\s*Entretien fait.*Très motivée/);
    await page
      .getByRole('combobox', { name: /^Suite donnée/ })
      .getByText('Entretien', { exact: true })
      .waitFor();
    assert.deepEqual(problems, []);
  });
});
