import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { choose } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('an agent of a call centre', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('goes from a number on the display to its family, leaves a message in 2 clicks, confides it, begins another request', async () => {
    const { service } = office;
    const family = { lastNameClient: 'Moreau', firstNameClient: 'Colette', phoneClient: '02 61 91 15 46' };
    const id = await send(
      service,
      'c1',
      { ...family, comment: 'Secret' },
      'etablissement/3/commercial/create',
    );
    const director = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const visit = { date: '2026-03-11', time: '14:00', stage: 'Visite', done: false, comment: 'Secret' };
    assert.equal((await director.patch(`/desk/entries/${id}`, { actions: [visit] })).statusCode, 200);
    await send(
      service,
      'c2',
      { lastName: 'Moreau', firstName: 'Luc', phone: '02 61 91 15 46', contact: 'Secret' },
      'etablissement/5/survey/create',
      '&type=survey.type.complaint',
    );
    const { page, problems } = await office.enter({
      grants: [{ role: 'call-centre', establishmentId: null }],
      name: 'Adèle Roy',
    });
    const answers: string[] = [];
    page.on('response', async (response) => {
      // That of a page which was left meanwhile is gone.
      if (/\/desk\/(?:search|families|entries)/.test(response.url()))
        answers.push(await response.text().catch(() => ''));
    });
    // Where they start: the form of a new lead, with the search above it.
    await page.getByRole('heading', { name: 'Nouvelle demande' }).waitFor();
    await page.getByRole('textbox', { name: 'Téléphone' }).waitFor();
    await page.getByRole('combobox', { name: 'Chercher partout' }).click();
    await page.keyboard.type('33261911546');
    const known = page.getByRole('group', { name: 'Familles connues' });
    await known.getByRole('option', { name: /Luc Moreau/ }).waitFor();
    await until(async () => assert.equal(await page.getByText('Réclamation').count(), 0));
    await assertEveryLook(page, 'search-call-centre', ['desktop']);
    await known.getByRole('option', { name: /Colette Moreau.*Le Clos des Vignes/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/leads\/create\?phone=33261911546$/);

    await page.getByText('Cette famille est déjà connue').waitFor();
    const card = page.getByRole('listitem').filter({ hasText: 'Colette Moreau' });
    await card.getByText(/Visite prévue mer. 11 mars 14:00/).waitFor();
    await card.getByText('Le Clos des Vignes').waitFor();
    await until(async () => assert.match((await card.getByRole('link').getAttribute('href')) ?? '', /^tel:/));
    await assertEveryLook(page, 'known-family');
    // A complaint is for those who may read it.
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: /^(?:Confier|Laisser un message)/ }).count(), 2),
    );

    const clicks = clickCounter(page);
    await clicks.on(card.getByRole('button', { name: /^Laisser un message/ }));
    await page.getByRole('dialog', { name: 'Message pour Le Clos des Vignes' }).waitFor();
    await page.keyboard.type('Rappelez ma fille après 17 h');
    await clicks.on(page.getByRole('button', { name: 'Envoyer' }));
    await page.getByText('Message laissé : la famille est à rappeler.').waitFor();
    assert.equal(clicks.count, 2);
    await card.getByText(/À rappeler/).waitFor();
    const notes = `select count(*) from actions where entry_id = ${id} and done = 1 and comment = 'Rappelez ma fille après 17 h'`;
    assert.equal(await number(service.database, notes), 1);

    const place = `select establishment_id from entries where id = ${id}`;
    const notesAfter = `select count(*) from actions where entry_id = ${id} and comment = 'Demander Mme Roche'`;
    const handOver = clickCounter(page);
    await handOver.on(card.getByRole('button', { name: /^Confier/ }));
    const dialog = page.getByRole('dialog', { name: /Confier.*Colette Moreau/ });
    await dialog.waitFor();
    await page.keyboard.type('Demander Mme Roche');
    await assertEveryLook(page, 'hand-over-call-centre');
    await handOver.on(dialog.getByRole('button', { name: 'La Roseraie' }));
    await page.getByText('Confiée à La Roseraie.').waitFor();
    await card.getByText('La Roseraie').waitFor();
    assert.equal(handOver.count, 2);
    assert.deepEqual(
      [await number(service.database, place), await number(service.database, notesAfter)],
      [5, 1],
    );
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await page.getByText('C’est annulé.').waitFor();
    await card.getByText('Le Clos des Vignes').waitFor();
    assert.deepEqual(
      [await number(service.database, place), await number(service.database, notesAfter)],
      [3, 0],
    );

    await card.getByRole('button', { name: /^Autre demande/ }).click();
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await until(async () =>
      assert.deepEqual(
        [
          await contact.getByLabel('Nom', { exact: true }).inputValue(),
          await contact.getByLabel('Prénom').inputValue(),
          await contact.getByLabel('Téléphone').inputValue(),
          await page.getByLabel('Pour la même personne').isChecked(),
        ],
        ['Moreau', 'Colette', '33261911546', true],
      ),
    );
    assert.match(answers.join(), /Moreau/);
    assert.doesNotMatch(answers.join(), /Secret|survey\.type|15 46/);
    for (const name of ['Ma journée', 'Demandes', 'Statistiques'])
      await until(async () =>
        assert.equal(await page.getByRole('menuitem', { name, exact: true }).count(), 0, name),
      );
    assert.deepEqual(problems, []);
  });

  it('corrects what was just saved, or stands in the list of the day, until the residence has it', async () => {
    const { service } = office;
    const { page, problems } = await office.enter({
      grants: [{ role: 'call-centre', establishmentId: null }],
      name: 'Adèle Roy',
    });
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    const field = (name: string) => contact.getByLabel(name, { exact: true });
    await field('Nom').fill('Garnie');
    await field('Téléphone').fill('06 39 98 60 61');
    await page.getByLabel('Lien avec la personne').fill('Nièce');
    await page.getByRole('region', { name: 'Pour qui' }).getByLabel('Nom', { exact: true }).fill('Weber');
    await choose(page, 'Résidence', 'La Roseraie');
    await page.getByLabel('Ce que la famille demande').fill('Une chambre au calme');
    await page.getByRole('radio', { name: 'Appel noté' }).click();
    await page.getByLabel('Note interne').fill('Rappelle lundi');
    await page.getByRole('button', { name: 'Créer la demande' }).click();
    const saved = await page.getByText(/^Enregistrée\s: n° \d+, La Roseraie/).textContent();
    const id = Number(/\d+/.exec(saved ?? '')?.[0]);
    const mine = page.getByRole('region', { name: 'Mes saisies du jour' });
    const row = mine.getByRole('listitem').filter({ hasText: `n° ${id}` });
    await row.getByText('Garnie, pour Weber').waitFor();
    await row.getByText(/10:00.*La Roseraie/).waitFor();
    // One click from what was just saved.
    await page.getByRole('alert').getByRole('link', { name: 'Corriger' }).click();
    await page.getByRole('heading', { level: 1, name: `Corriger la demande n° ${id}` }).waitFor();
    const person = page.getByRole('region', { name: 'Pour qui' });
    await until(async () =>
      assert.deepEqual(
        [
          ...(await Promise.all(['Nom', 'Téléphone'].map((name) => field(name).inputValue()))),
          await page.getByLabel('Lien avec la personne').inputValue(),
          await person.getByLabel('Nom', { exact: true }).inputValue(),
          await page.getByLabel('Ce que la famille demande').inputValue(),
          await page.getByRole('radio', { name: 'Appel noté' }).isChecked(),
          await page.getByLabel('Note interne').inputValue(),
        ],
        ['Garnie', '06 39 98 60 61', 'Nièce', 'Weber', 'Une chambre au calme', true, 'Rappelle lundi'],
      ),
    );
    // It is no other request of a known family.
    await until(async () => assert.equal(await page.getByText('Cette famille est déjà connue').count(), 0));
    await assertEveryLook(page, 'correct-typed');
    await field('Nom').fill('Garnier');
    await choose(page, 'Résidence', 'Les Tilleuls');
    await page.getByLabel('Ce que la famille demande').fill('');
    await page.getByRole('radio', { name: 'Aucune' }).click();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText(`Corrigée : n° ${id}, Les Tilleuls`).waitFor();
    await row.getByText('Garnier, pour Weber').waitFor();
    await assertEveryLook(page, 'typed-today');
    await row.getByText('Les Tilleuls').waitFor();
    const director = await signIn(service, [{ role: 'direction', establishmentId: 1 }], 'Nadège Martin');
    const { comment, relations, actions, followUp, history } = (
      await director.get(`/desk/entries/${id}`)
    ).json();
    assert.deepEqual(
      [comment, relations[0].fields, relations[0].extra, actions, followUp],
      [null, { lastName: 'Garnier', cellphone: '06 39 98 60 61' }, { lien: 'Nièce' }, [], 'to-call'],
    );
    assert.deepEqual(
      [history[0].author, history[0].change, history[0].detail.relations['1'].lastName],
      ['Adèle Roy', 'retyped', { from: null, to: 'Garnier' }],
    );
    // For the same person: the form shows it as it was typed.
    await row.getByRole('link', { name: /^Corriger/ }).click();
    await page.getByLabel('Pour la même personne').click();
    // Meanwhile the residence notes a call.
    const called = { actions: [{ stage: 'Prise de contact', comment: 'Secret' }] };
    assert.equal((await director.patch(`/desk/entries/${id}`, called)).statusCode, 200);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText(/Rien n’a été changé\s: la résidence s’en occupe déjà/).waitFor();
    await row.getByText('Nadège Martin s’en occupe').waitFor();
    await until(async () => assert.equal(await row.getByRole('link').count(), 0));
    await assertEveryLook(page, 'typed-taken');
    await row.getByRole('button', { name: /^Laisser un message/ }).click();
    await page.keyboard.type('Elle rappelle à 17 h');
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByText('Message laissé : la famille est à rappeler.').waitFor();
    await until(async () => assert.equal(await page.getByText('Secret').count(), 0));
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('409')),
      [],
    );
  });

  it('saves a correction once when the response is lost, and never over what others changed since', async () => {
    const { service } = office;
    const { page } = await office.enter({ grants: [{ role: 'call-centre', establishmentId: null }] });
    const field = (name: string) =>
      page.getByRole('region', { name: 'Qui est là, ou au téléphone' }).getByLabel(name, { exact: true });
    await field('Nom').fill('Lost');
    await field('Téléphone').fill('06 39 98 60 71');
    await choose(page, 'Résidence', 'La Roseraie');
    await page.getByRole('radio', { name: 'Visite prévue' }).click();
    await page.getByLabel('Date', { exact: true }).fill('2026-03-20');
    await page.getByRole('button', { name: 'Créer la demande' }).click();
    const saved = await page.getByText(/^Enregistrée\s: n° \d+, La Roseraie/).textContent();
    const id = Number(/\d+/.exec(saved ?? '')?.[0]);
    const corrections = `select count(*) from history where entry_id = ${id} and change = 'retyped'`;
    const correct = async () => {
      const read = page.waitForResponse(/\/typed$/);
      await page
        .getByRole('link', { name: /^Corriger/ })
        .last()
        .click();
      return (await (await read).json()).version;
    };
    const save = () => page.getByRole('button', { name: 'Enregistrer' }).click();
    const seen = await correct();
    const sent: unknown[] = [];
    await page.route(/\/typed$/, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      const body = route.request().postDataJSON();
      sent.push(body.version);
      if (sent.length === 2) return route.continue();
      // Somebody else was faster; or the answer is lost.
      if (sent.length > 2) return route.continue({ postData: { ...body, version: body.version - 1 } });
      await route.fetch();
      return route.abort();
    });
    await field('Nom').fill('Last');
    await save();
    await page.getByText('Le service ne répond pas.').first().waitFor();
    await save();
    await page.getByText(`Corrigée : n° ${id}, La Roseraie`).waitFor();
    assert.deepEqual([sent, await number(service.database, corrections)], [[seen, seen], 1]);
    await correct();
    await field('Nom').fill('Least');
    await save();
    await page.getByText(/Rien n’a été changé\s: .*Rechargez la page/).waitFor();
    assert.equal(await number(service.database, corrections), 1);
  });

  it('writes down a family that nobody knows, from what was searched', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'call-centre', establishmentId: null }],
      size: 'phone',
    });
    await page.getByRole('textbox', { name: 'Prénom' }).first().fill('Odette');
    await page.getByRole('button', { name: 'Chercher partout' }).click();
    await page.getByRole('combobox', { name: 'Chercher partout' }).fill('06 39 98 00 99');
    await page.getByRole('option', { name: 'Nouvelle demande avec ce numéro : 06 39 98 00 99' }).click();
    await page.locator('input[value="06 39 98 00 99"]').waitFor();
    // What was typed before stays.
    await until(async () =>
      assert.equal(await page.getByRole('textbox', { name: 'Prénom' }).first().inputValue(), 'Odette'),
    );
    assert.deepEqual(problems, []);
  });

  it('says why nothing is found after many look-ups', async () => {
    const { service } = office;
    await send(
      service,
      'c3',
      { lastNameClient: 'Lambert', phoneClient: '02 61 91 15 47' },
      'etablissement/3/commercial/create',
    );
    const { page, context } = await office.enter({
      grants: [{ role: 'call-centre', establishmentId: null }],
    });
    await page.getByRole('heading', { name: 'Nouvelle demande' }).waitFor();
    for (let i = 0; i < 120; i++)
      assert.ok((await context.request.get('/desk/families?phone=0261911547')).ok());
    const sentence = 'Trop de familles recherchées en une heure. Réessayez plus tard.';
    await page.getByRole('textbox', { name: 'Téléphone' }).fill('02 61 91 15 47');
    await page.getByText(sentence).waitFor();
    await assertEveryLook(page, 'look-ups-limited');
    await page.getByRole('combobox', { name: 'Chercher partout' }).fill('02 61 91 15 47');
    await page.getByRole('presentation').getByText(sentence).waitFor();
  });

  it('is not needed to hand a lead over: who may not read there sees whom it was confided to', async () => {
    const { service } = office;
    const id = await send(service, 'c2', { lastNameClient: 'Perrin' }, 'etablissement/3/commercial/create');
    const { page, problems } = await office.enter({
      grants: [{ role: 'commercial', establishmentId: 3 }],
      name: 'Inès Moreau',
      at: `/leads/${id}`,
    });
    await page.getByRole('button', { name: 'Confier à…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).click();
    await page.getByText('Confiée à La Roseraie.').first().waitFor();
    // The page has asked for an entry that it may not read any more.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('404')),
      [],
    );
  });
});
