import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { confirmRules, runNow } from '../../server/test/fixtures/retention.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { block, shows } from './entry.ts';
import { assertEveryLook, assertNotWide } from './every-look.ts';
import { until } from './until.ts';

describe('« Ma journée »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
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
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const listed = (page: Page) =>
    page.locator('main').getByRole('link', { name: /^(Abeline Carpentier|Petit)/ });

  it('tells a director whom to call and why, the most urgent first, from one request', async () => {
    const { page, problems, context } = await office.enter({ at: '/leads' });
    await listed(page).first().waitFor();
    const reads: string[] = [];
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/desk/') && pathname !== '/desk/changes') reads.push(pathname);
    });
    await page.getByRole('menuitem', { name: /Ma journée/ }).click();
    const toCall = block(page, 'Maintenant');
    await toCall.getByText('depuis samedi 17:52').waitFor();
    await shows(
      toCall,
      /Abeline Carpentier \(fille\), pour Colette Meunier[\s\S]*Maman est tombée[\s\S]*06 12 34 56 78[\s\S]*depuis 16:00[\s\S]*Petit[\s\S]*Gauthier/,
    );
    await toCall.getByText('Premier appel en retard · La Roseraie · Site internet · à prendre').waitFor();
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
    await toCall.getByRole('link', { name: 'Demandes (2) : Maintenant' }).click();
    await listed(page).nth(1).waitFor();
    const names = await listed(page).allInnerTexts();
    assert.deepEqual(
      names.map((name) => /^[A-ZÀ-Ý]\S*(?: [A-ZÀ-Ý]\S*)?/.exec(name)?.[0]),
      ['Abeline Carpentier', 'Petit'],
    );
    await page.getByRole('button', { name: /^À rappeler/, pressed: true }).waitFor();
    await until(async () => assert.equal(await page.getByText('Ma journée : à rappeler').count(), 0));
    assert.deepEqual(problems, []);
  });

  it('shows a sales assistant her residence alone, on a phone, in the dark', async () => {
    const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
    const { page, problems } = await office.enter({ grants, size: 'phone', scheme: 'dark' });
    await block(page, 'Maintenant').getByText('Petit').waitFor();
    await until(async () =>
      assert.doesNotMatch(
        await page.locator('main').innerText(),
        /Carpentier|Roux|Morel|Garnier|candidature|Webhooks/i,
      ),
    );
    await assertNotWide(page, 'a phone by night');
    // What nobody owns is not hers, and she is told that it waits.
    await page.getByRole('button', { name: 'À moi', exact: true }).click();
    await page.getByText('Rien ne vous est confié. 1 famille attend\u00a0:').waitFor();
    await assertEveryLook(page, 'today-mine', ['phone']);
    await page.getByRole('button', { name: 'À prendre', exact: true }).click();
    await block(page, 'Maintenant').getByText('à prendre').waitFor();
    await page.getByRole('button', { name: 'À prendre (1)', pressed: true }).waitFor();
    const colleague = await signIn(office.service, grants, 'Paul Girard');
    await colleague.post('/desk/entries/3/owner', { userId: colleague.userId });
    await page.reload();
    await page.getByText('Rien à prendre.').waitFor();
    await until(async () => assert.equal(await page.getByText('Petit').count(), 0));
    await page.getByRole('button', { name: 'Toutes', exact: true }).click();
    await block(page, 'Maintenant').getByText('confiée à Paul Girard').waitFor();
    await colleague.post('/desk/entries/3/owner', { userId: null });
    assert.deepEqual(problems, []);
  });

  it('offers a reader nothing of their own, who can’t take anything', async () => {
    const { page } = await office.enter({ grants: [{ role: 'reader', establishmentId: 3 }] });
    await block(page, 'Maintenant').getByText('Petit').waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: /^(À moi|À prendre|Toutes)/ }).count(), 0),
    );
    await until(async () => assert.equal(await page.getByText('à prendre').count(), 0));
  });

  it('can be narrowed to one residence', async () => {
    const { page } = await office.enter();
    await page.getByLabel('Résidence').click();
    await page.getByRole('option', { name: 'Le Clos des Vignes' }).click();
    await block(page, 'Maintenant').getByText('Petit').waitFor();
    await block(page, 'Maintenant').getByText('Carpentier').waitFor({ state: 'detached' });
    // What is chosen keeps the focus, once the menu has faded.
    await page.getByLabel('Résidence').and(page.locator(':focus')).waitFor();
    // A residence that was remembered and is gone hides nothing.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.endsWith('today.residence')) localStorage.setItem(key, '99');
    });
    await page.reload();
    await block(page, 'Maintenant').getByText('Carpentier').waitFor();
  });

  it('tells direction what will be erased within 30 days', async () => {
    const { service } = office;
    // Three years after the first of them, less a month.
    service.clock.now = new Date('2029-02-10T09:00:00.000Z');
    await confirmRules(service, ['prospect']);
    await runNow(service);
    const grants = [{ role: 'direction', establishmentId: 5 }] as const;
    const { page, problems } = await office.enter({ grants });
    const notice = page.getByText('4 fiches seront effacées sous 30 jours, la première le 28/02/2029.');
    await notice.waitFor();
    await page.getByRole('link', { name: 'Voir la liste' }).click();
    const first = page.getByRole('listitem').filter({ hasText: 'Colette Meunier' });
    await shows(first, /sera effacée le 28\/02\/2029\s*Demandes sans admission/);
    await until(async () =>
      assert.doesNotMatch(await page.locator('main').innerText(), /Petit|Clos des Vignes/),
    );
    await assertEveryLook(page, 'coming');
    await first
      .getByRole('link', { name: /Abeline Carpentier/ })
      .first()
      .click();
    await page.waitForURL(/#\/leads\/1$/);
    assert.deepEqual(problems, []);

    const phone = await office.enter({ grants, size: 'phone', scheme: 'dark' });
    await phone.page.getByRole('link', { name: 'Voir la liste' }).click();
    await phone.page.getByText('Colette Meunier').waitFor();
    await until(async () =>
      assert.equal(await phone.page.evaluate(() => document.documentElement.scrollWidth), 360),
    );
    assert.deepEqual(phone.problems, []);
  });
});
