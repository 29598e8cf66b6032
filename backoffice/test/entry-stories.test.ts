import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type EntryEvent, lookUp } from '../../server/test/fixtures/entry-events.ts';
import { newEndpoint } from '../../server/test/fixtures/outbox.ts';
import { openReceiver, type Receiver } from '../../server/test/fixtures/receiver.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { keepScreenshot } from './browser.ts';
import { startDelivering } from './delivering.ts';
import { block, choose, chooseAct, countClicks, enterEntry, save, sendLead, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('working an entry', () => {
  let office: BackOffice;
  let receiver: Receiver;
  let stopDelivering: () => Promise<void>;
  const told: EntryEvent[] = [];
  const arrivals = new EventEmitter<{ webhook: [] }>();
  before(async () => {
    office = await openBackOffice();
    receiver = await openReceiver((response, { body }) => {
      response.end();
      told.push(JSON.parse(body));
      arrivals.emit('webhook');
    });
    await newEndpoint(office.service, `${receiver.url}/in`);
    stopDelivering = startDelivering(office.service);
  });
  after(async () => {
    await stopDelivering();
    await receiver.close();
    await office.close();
  });
  afterEach(() => office.closeWindows());

  /** Resolves when an event of this name has arrived for this customId. */
  async function arrived(customId: string, event: string): Promise<EntryEvent> {
    for (;;) {
      const found = told.find((one) => one.customId === customId && one.event === event);
      if (found !== undefined) return found;
      await once(arrivals, 'webhook');
    }
  }

  it('a family that wrote is called back, with the next step, in two clicks, and the site gets the event', async () => {
    const { customId, id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, { name: 'Inès Moreau' });
    await page.getByText(/^À rappeler depuis/).waitFor();
    await shows(block(page, 'Suivi'), /Sort de l’hôpital la semaine prochaine/);
    const call = page.getByRole('link', { name: 'Appeler Claire Durand : 06 39 98 12 34' });
    await until(async () => assert.equal(await call.getAttribute('href'), 'tel:0639981234'));
    const clicks = await countClicks(page);
    await page.getByLabel('Note', { exact: true }).fill('La fille vient visiter avec son frère');
    await page.getByRole('button', { name: 'Famille jointe' }).click();
    await assertEveryLook(page, 'entry-next');
    await page.getByRole('button', { name: 'Appel · jeu. 5 mars 10:00' }).click();
    await page.getByText('Appel prévu jeu. 5 mars 10:00', { exact: true }).waitFor();
    const timeline = block(page, 'Suivi');
    assert.equal(await clicks(), 2);
    await shows(timeline, /Appel, 04\/03\/2026 à 10:00\s*Famille jointe/);
    await timeline.getByText('Appel, 05/03/2026 à 10:00').waitFor();
    const { data } = await arrived(customId, 'processed');
    assert.deepEqual(data, (await lookUp(office.service, customId)).data);
    assert.doesNotMatch(JSON.stringify(told), /avec son frère/);

    // A slip is taken back, with both actions.
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await timeline.getByText('Appel, 0').first().waitFor({ state: 'detached' });
    await page.getByText(/^À rappeler depuis/).waitFor();
    assert.deepEqual(problems, []);
  });

  it('three times nobody answers: two clicks each without a next call, one with it, then closing is proposed', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    for (const attempts of ['1 tentative', '2 tentatives']) {
      const clicks = await countClicks(page);
      const again = page.getByRole('group', { name: 'Sans réponse, appel prévu' });
      await again.getByRole('button', { name: 'Rien de prévu' }).click();
      await page.getByRole('button', { name: 'Pas de réponse' }).click();
      await page.getByText(`À rappeler depuis 10:00 · ${attempts}`).waitFor();
      assert.equal(await clicks(), 2);
    }
    await page.getByRole('button', { name: 'aujourd’hui 14:00', pressed: true }).waitFor();
    // The note goes with whatever is chosen.
    const note = page.getByLabel('Note', { exact: true });
    await note.fill('Répondeur plein');
    await page.getByRole('button', { name: 'Sans suite – injoignable…' }).click();
    await assertEveryLook(page, 'unreachable');
    await save(page);
    await page.getByText('Sans suite, Autre', { exact: true }).waitFor();
    const timeline = block(page, 'Suivi');
    await timeline.getByText('Pas de réponse').nth(2).waitFor();
    await timeline.getByRole('listitem').getByText('Répondeur plein').waitFor();
    await until(async () => assert.equal(await note.inputValue(), ''));

    // What is closed is not called, but opened again; spam is neither.
    await page.getByRole('button', { name: 'Famille jointe' }).waitFor({ state: 'detached' });
    await assertEveryLook(page, 'entry-closed');
    await page.getByRole('button', { name: 'Rouvrir' }).click();
    await page.getByRole('dialog').getByText('Le résultat « Sans suite » sera retiré.').waitFor();
    await save(page);
    await page.getByRole('button', { name: 'Pas de réponse' }).click();
    await page.getByText(/^À rappeler .*mer\. 4 mars 14:00$/).waitFor();
    await chooseAct(page, 'Spam');
    await page.getByRole('button', { name: 'Ce n’est pas un spam' }).waitFor();
    for (const act of ['Famille jointe', 'Planifier une visite', 'Rouvrir'])
      await until(async () => assert.equal(await page.getByRole('button', { name: act }).count(), 0, act));
    assert.deepEqual(problems, []);
  });

  it('a visit is planned in two clicks and its time, moved, made, and leads to an admission', async () => {
    const { customId, id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    const other = await sendLead(office, { firstNameClient: 'Odette', lastNameClient: 'Blanc' });
    const desk = await signIn(office.service);
    await desk.patch(`/desk/entries/${other.id}`, {
      actions: [{ date: '2026-03-06', time: '11:15', stage: 'Visite', done: false }],
    });
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    const dialog = page.getByRole('dialog');
    const date = dialog.getByLabel('Date', { exact: true });
    await until(async () => assert.ok(await date.evaluate((input) => input === document.activeElement)));
    await date.fill('2026-03-06');
    await dialog.getByText('Autres visites ce jour-là : 11:15 Claire Durand.').waitFor();
    await dialog.getByLabel('Heure').fill('10:30');
    await dialog.getByRole('button', { name: 'Planifier' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await clicks(), 2);
    const timeline = block(page, 'Suivi');
    // Nobody is missed at a visit that is still to come.
    await timeline.getByRole('button', { name: /C’est fait : Visite/ }).click();
    await dialog.getByLabel('Note').waitFor();
    await until(async () =>
      assert.equal(await dialog.getByRole('button', { name: 'Famille absente' }).count(), 0),
    );
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await timeline.getByRole('button', { name: 'Annuler : Visite' }).click();
    await assertEveryLook(page, 'cancel-visit');
    await dialog.getByRole('button', { name: 'Garder la visite' }).click();
    await timeline.getByRole('button', { name: 'Reporter : Visite' }).click();
    // A past day is refused, unless it was done.
    await dialog.getByLabel('Date', { exact: true }).fill('2026-03-03');
    await dialog.getByRole('button', { name: 'Reporter' }).click();
    await dialog.getByText('Ce jour est passé').waitFor();
    await assertEveryLook(page, 'move-visit');
    await save(page, { Date: '2026-03-04', Heure: '09:30' });
    await timeline.getByText('En retard').waitFor();
    await timeline.getByRole('button', { name: /C’est fait : Visite/ }).click();
    await dialog.getByRole('button', { name: 'Famille absente' }).waitFor();
    await save(page, { Note: 'Chambre 12 appréciée' });
    await timeline.getByText('En retard').waitFor({ state: 'detached' });
    await block(page, 'Où en est la fiche').getByText('Rien de prévu').waitFor();
    await page.getByRole('button', { name: 'Saisir le résultat' }).click();
    await choose(page, 'Résultat', 'Sans suite');
    await dialog.locator('button[type=submit]').click();
    await dialog.getByText('À remplir.').waitFor();
    await choose(page, 'Résultat', 'Admission réalisée');
    await dialog.getByLabel('Motif').waitFor({ state: 'detached' });
    const day = dialog.getByLabel('Jour de l’admission');
    await until(async () => assert.equal(await day.inputValue(), '2026-03-04'));
    await day.fill('2027-04-01');
    await dialog.locator('button[type=submit]').click();
    await dialog.getByText('Choisissez un jour passé, ou dans les 12 mois à venir.').waitFor();
    await assertEveryLook(page, 'entry-admission');
    await save(page, { 'Jour de l’admission': '2026-03-16' });
    await timeline.getByText('Admission réalisée, 16/03/2026').waitFor();
    await page.getByText('Admission le 16/03/2026', { exact: true }).waitFor();
    // What is said again is corrected, and no second admission.
    await chooseAct(page, 'Saisir le résultat');
    await save(page, { 'Jour de l’admission': '2026-03-02' });
    await page.getByText('Admission réalisée le 02/03/2026', { exact: true }).waitFor();
    const head = block(page, 'Où en est la fiche');
    await until(async () => assert.equal(await head.getByText(/Admission|Étape|Résultat :/).count(), 1));
    await until(async () => assert.equal(await timeline.getByText(/^Admission réalisée, /).count(), 1));
    const { data } = await arrived(customId, 'result');
    assert.equal(data.resultat, 'commercial.resultat.realisee');
    assert.deepEqual(data, (await lookUp(office.service, customId)).data);
    assert.deepEqual(problems, []);
  });

  it('a lead is put to sleep, taken charge of in one click, and put back among those to call', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, { name: 'Inès Moreau' });
    const state = block(page, 'Où en est la fiche');
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Je m’en charge' }).click();
    await page.getByText('Prise en charge par Inès Moreau').first().waitFor();
    assert.equal(await clicks(), 1);
    await chooseAct(page, 'Mettre en sommeil');
    await save(page, { 'En sommeil jusqu’au': '2026-06-01', Pourquoi: 'Vend sa maison' });
    await state.getByText('En sommeil jusqu’au 01/06/2026 · Vend sa maison').waitFor();
    await chooseAct(page, 'Marquer comme traitée');
    await state.getByText('Rien de prévu').waitFor();
    await chooseAct(page, 'Remettre à rappeler');
    await state.getByText(/^À rappeler depuis/).waitFor();
    // With a visit planned it would stay where it is: what goes is said first.
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await save(page, { Date: '2026-03-20', Heure: '15:00' });
    await chooseAct(page, 'Remettre à rappeler');
    const dialog = page.getByRole('dialog', { name: 'Remettre à rappeler' });
    await dialog.getByText('Sera annulé\u00a0: Visite, 20/03/2026 à 15:00').waitFor();
    await dialog.getByRole('button', { name: 'Remettre à rappeler' }).click();
    await state.getByText(/^À rappeler depuis/).waitFor();
    assert.deepEqual(problems, []);
  });

  it('a visit that is made is the one that was planned', async () => {
    const { id } = await sendLead(office);
    const { page } = await enterEntry(office, id);
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await save(page, { Date: '2026-03-20', Heure: '15:00', Commentaire: 'Avec sa fille' });
    await chooseAct(page, 'Noter une visite');
    // What it was planned for is shown beside the note, and is not what was said.
    const dialog = page.getByRole('dialog', { name: 'Noter une visite' });
    await dialog.getByText('Prévu par Hélène Faure\u00a0: «\u00a0Avec sa fille\u00a0»').waitFor();
    await until(async () => assert.equal(await dialog.getByLabel('Note').inputValue(), ''));
    await save(page, { Note: 'Chambre 12 appréciée' });
    // It can't have been made on a day that is still to come.
    const timeline = block(page, 'Suivi');
    await timeline.getByText('Visite, 04/03/2026 à 10:00').waitFor();
    await timeline.getByText('Chambre 12 appréciée').waitFor();
    await until(async () => assert.equal(await timeline.getByText(/^Visite, /).count(), 1));
    await chooseAct(page, 'Planifier un appel');
    await save(page, { Date: '2026-03-10', Commentaire: 'Rappeler la famille' });
    await timeline.getByText('Appel, 10/03/2026').waitFor();
    await timeline.getByText('Prévu', { exact: true }).waitFor();
    // Nothing was said: what it was planned for is not.
    await timeline.getByRole('button', { name: /C’est fait : Appel/ }).click();
    await save(page);
    await timeline.getByRole('listitem').getByText('Rappeler la famille').waitFor({ state: 'detached' });
    await shows(timeline, /Appel, 04\/03\/2026 à 10:00\s*Famille jointe/);
  });

  it('a family that did not come is noted with the next step', async () => {
    const { id } = await sendLead(office);
    const desk = await signIn(office.service);
    await desk.patch(`/desk/entries/${id}`, {
      actions: [
        { date: '2026-03-04', time: '09:30', stage: 'Visite', done: false, comment: 'Avec sa fille' },
      ],
    });
    const { page, problems } = await enterEntry(office, id);
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: /C’est fait : Visite/ }).click();
    await page.getByRole('button', { name: 'Famille absente' }).click();
    await page.getByRole('button', { name: 'Appel · jeu. 5 mars 10:00' }).click();
    await save(page);
    assert.equal(await clicks(), 4);
    await page.getByText('Appel prévu jeu. 5 mars 10:00', { exact: true }).waitFor();
    await shows(block(page, 'Suivi'), /Visite, 04\/03\/2026 à 09:30\s*Famille absente/);
    assert.deepEqual(problems, []);
  });

  it('an act that is refused when its page was left is asked about on the next one, and can be sent again', async () => {
    const { id } = await sendLead(office);
    const { page } = await enterEntry(office, id);
    await page.route(/\/desk\/changes|\/version$/, (route) => route.abort());
    const desk = await signIn(office.service, undefined, 'Paul Girard');
    let held = true;
    await page.route(new RegExp(`/desk/entries/${id}$`), async (route) => {
      if (route.request().method() !== 'PATCH' || !held) return route.continue();
      held = false;
      await ok(desk.patch(`/desk/entries/${id}`, { fields: { villeClient: 'Nantes' } }));
      await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
      return route.continue();
    });
    await page.getByLabel('Note', { exact: true }).fill('Vient avec son frère');
    await page.getByRole('button', { name: 'Message laissé' }).click();
    await page.getByRole('menuitem', { name: 'Agenda' }).click();
    const conflict = page.getByRole('alertdialog', { name: 'Cette fiche a changé entre-temps' });
    await conflict.getByText(`Simone Martin · n° ${id}`).waitFor();
    await conflict.getByText('Ville : Nantes (avant : Angers)').waitFor();
    await assertEveryLook(page, 'conflict-elsewhere');
    await conflict.getByRole('button', { name: 'Reprendre ma saisie' }).click();
    await page
      .getByRole('alert')
      .getByText(/Simone Martin\s: message laissé, appel prévu/)
      .waitFor();

    // So is one that the network has lost.
    await page.goto(`/#/leads/${id}`);
    let isLost = true;
    await page.route(new RegExp(`/desk/entries/${id}$`), async (route) => {
      if (route.request().method() !== 'PATCH' || !isLost) return route.fallback();
      isLost = false;
      await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await page.getByRole('dialog').getByLabel('Budget').fill('3 000 €');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.goto('/#/agenda');
    const lost = page.getByRole('alertdialog', { name: 'Ce n’est pas enregistré' });
    await lost.getByRole('button', { name: 'Réessayer' }).click();
    await page.getByRole('alert').getByText('Enregistré.').waitFor();
    const { fields, actions } = (await desk.get(`/desk/entries/${id}`)).json();
    assert.equal(fields.budget, '3 000 €');
    assert.equal(actions[0].comment, 'Vient avec son frère');
  });

  it('the second of two people sees what the first changed, and loses nothing', async () => {
    const { id } = await sendLead(office);
    const first = await enterEntry(office, id, { name: 'Inès Moreau' });
    const second = await enterEntry(office, id, { name: 'Paul Girard', size: 'phone' });
    const { page } = second;
    // While a form is open a page does not read again by itself.
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await first.page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await save(first.page, { Délai: 'Immédiat' });
    await first.page.getByRole('button', { name: 'Saisir le résultat' }).click();

    const dialog = page.getByRole('dialog', { name: 'Modifier : Souhaits' });
    await dialog.getByLabel('Budget').fill('3 000 €');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const conflict = page.getByRole('alertdialog', { name: 'Cette fiche a changé entre-temps' });
    await conflict.getByText('Inès Moreau a modifié la fiche.').waitFor();
    await conflict.getByText('Délai : Immédiat (avant : Sous 15 jours)').waitFor();
    await keepScreenshot(page, 'entry-conflict-phone');
    await conflict.getByRole('button', { name: 'Reprendre ma saisie sur la nouvelle version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await block(page, 'Souhaits').getByText('3 000 €').waitFor();
    // The first user's change is kept.
    await block(page, 'Souhaits').getByText('Immédiat').waitFor();

    // Now the other way round: the first sees an old version, and gives up.
    await choose(first.page, 'Résultat', 'Sans suite');
    await choose(first.page, 'Motif', 'Financier');
    await first.page.getByRole('button', { name: 'Enregistrer' }).click();
    await first.page.getByText('Budget : 3 000 € (avant : 2 500 € par mois)').first().waitFor();
    await first.page.getByRole('button', { name: 'Abandonner' }).click();
    await block(first.page, 'Souhaits').getByText('3 000 €').waitFor();
    await until(async () => assert.equal(await first.page.getByText('Sans suite, Financier').count(), 0));
    assert.deepEqual([...first.problems, ...second.problems], []);
  });

  it('asks the same of an act without a form', async () => {
    const { id } = await sendLead(office);
    const { page } = await enterEntry(office, id);
    // It gets no notification and does not reload by itself.
    await page.route(/\/desk\/changes/, () => undefined);
    await page.reload();
    await page.getByRole('button', { name: 'Famille jointe' }).waitFor();
    const other = await enterEntry(office, id, { name: 'Paul Girard' });
    await other.page.getByRole('button', { name: 'Mauvais numéro' }).click();
    await block(other.page, 'Suivi').getByText('Appel, 04/03/2026 à 10:00').waitFor();
    await chooseAct(page, 'Spam');
    const conflict = page.getByRole('alertdialog');
    await conflict.getByText('Action notée : Appel, 04/03/2026 à 10:00').waitFor();
    await conflict.getByRole('button', { name: 'Abandonner' }).click();
    await block(page, 'Suivi').getByText('Appel, 04/03/2026 à 10:00').waitFor();
    await until(async () => assert.equal(await page.getByText('Spam', { exact: true }).count(), 0));
    await chooseAct(page, 'Spam');
    await page.getByText('Spam', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ce n’est pas un spam' }).click();
    await page.getByText('Spam', { exact: true }).waitFor({ state: 'detached' });
  });

  it('two requests of one family become one, with the visit of today, and two again', async () => {
    const phone = { phoneClient: '03 53 01 12 34' };
    const older = await sendLead(office, { ...phone, budget: '2000', comment: 'Visite possible mercredi' });
    const desk = await signIn(office.service);
    await desk.patch(`/desk/entries/${older.id}`, {
      actions: [{ date: '2026-03-04', time: '14:00', stage: 'Visite', done: false }],
    });
    const newer = await sendLead(office, { ...phone, ageClient: 87, commercialrelations: [] });
    const { page, problems } = await enterEntry(office, newer.id);
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: `Réunir avec la fiche n° ${older.id}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Réunir deux fiches' });
    // The older one is kept, unless the user says otherwise.
    await until(async () =>
      assert.ok(await dialog.getByRole('radio', { name: `Fiche n° ${older.id}` }).isChecked()),
    );
    await dialog.getByText('Action prévue : Visite, 04/03/2026 à 14:00').waitFor();
    await assertEveryLook(page, 'unite-dialog');
    await save(page);
    assert.equal(await clicks(), 2);
    await page.getByText('Réunie avec une autre. Tout se fait maintenant sur la').waitFor();
    await shows(
      block(page, 'Historique'),
      `a réuni la fiche avec la fiche n° ${older.id}, qui est conservée.`,
    );

    // Nothing has left the day: the one that is kept has it, and what the other knew.
    await page.getByRole('menuitem', { name: /Ma journée/ }).click();
    await shows(block(page, 'Aujourd’hui'), /14:00\s*Visite/);
    await page.getByRole('menuitem', { name: 'Agenda' }).click();
    await page.locator(`a[href="#/leads/${older.id}"]`).filter({ hasText: '14:00' }).waitFor();
    await page.goto(`/#/leads/${older.id}`);
    await block(page, 'Personne concernée').getByText('87').waitFor();
    await shows(
      block(page, 'Suivi'),
      /Visite possible mercredi[\s\S]*Ce que la famille écrit, 04\/03\/2026 10:00\s*fiche n° \d+/,
    );
    const united = block(page, 'Fiches réunies ici');
    await united.getByText(`Référence du site : ${newer.customId}`).waitFor();
    await keepScreenshot(page, 'united');
    await united.getByRole('button', { name: 'Séparer' }).click();
    await united.waitFor({ state: 'detached' });
    await block(page, 'Personne concernée').getByText('87').waitFor({ state: 'detached' });

    // The newer one is kept: « Annuler » of the message gives the visit back.
    // Of several it is one line, which opens.
    await block(page, 'Même famille')
      .getByText(/autres fiches$/)
      .click();
    await page.getByRole('button', { name: `Réunir avec la fiche n° ${newer.id}` }).click();
    await page.getByRole('radio', { name: `Fiche n° ${newer.id}` }).check();
    await page.getByRole('checkbox', { name: /^Budget : 2.000 .*avant : 2.500/ }).check();
    await keepScreenshot(page, 'unite-prefer');
    await save(page);
    await page.getByText('Réunie avec une autre. Tout se fait maintenant sur la').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await page.getByText(/^À rappeler .*· mer\. 4 mars 14:00$/).waitFor();
    await page.getByRole('button', { name: `Réunir avec la fiche n° ${newer.id}` }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('requests to two residences are not proposed like two of one', async () => {
    const phone = { phoneClient: '03 53 01 12 35', commercialrelations: [] };
    const { id } = await sendLead(office, phone);
    const other = await sendLead(office, phone);
    const desk = await signIn(office.service);
    await desk.post(`/desk/entries/${other.id}/assign`, { establishmentId: 5 });
    const { page } = await enterEntry(office, id, { size: 'phone' });
    await block(page, 'Même famille').getByText('Deux demandes ?').waitFor();
    await page.getByRole('button', { name: `Réunir quand même avec la fiche n° ${other.id}` }).click();
    await page.getByText('est-ce bien une seule demande').waitFor();
    await assertEveryLook(page, 'unite-elsewhere', ['phone']);
  });
});
