import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { openBackOffice } from './back-office.ts';
import { block, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

it('a director reads whom to call and why, the most urgent first, from one request', async (t) => {
  const office = await openBackOffice();
  t.after(() => office.close());
  const { service } = office;
  const { query } = service;
  // Saturday evening; Monday to Wednesday are more than 24 working hours.
  service.clock.now = new Date('2026-02-28T16:52:00.000Z');
  await service.post(`/fr/etablissement/5/commercial/create?${query}`, {
    firstNameClient: 'Colette',
    lastNameClient: 'Meunier',
    phoneClient: '02 61 91 12 34',
    comment: 'Maman est tombée hier soir. Pouvez-vous me rappeler avant midi ?',
    type: 'commercial.type.website',
    commercialrelations: [
      { firstName: 'Abeline', lastName: 'Carpentier', cellphone: '06.12.34.56.78', lien: 'Fille' },
    ],
  });
  await service.post(`/fr/etablissement/5/survey/create?${query}`, {
    type: 'survey.type.complaint',
    lastName: 'Morel',
  });
  service.clock.now = new Date('2026-03-04T15:00:00.000Z');
  await service.post(`/fr/etablissement/3/commercial/create?${query}`, { lastNameClient: 'Petit' });
  await service.post(`/fr/etablissement/5/survey/create?${query}`, {
    type: 'survey.type.contact',
    lastName: 'Gauthier',
  });
  await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Nom': 'Garnier' });
  await service.post(`/fr/announcement/postuler?${query}`, { etablissementId: 5, lastName: 'Bernard' });
  const desk = await signIn(service);
  const visit = { date: '2026-03-04', stage: 'Visite', done: false };
  for (const [lastNameClient, time] of [
    ['Roux', '17:30'],
    ['Dubois', '14:30'],
  ]) {
    const body = { establishmentId: 5, type: 'commercial.type.phone', fields: { lastNameClient } };
    await desk.post('/desk/entries', { ...body, actions: [{ ...visit, time }] });
  }

  const { page, problems, context } = await office.enter({ at: '/leads' });
  const listed = page.locator('main').getByRole('link', { name: /^(Abeline Carpentier|Petit)/ });
  await listed.first().waitFor();
  const reads: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/desk/') && pathname !== '/desk/changes') reads.push(pathname);
  });
  await page.getByRole('menuitem', { name: /Ma journée/ }).click();
  const toCall = block(page, 'Maintenant');
  await toCall.getByText('sam. 17:52').waitFor();
  await shows(
    toCall,
    /Abeline Carpentier \(fille\), pour Colette Meunier[\s\S]*Maman est tombée[\s\S]*06 12 34 56 78[\s\S]*16:00[\s\S]*Gauthier[\s\S]*Petit/,
  );
  await toCall.getByText('en retard').waitFor();
  // Two residences are headings.
  const places = toCall.getByRole('heading', { level: 3 });
  await until(async () =>
    assert.deepEqual(await places.allInnerTexts(), ['La Roseraie', 'Le Clos des Vignes']),
  );
  // The first family is open beside the list.
  const panel = page.getByRole('region', { name: 'Fiche ouverte' });
  const call = panel.getByRole('link', { name: 'Appeler Abeline Carpentier : 06 12 34 56 78' });
  await until(async () => assert.equal(await call.getAttribute('href'), 'tel:0612345678'));
  await until(async () => assert.ok(((await call.boundingBox())?.height ?? 0) >= 44));
  await panel.getByText('Maman est tombée hier soir. Pouvez-vous me rappeler avant midi').waitFor();
  await shows(block(page, 'Aujourd’hui'), /14:30\s*Visite\s*Dubois[\s\S]*17:30\s*Visite\s*Roux/);
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await until(async () =>
    assert.deepEqual(await headings.allInnerTexts(), [
      'Maintenant',
      'Aujourd’hui',
      'En retard',
      'Rien de prévu',
    ]),
  );
  // Every row has the same height.
  const heights = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.deepEqual(new Set(heights).size, 1);
  const others = block(page, 'À traiter aussi').getByRole('link');
  await until(async () =>
    assert.deepEqual(await others.allInnerTexts(), [
      '1 réclamation à traiter, dont 1 en retard',
      '1 orientation à traiter',
      '1 candidature à traiter',
    ]),
  );
  assert.deepEqual(reads.filter((path) => path !== '/desk/counts').toSorted(), [
    '/desk/agenda',
    '/desk/entries/1',
    '/desk/today',
  ]);
  await assertEveryLook(page, 'today');
  // The heading says 3, as the tab: two leads, as the menu, and a contact form.
  await page.getByRole('menuitem', { name: 'Demandes 2 à traiter' }).waitFor();
  await toCall.getByText('3', { exact: true }).waitFor();
  assert.equal(await page.title(), '(3) Ma journée – Accueil');
  assert.deepEqual(problems, []);
});

it('a director makes a lead of what was refused, and puts the rest aside', async (t) => {
  const office = await openBackOffice();
  t.after(() => office.close());
  const { service } = office;
  const refused = async (body: object) => {
    const path = `/fr/etablissement/3/commercial/create?${service.query}`;
    assert.equal((await service.post(path, body)).statusCode, 400);
  };
  await refused({ emailClient: 'x', comment: 'Bon marché' });
  await refused({
    firstNameClient: 'Simone',
    lastNameClient: 'Martin',
    emailClient: 'claire.durand chez example.org',
    comment: 'Maman rentre de l’hôpital lundi',
    chambre: { vue: 'sur le jardin' },
    commercialrelations: [{ firstName: 'Claire', lastName: 'Durand', cellphone: '06 39 98 12 34' }],
  });

  const direction = { grants: [{ role: 'direction', establishmentId: 3 }], name: 'Hélène Faure' } as const;
  const { page, problems } = await office.enter(direction);
  await page.getByRole('link', { name: '2 envois refusés' }).click();
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await shows(
    row('Martin'),
    /« emailClient » : ce n’est pas une adresse e-mail[\s\S]*chambre \/ vue : sur le/,
  );
  await assertEveryLook(page, 'refused');
  await row('Bon marché').getByRole('button', { name: 'Écarter' }).click();
  await row('Bon marché').waitFor({ state: 'detached' });
  await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
  await row('Bon marché').waitFor();

  await row('Martin').getByRole('link', { name: 'Créer la demande' }).click();
  const save = page.getByRole('button', { name: 'Créer la demande' });
  await save.click();
  await page.getByLabel('E-mail').last().fill('simone.martin@example.org');
  await save.click();
  await page.getByText('Maman rentre de l’hôpital lundi').first().waitFor();
  await page.getByText('chambre / vue : sur le jardin').first().waitFor();
  await page.getByRole('heading', { name: 'Simone Martin' }).waitFor();
  await page.getByText('06 39 98 12 34').first().waitFor();
  await page.getByRole('menuitem', { name: /Ma journée/ }).click();
  await page.getByRole('link', { name: '1 envoi refusé' }).click();
  await row('Bon marché').waitFor();
  await row('Martin').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});
