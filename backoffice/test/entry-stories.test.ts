import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { type EntryEvent, lookUp } from '../../server/test/fixtures/entry-events.ts';
import { newEndpoint } from '../../server/test/fixtures/outbox.ts';
import { openReceiver, type Receiver } from '../../server/test/fixtures/receiver.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { keepScreenshot } from './browser.ts';
import { startDelivering } from './delivering.ts';
import { block, choose, chooseAct, enterEntry, save, sendLead } from './entry.ts';

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

  it('a family that wrote is called back, in three clicks, and the site gets the event', async () => {
    const { customId, id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, { name: 'Inès Moreau' });
    await page.getByText('Nouvelle', { exact: true }).waitFor();
    assert.equal(
      await page.getByRole('link', { name: '06 39 98 12 34' }).getAttribute('href'),
      'tel:0639981234',
    );
    await page.getByRole('button', { name: 'Noter un appel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Noter un appel' });
    assert.equal(await dialog.getByLabel('Date').inputValue(), '2026-03-04');
    assert.equal(await dialog.getByLabel('Heure').inputValue(), '10:00');
    await save(page, { Commentaire: 'La fille rappelle demain' });
    await block(page, 'Suivi').getByText('Prise de contact, 04/03/2026 à 10:00').waitFor();
    await page.getByText('Traitée', { exact: true }).waitFor();
    await page.getByText('Étape : Prise de contact').waitFor();
    await block(page, 'Historique').getByText('Inès Moreau a modifié la fiche.').waitFor();
    await block(page, 'Information du site').getByText('Envoi n° 1 : traitée').waitFor();
    await block(page, 'Information du site').getByText('Envoi n° 2 : action').waitFor();
    const { data } = await arrived(customId, 'processed');
    assert.deepEqual(data, (await lookUp(office.service, customId)).data);
    assert.doesNotMatch(JSON.stringify(told), /rappelle demain/);
    await page.getByRole('link', { name: 'Envoi n° 2 : action' }).click();
    await page.getByRole('heading', { name: /^Envoi n° \d+$/ }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('a visit is planned, made, and leads to an admission, and the site gets the events', async () => {
    const { customId, id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    // Without a day nothing is planned.
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('À remplir.').waitFor();
    await save(page, { Date: '2026-03-04', Heure: '09:30' });
    const timeline = block(page, 'Suivi');
    await timeline.getByText('En retard').waitFor();
    await timeline.getByRole('button', { name: 'C’est fait : Visite' }).click();
    await timeline.getByText('En retard').waitFor({ state: 'detached' });
    await page.getByText('Étape : Visite').waitFor();
    await page.getByRole('button', { name: 'Résultat' }).click();
    await save(page, { Résultat: 'Admission réalisée' });
    await timeline.getByText('Admission réalisée, 04/03/2026').waitFor();
    await page.getByText('Étape : Admission réalisée').waitFor();
    const { data } = await arrived(customId, 'result');
    assert.equal(data.resultat, 'commercial.resultat.realisee');
    assert.deepEqual(data, (await lookUp(office.service, customId)).data);
    assert.deepEqual(problems, []);
  });

  it('a visit that is made is the one that was planned', async () => {
    const { id } = await sendLead(office);
    const { page } = await enterEntry(office, id);
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await save(page, { Date: '2026-03-20', Heure: '15:00', Commentaire: 'Avec sa fille' });
    await chooseAct(page, 'Noter une visite');
    const comment = page.getByRole('dialog').getByLabel('Commentaire');
    assert.equal(await comment.inputValue(), 'Avec sa fille');
    await save(page, { Commentaire: 'Chambre 12 appréciée' });
    // It can't have been made on a day that is still to come.
    const timeline = block(page, 'Suivi');
    await timeline.getByText('Visite, 04/03/2026 à 10:00').waitFor();
    assert.equal(await timeline.getByRole('listitem').count(), 1);
    await chooseAct(page, 'Planifier un rappel');
    await save(page, { Date: '2026-03-10' });
    await timeline.getByText('Prise de contact, 10/03/2026').waitFor();
    await timeline.getByText('Prévu', { exact: true }).waitFor();
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
    await first.page.getByRole('button', { name: 'Résultat' }).click();

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
    await first.page.getByRole('button', { name: 'Enregistrer' }).click();
    await first.page.getByText('Budget : 3 000 € (avant : 2 500 € par mois)').first().waitFor();
    await first.page.getByRole('button', { name: 'Abandonner' }).click();
    await block(first.page, 'Souhaits').getByText('3 000 €').waitFor();
    assert.equal(await first.page.getByText('Résultat : Sans suite').count(), 0);
    assert.deepEqual([...first.problems, ...second.problems], []);
  });

  it('asks the same of an act without a form', async () => {
    const { id } = await sendLead(office);
    const { page } = await enterEntry(office, id);
    // It gets no notification and does not reload by itself.
    await page.route(/\/desk\/changes/, () => undefined);
    await page.reload();
    await page.getByRole('button', { name: 'Noter un appel' }).waitFor();
    const other = await enterEntry(office, id, { name: 'Paul Girard' });
    await other.page.getByRole('button', { name: 'Noter un appel' }).click();
    await save(other.page);
    await chooseAct(page, 'Spam');
    const conflict = page.getByRole('alertdialog');
    await conflict.getByText('Action notée : Prise de contact, 04/03/2026 à 10:00').waitFor();
    await conflict.getByRole('button', { name: 'Abandonner' }).click();
    await block(page, 'Suivi').getByText('Prise de contact, 04/03/2026 à 10:00').waitFor();
    assert.equal(await page.getByText('Spam', { exact: true }).count(), 0);
    await chooseAct(page, 'Spam');
    await page.getByText('Spam', { exact: true }).waitFor();
    await chooseAct(page, 'Ce n’est pas un spam');
    await page.getByText('Spam', { exact: true }).waitFor({ state: 'detached' });
  });

  it('two requests of one family become one, and two again', async () => {
    const phone = { phoneClient: '03 53 01 12 34', commercialrelations: [] };
    const kept = await sendLead(office, { ...phone, firstNameClient: 'Odette' });
    const double = await sendLead(office, { ...phone, firstNameClient: 'Odette' });
    const { page, problems } = await enterEntry(office, kept.id);
    const merge = page.getByRole('button', { name: `Fusionner comme doublon : fiche n° ${double.id}` });
    await merge.click();
    await page.getByLabel(`Conserver celle-ci (n° ${kept.id})`).check();
    await save(page);
    const duplicates = block(page, 'Doublons fusionnés ici');
    await duplicates.getByText(`Référence du site : ${double.customId}`).waitFor();
    await page.getByRole('link', { name: `Fiche n° ${double.id}` }).click();
    await page.getByText('Fusionnée comme doublon. La fiche conservée est la').waitFor();
    await block(page, 'Historique')
      .getByText(`a fusionné la fiche comme doublon de la fiche n° ${kept.id}.`)
      .waitFor();
    await page.getByRole('link', { name: `fiche n° ${kept.id}`, exact: true }).click();
    await duplicates.getByRole('button', { name: 'Annuler la fusion' }).click();
    await duplicates.waitFor({ state: 'detached' });
    // The other way round: this one goes, the other is kept; undone from here.
    await merge.click();
    await page.getByLabel(`Conserver la n° ${double.id} : Odette Martin`).check();
    await save(page);
    await page.getByText('Fusionnée comme doublon. La fiche conservée est la').waitFor();
    await page.getByRole('button', { name: 'Annuler la fusion' }).click();
    await merge.waitFor();
    assert.deepEqual(problems, []);
  });

  it('is handed to another residence', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    await page.getByText('Le Clos des Vignes · Site internet').waitFor();
    await chooseAct(page, 'Réaffecter');
    await save(page, { Résidence: 'La Roseraie' });
    await page.getByText('La Roseraie · Site internet').waitFor();
    await block(page, 'Historique')
      .getByText('Hélène Faure a réaffecté la fiche de Le Clos des Vignes à La Roseraie.')
      .waitFor();
    assert.deepEqual(problems, []);
  });
});
