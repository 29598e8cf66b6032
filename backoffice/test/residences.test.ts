import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf } from './browser.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('« Résidences »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const direction = [{ role: 'direction', establishmentId: 3 }] as const;

  it('shows and changes one, and shows the main API’s answer about it', async () => {
    const { page, problems } = await office.enter({ grants: direction, at: '/establishments' });
    await assertEveryLook(page, 'residences-of-a-director');
    await page.getByRole('link', { name: 'Le Clos des Vignes' }).click();
    await page.getByRole('heading', { name: 'Banque et Urssaf (confidentiel)' }).waitFor();
    await page.getByRole('button', { name: 'Modifier : Coordonnées' }).click();
    await page.getByLabel('Code postal').fill('4940');
    await page.getByLabel('Téléphone').fill('02 61 91 00 42');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Le code postal compte 5 chiffres.').waitFor();
    await until(async () => assert.equal(await page.getByLabel('Téléphone').inputValue(), '02 61 91 00 42'));
    await page.getByLabel('Code postal').fill('49400');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Résidence enregistrée.').waitFor();
    await page.getByText('02 61 91 00 42').waitFor();
    await assertEveryLook(page, 'residence');

    // What sites are answered is for administrators.
    await until(async () =>
      assert.equal(await page.getByRole('tab', { name: 'Réponse de l’API' }).count(), 0),
    );
    const administrator = await office.enter({ at: '/establishments/3/public' });
    await administrator.page.getByText('"phone": "02 61 91 00 42"').waitFor();
    await assertEveryLook(administrator.page, 'residence-public');
    assert.deepEqual([...problems, ...administrator.problems], []);
  });

  it('says to whom its new entries are given', async () => {
    const { page, problems } = await office.enter({
      grants: direction,
      name: 'Paul Girard',
      at: '/establishments/3',
    });
    const card = page.locator('section').filter({ hasText: 'Confier les nouvelles fiches' });
    await card.getByText('Elles ne sont confiées à personne.').waitFor();
    const give = async (to: string) => {
      await card.getByRole('button', { name: 'Modifier : confier les nouvelles fiches' }).press('Enter');
      await page.getByRole('combobox', { name: 'À qui' }).press('Enter');
      await page.getByRole('option', { name: to }).press('Enter');
      await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    };
    await give('Paul Girard');
    await card.getByText('Elles sont confiées à Paul Girard.').waitFor();
    await give('Chacun son tour');
    await card.getByText(/^Elles sont confiées tour à tour à .*Paul Girard/).waitFor();
    await assertEveryLook(page, 'residence-assignment');
    await give('Personne');
    await card.getByText('Elles ne sont confiées à personne.').waitFor();
    // Times are for who may change every residence.
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Modifier : délais de suivi' }).count(), 0),
    );
    assert.deepEqual(problems, []);
  });

  it('sets the times of follow-up of all residences and of one', async () => {
    const { page, problems } = await office.enter({ at: '/establishments' });
    const card = page.locator('section').filter({ hasText: 'Délais de suivi' });
    await card.getByText('Délais par défaut.').waitFor();
    await card.getByText('4 h ouvrées').waitFor();
    const set = async (hours: string, within = card) => {
      await within.getByRole('button', { name: 'Modifier : délais de suivi' }).press('Enter');
      await page.getByLabel('Premier appel, en heures ouvrées').fill(hours);
      await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await set('2.5');
    await card.getByText('2,5 h ouvrées').waitFor();
    await assertEveryLook(page, 'residences-targets');

    await page.getByRole('tab', { name: 'Groupes' }).click();
    const ofGroup = page.getByRole('region', { name: 'Délais de suivi : Groupe A' });
    await ofGroup.getByText('Ceux de toutes les résidences.').waitFor();
    await set('2', ofGroup);
    await ofGroup.getByText('2 h ouvrées').waitFor();
    await assertEveryLook(page, 'group-targets');

    await page.goto('/#/establishments/3');
    await card.getByText(/^Hérités du groupe/).waitFor();
    await card.getByText('2 h ouvrées').waitFor();
    await set('1');
    await card.getByText('Propres à cette résidence.').waitFor();
    await card.getByText('1 h ouvrée').waitFor();
    await card.getByRole('button', { name: 'Retirer ces délais' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer ces délais' }).click();
    await card.getByText(/^Hérités du groupe/).waitFor();
    assert.deepEqual(problems, []);
  });

  it('keeps its staff and its job offers', async () => {
    const { page, problems } = await office.enter({ grants: direction, at: '/establishments/3/staff' });
    await page.getByRole('button', { name: 'Ajouter une personne' }).click();
    await page.getByLabel('Nom').fill('Aline Roux <script>alert(1)</script>');
    await page.getByLabel('Fonction').fill('Médecin coordonnateur');
    await page.getByLabel('Médecin').click();
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const member = page.getByRole('listitem').filter({ hasText: 'Aline Roux' });
    await member.getByText('Médecin', { exact: true }).waitFor();
    await assertEveryLook(page, 'residence-staff');
    await member.getByRole('button').click();
    await page.getByLabel('En poste').click();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await member.getByText('N’est plus en poste').waitFor();

    await page.getByRole('tab', { name: 'Offres d’emploi' }).click();
    await page.getByRole('button', { name: 'Ajouter une offre' }).click();
    await page.getByLabel('Intitulé').fill('Psychomotricien(ne) de nuit');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const offer = page.getByRole('listitem').filter({ hasText: 'Psychomotricien(ne) de nuit' });
    await offer.getByText('Ouverte').waitFor();
    const openOffers = async () =>
      (await office.service.get(`/fr/jobs?etablissement=3&${office.service.query}`)).json()
        .totalAnnouncements;
    const before = await openOffers();
    await assertEveryLook(page, 'residence-jobs');
    await offer.getByRole('button', { name: /^Fermer l’offre/ }).click();
    await page.getByRole('dialog', { name: 'Fermer l’offre Psychomotricien(ne) de nuit ?' }).waitFor();
    assert.equal(await openOffers(), before);
    await page.getByRole('button', { name: 'Fermer l’offre', exact: true }).click();
    await offer.getByText('Fermée').waitFor();
    assert.equal(await openOffers(), before - 1);
    assert.deepEqual(problems, []);
  });

  it('imports a file once nothing is wrong with it', async () => {
    const { page, problems } = await office.enter({ at: '/establishments/import' });
    const load = async (text: string) => {
      const buffer = Buffer.from(text);
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'personnel.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Vérifier' }).click();
    };
    await page.getByLabel('Que contient le fichier ?').click();
    await page.getByRole('option', { name: 'Personnel' }).click();
    await page.getByText('Colonnes : Numéro, Résidence (numéro), Nom').waitFor();
    await load('establishment;name;job\n3;Zoé Perrin;IDE\n2;Nulle Part;ASH\n3;;ASH\n');
    await page.getByText('2 erreurs : rien n’est enregistré').waitFor();
    await page.getByText(/Ligne 3, Résidence \(numéro\) — aucune résidence ne porte le numéro 2/).waitFor();
    await page.getByText(/Ligne 4, Nom — il manque une valeur/).waitFor();
    await until(async () => assert.equal(await page.getByRole('button', { name: 'Enregistrer' }).count(), 0));
    await assertEveryLook(page, 'residences-import-wrong');

    // The model has the names of the columns, which the file may keep.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger un modèle (CSV)' }).click(),
    ]);
    const model = String(await contentOf(download)).trim();
    assert.match(model, /^"Numéro";"Résidence \(numéro\)";"Nom";"Fonction";/);
    await load(`${model}\n;3;Zoé Perrin;IDE;;;\n`);
    await page.getByText('Voici ce qui changerait').waitFor();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('C’est enregistré').waitFor();
    await assertEveryLook(page, 'residences-import');
    await page.goto('/#/establishments/3/staff');
    await page.getByText('Zoé Perrin').waitFor();
    assert.deepEqual(problems, []);
  });

  it('adds a group and a residence', async () => {
    const { page, problems } = await office.enter({ at: '/establishments/groups' });
    await page.getByRole('button', { name: 'Ajouter un groupe' }).click();
    await page.getByLabel('Nom', { exact: false }).first().fill('Groupe Loire');
    await page.getByLabel('Nom court').fill('Groupe Loire');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await page.getByText('Le nom court est fait de minuscules').waitFor();
    await page.getByLabel('Nom court').fill('loire');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await page.getByRole('article', { name: 'Groupe Loire' }).waitFor();
    await assertEveryLook(page, 'residences-groups');
    await page.getByRole('tab', { name: 'Résidences' }).click();
    await page.getByRole('heading', { name: 'La Roseraie' }).waitFor();
    await assertEveryLook(page, 'residences');
    await page.getByRole('button', { name: 'Ajouter une résidence' }).click();
    await page.getByLabel('Nom').fill('Les Saules');
    await page.getByLabel('Groupe').click();
    await page.getByRole('option', { name: 'Groupe Loire' }).click();
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await page.getByRole('heading', { name: 'Les Saules', level: 1 }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('offers groups and imports to a direction of all residences, not to one of a few', async () => {
    const everywhere = await office.enter({
      at: '/establishments/groups',
      grants: [{ role: 'direction', establishmentId: null }],
    });
    await everywhere.page.getByRole('button', { name: 'Ajouter un groupe' }).waitFor();
    await everywhere.page.getByRole('tab', { name: 'Import' }).waitFor();
    const here = await office.enter({
      at: '/establishments/groups',
      grants: [{ role: 'direction', establishmentId: 3 }],
    });
    await here.page.getByRole('heading', { name: 'Le Clos des Vignes' }).waitFor();
    await here.page.getByRole('tab', { name: 'Modèles' }).waitFor();
    await until(async () =>
      assert.equal(await here.page.getByRole('tab', { name: /Groupes|Import/ }).count(), 0),
    );
    assert.deepEqual([...everywhere.problems, ...here.problems], []);
  });

  it('is read-only without the right to change it', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'reader', establishmentId: 3 }],
      at: '/establishments/3',
    });
    await page.getByRole('heading', { name: 'Coordonnées' }).waitFor();
    await until(async () => assert.equal(await page.getByRole('button', { name: /^Modifier/ }).count(), 0));
    await until(async () => assert.equal(await page.getByText('IBAN').count(), 0));
    assert.deepEqual(problems, []);
  });
});
