import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { doStage, fetchFile, newLead } from '../../server/test/fixtures/conversions.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('« Conversions »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('switches the export on, with a password that works until it is revoked', async () => {
    const { service } = office;
    const desk = await signIn(service);
    const told = await newLead(service, { gclid: 'Cj0K_seen' });
    const denied = await newLead(service, { adUserData: 'DENIED' });
    const unsaid = await newLead(service, {
      adUserData: undefined,
      adPersonalization: undefined,
      utm_campaign: 'printemps-2026',
    });
    for (const id of [told, denied, unsaid]) await doStage(desk, id, 'Validé');

    const { page, problems } = await office.enter();
    await page.getByRole('menuitem', { name: 'Statistiques' }).click();
    await page.getByRole('tab', { name: 'Conversions' }).click();
    await page.getByText('L’export est désactivé').waitFor();
    await until(async () => assert.equal(await page.getByRole('link', { name: /^Télécharger/ }).count(), 0));
    await assertEveryLook(page, 'conversions-off');
    await page.getByRole('switch', { name: 'Exporter les conversions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activer l’export' }).click();
    await page.getByText('Export activé.').waitFor();

    await page.getByRole('button', { name: 'Créer un mot de passe' }).click();
    const dialog = page.getByRole('dialog');
    const password = await dialog.getByLabel('Mot de passe', { exact: true }).inputValue();
    assert.match((await fetchFile(service, password)).body, /\nCj0K_seen,Contact qualifié,/);
    await dialog.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByText(/^créé le 04\/03\/2026/).waitFor();
    assert.ok(!(await page.content()).includes(password));

    await page.reload();
    await page.getByText('1 dans le fichier, dont 0 pour la première fois').waitFor();
    const withheld = page.getByRole('listitem').filter({ hasText: 'Demande n°' });
    await withheld
      .filter({ hasText: 'Consentement inconnu' })
      .filter({ hasText: 'campagne printemps-2026' })
      .waitFor();
    await withheld.filter({ hasText: 'Consentement refusé' }).waitFor();
    await until(async () => assert.equal(await withheld.count(), 2));
    await assertEveryLook(page, 'conversions');
    await page.getByRole('switch', { name: /^Nos sites/ }).click();
    // It asks first.
    const question = page.getByRole('dialog', { name: /^Vos sites recueillent-ils/ });
    await question.waitFor();
    await assertEveryLook(page, 'conversions-consent');
    assert.equal((await desk.get('/desk/conversions')).json().consentAssured, false);
    await question.getByRole('button', { name: 'Oui, je le déclare' }).click();
    await withheld.filter({ hasText: 'Consentement inconnu' }).waitFor({ state: 'detached' });
    assert.match((await fetchFile(service, password)).body, RegExp(`,A-${unsaid}-Q,`));

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Télécharger google-ads.csv' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'google-ads.csv');
    assert.match(await text(await download.createReadStream()), /^Parameters:TimeZone=Europe\/Paris\r\n/);

    await page.getByRole('button', { name: 'Révoquer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
    await page.getByText('personne ne peut venir chercher les fichiers').waitFor();
    assert.equal((await fetchFile(service, password)).statusCode, 401);
    await withheld.filter({ hasText: 'Consentement refusé' }).getByRole('link').click();
    await page.waitForURL(`**/#/leads/${denied}`);
    assert.deepEqual(problems, []);
  });

  it('names conversions, and keeps what was typed when a name can’t be', async () => {
    const { page, problems } = await office.enter({ at: '/conversions' });
    await page.getByRole('button', { name: 'Modifier les noms et valeurs' }).click();
    const dialog = page.getByRole('dialog');
    const qualified = dialog.getByRole('group', { name: 'Contact qualifié' });
    await qualified.getByLabel('Nom dans le compte').fill('=1+1');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('ne commence ni par =').waitFor();
    await until(async () =>
      assert.equal(await qualified.getByLabel('Nom dans le compte').inputValue(), '=1+1'),
    );
    await assertEveryLook(page, 'conversions-names');
    await qualified.getByLabel('Nom dans le compte').fill('Contact sérieux');
    await qualified.getByLabel('Valeur en euros').fill('12.5');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText(/^Contact sérieux · 12,50\s€$/).waitFor();
    const { admitted } = (await (await signIn(office.service)).get('/desk/conversions')).json();
    assert.deepEqual(admitted, { name: 'Dossier abouti', value: null });
    await page.goto('/#/audit');
    await page.getByText('Modification de l’export des conversions').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('is for marketing too, without any family', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'marketing', establishmentId: null }],
      name: 'Marion Leroy',
    });
    await page.getByRole('tab', { name: 'Conversions', selected: true }).waitFor();
    await page.waitForURL(/#\/statistics\/conversions$/);
    for (const name of ['Ma journée', 'Demandes', 'Intégrations', 'Utilisateurs'])
      await until(async () => assert.equal(await page.getByRole('menuitem', { name }).count(), 0, name));
    const entries = page.getByRole('listitem').filter({ hasText: 'Demande n°' });
    await entries.first().waitFor();
    await until(async () => assert.equal(await entries.getByRole('link').count(), 0));
    await page.getByRole('tab', { name: 'Activité' }).click();
    await page.getByText('Demandes reçues').first().waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('link', { name: /^Demandes reçues/ }).count(), 0),
    );
    await page.getByRole('combobox', { name: 'Résidence' }).click();
    await page.getByRole('option', { name: 'Les Hortensias' }).click();
    await page.waitForURL(/residence=\d/);
    await page.getByText('Demandes reçues').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('is not offered to a director, whatever the address', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'direction', establishmentId: null }],
      at: '/conversions',
    });
    await page.getByRole('menuitem', { name: 'Résidences' }).waitFor();
    await page.getByRole('tab', { name: 'Activité', selected: true }).waitFor();
    await until(async () => assert.equal(await page.getByRole('tab', { name: 'Conversions' }).count(), 0));
    await until(async () => assert.equal(await page.getByRole('switch').count(), 0));
    assert.deepEqual(problems, []);
  });
});
