import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { confirmRules, runNow } from '../../server/test/fixtures/retention.ts';
import { seriousViolations } from './accessibility.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { keepScreenshot } from './browser.ts';

describe('« Ma journée »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const { service } = office;
    const { query } = service;
    // Friday evening: more than 24 working hours before Wednesday evening.
    service.clock.now = new Date('2026-02-27T16:30:00.000Z');
    await service.post(`/fr/etablissement/5/commercial/create?${query}`, {
      lastNameClient: 'Lefèvre',
      firstNameClient: 'Simone',
      phoneClient: '02 61 91 12 34',
    });
    await service.post(`/fr/etablissement/5/survey/create?${query}`, {
      type: 'survey.type.complaint',
      lastName: 'Morel',
    });
    service.clock.now = new Date('2026-03-04T15:00:00.000Z');
    await service.post(`/fr/etablissement/3/commercial/create?${query}`, { lastNameClient: 'Petit' });
    await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Nom': 'Garnier' });
    await service.post(`/fr/announcement/postuler?${query}`, { etablissementId: 5, lastName: 'Bernard' });
    const desk = await signIn(service);
    await desk.post('/desk/entries', {
      establishmentId: 5,
      type: 'commercial.type.phone',
      fields: { lastNameClient: 'Roux' },
      actions: [{ date: '2026-03-04', time: '14:30', stage: 'Visite', done: false }],
    });
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('shows what waits, the longest waiting in red, and opens it in one click', async () => {
    const { page, problems } = await office.enter();
    const toCall = page.getByRole('region', { name: 'À rappeler' });
    await toCall.getByText('attend depuis 25 h ouvrées (plus de 24 h ouvrées)').waitFor();
    await toCall.getByText('Le Clos des Vignes').waitFor();
    assert.match(await toCall.innerText(), /Lefèvre[\s\S]*La Roseraie[\s\S]*Petit[\s\S]*Le Clos des Vignes/);
    const visits = page.getByRole('region', { name: 'Visites du jour' });
    assert.match(await visits.innerText(), /Roux[\s\S]*prévu à 14:30/);
    assert.match(
      await page.getByRole('region', { name: 'Réclamations ouvertes' }).innerText(),
      /Morel[\s\S]*ouverte depuis 4 jours/,
    );
    assert.match(
      await page.getByRole('region', { name: 'Orientations partenaire à traiter' }).innerText(),
      /Garnier[\s\S]*À attribuer/,
    );
    assert.match(await page.getByRole('region', { name: 'Candidatures non lues' }).innerText(), /Bernard/);
    await page.getByRole('heading', { name: 'Webhooks en échec' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await keepScreenshot(page, 'today-desktop-light');
    await toCall.getByRole('link', { name: /Lefèvre/ }).click();
    await page.waitForURL(/#\/leads\/1$/);
    assert.deepEqual(problems, []);
  });

  it('shows a user their residence alone, on a phone, in the dark', async () => {
    const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
    const { page, problems } = await office.enter({ grants, size: 'phone', scheme: 'dark' });
    const toCall = page.getByRole('region', { name: 'À rappeler' });
    await toCall.getByText('Petit').waitFor();
    assert.doesNotMatch(
      await page.locator('main').innerText(),
      /Lefèvre|Roux|Morel|Garnier|Candidatures|Webhooks/,
    );
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 360);
    assert.deepEqual(await seriousViolations(page), []);
    await keepScreenshot(page, 'today-phone-dark');
    assert.deepEqual(problems, []);
  });

  it('can be narrowed to one residence', async () => {
    const { page } = await office.enter();
    await page.getByLabel('Résidence').click();
    await page.getByRole('option', { name: 'Le Clos des Vignes' }).click();
    await page.getByRole('region', { name: 'À rappeler' }).getByText('Petit').waitFor();
    await page.getByText('Lefèvre').waitFor({ state: 'detached' });
  });

  it('tells direction what will be erased within 30 days', async () => {
    const { service } = office;
    // Three years after the first of them, less a month.
    service.clock.now = new Date('2029-02-10T09:00:00.000Z');
    await confirmRules(service, ['prospect']);
    await runNow(service);
    const grants = [{ role: 'direction', establishmentId: 5 }] as const;
    const { page, problems } = await office.enter({ grants });
    const notice = page.getByText('2 fiches seront effacées sous 30 jours, la première le 27/02/2029.');
    await notice.waitFor();
    await keepScreenshot(page, 'today-coming-desktop-light');
    await page.getByRole('link', { name: 'Voir la liste' }).click();
    const first = page.getByRole('link', { name: /Lefèvre/ });
    await first.getByText('Demandes sans admission – sera effacée le 27/02/2029').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /Petit|Clos des Vignes/);
    assert.deepEqual(await seriousViolations(page), []);
    await keepScreenshot(page, 'coming-desktop-light');
    await first.click();
    await page.waitForURL(/#\/leads\/1$/);
    assert.deepEqual(problems, []);

    const phone = await office.enter({ grants, size: 'phone', scheme: 'dark' });
    await phone.page.getByRole('link', { name: 'Voir la liste' }).click();
    await phone.page.getByRole('link', { name: /Lefèvre/ }).waitFor();
    assert.equal(await phone.page.evaluate(() => document.documentElement.scrollWidth), 360);
    assert.deepEqual(await seriousViolations(phone.page), []);
    await keepScreenshot(phone.page, 'coming-phone-dark');
    assert.deepEqual(phone.problems, []);
  });
});
