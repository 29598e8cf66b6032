// The agenda, the board, the search and the lists, besides the stories of leads.test.ts and today.test.ts.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ok } from '../../server/test/fixtures/answers.ts';
import { deskPassword, signIn } from '../../server/test/fixtures/desk.ts';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { mailOn } from '../../server/test/fixtures/mail.ts';
import { confirmRules, runNow } from '../../server/test/fixtures/retention.ts';
import { rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { choose, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const sales = [{ role: 'commercial', establishmentId: 3 }] as const;
const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;

/** Adds a lead of Abeline for Colette, with a visit. */
async function plan(
  office: BackOffice,
  lastName: string,
  establishmentId: number,
  date: string,
  time: string | null,
) {
  const desk = await signIn(office.service);
  const { id } = await ok<{ id: number }>(
    desk.post('/desk/entries', {
      establishmentId,
      type: 'commercial.type.phone',
      fields: { firstNameClient: 'Colette', lastNameClient: 'Meunier' },
      relations: [{ firstName: 'Abeline', lastName, phone: '06 39 98 12 34' }],
      actions: [{ date, time, stage: 'Visite', done: false }],
    }),
  );
  return id;
}

describe('the agenda', () => {
  let office: BackOffice;
  let lead: number;
  before(async () => {
    office = await openBackOffice();
    lead = await plan(office, 'Carpentier', 3, '2026-03-05', '14:30');
    const other = await plan(office, 'Bonnet', 3, '2026-03-06', null);
    const call = {
      date: '2026-03-02',
      time: '10:00',
      stage: 'Prise de contact',
      done: true,
      outcome: 'reached',
    };
    await ok((await signIn(office.service)).patch(`/desk/entries/${other}`, { actions: [call] }));
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const actionsOf = async (id: number) => {
    const { actions } = (await (await signIn(office.service)).get(`/desk/entries/${id}`)).json();
    return actions.map(({ stage, date, time }: Record<string, unknown>) => [stage, date, time].join(' '));
  };
  const day = (page: Page, name: string) => page.getByRole('group', { name });
  const slot = (page: Page, moment: string) =>
    page.getByRole('button', { name: `Visite ou appel avec…, ${moment}` });

  it('a visit is moved by mouse, with an undo, and by keyboard', async () => {
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-04', grants: sales });
    const thursday = day(page, 'jeudi 5 mars 2026');
    const friday = day(page, 'vendredi 6 mars 2026');
    const visit = thursday.getByRole('link', { name: 'Abeline Carpentier 14:30' });
    await visit.waitFor();
    await friday.getByText('Abeline Bonnet').waitFor();
    // Calls that were made are only counted.
    await day(page, 'lundi 2 mars 2026').getByText('1 appel fait').waitFor();
    await assertEveryLook(page, 'agenda');
    const from = await visit.boundingBox();
    const to = await slot(page, 'vendredi 6 mars 2026, 10:00').boundingBox();
    assert.ok(from !== null && to !== null);
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 8, { steps: 8 });
    await page.getByText('vendredi 6 mars 2026, 10:00').waitFor({ state: 'attached' });
    await page.mouse.up();
    await page.getByText('Déplacée au ven. 6 mars 10:00.').waitFor();
    await friday.getByRole('link', { name: 'Abeline Carpentier 10:00' }).waitFor();
    assert.deepEqual(await actionsOf(lead), ['Visite 2026-03-06 10:00']);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await visit.waitFor();

    await page.getByRole('button', { name: 'Déplacer : Visite, Abeline Carpentier' }).press('Enter');
    await page.getByLabel('Jour').fill('2026-03-07');
    await page.getByLabel('Heure').fill('09:15');
    await page.keyboard.press('Enter');
    // The page shows it before it is saved.
    await page.getByText('Déplacée au sam. 7 mars 09:15.').waitFor();
    assert.deepEqual(await actionsOf(lead), ['Visite 2026-03-07 09:15']);
    assert.deepEqual(problems, []);
  });

  it('a visit is planned at an empty half hour in three clicks, and a call by keyboard', async () => {
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-04', grants: sales });
    const clicks = clickCounter(page);
    const found = page.getByRole('option', { name: /Abeline Carpentier/ });
    await clicks.on(slot(page, 'jeudi 5 mars 2026, 16:00'));
    await page.keyboard.type('carpentier');
    await found.waitFor();
    await assertEveryLook(page, 'agenda-plan', ['desktop']);
    await clicks.on(found);
    const dialog = page.getByRole('dialog', { name: /^Visite : Abeline Carpentier, pour Colette Meunier/ });
    await clicks.on(dialog.getByRole('button', { name: 'Planifier' }));
    assert.equal(clicks.count, 3);
    await day(page, 'jeudi 5 mars 2026').getByRole('link', { name: 'Abeline Carpentier 16:00' }).waitFor();

    // Tab stops at one half hour, arrow keys lead to the others.
    await slot(page, 'lundi 2 mars 2026, 08:00').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    await page.getByText('mercredi 4 mars 2026, 08:30').waitFor();
    await page.getByRole('button', { name: 'Appel', exact: true }).press('Enter');
    await page.getByRole('combobox', { name: 'Chercher partout' }).focus();
    await page.keyboard.type('carpentier');
    await found.waitFor();
    await page.keyboard.press('Enter');
    const call = page.getByRole('dialog', { name: /^Appel : / });
    await call.getByRole('button', { name: 'Planifier' }).press('Enter');
    await day(page, 'mercredi 4 mars 2026').getByRole('link', { name: 'Abeline Carpentier 08:30' }).waitFor();
    const actions = await actionsOf(lead);
    // The call by which the visit was agreed is noted too.
    assert.deepEqual(actions.slice(1), [
      'Prise de contact 2026-03-04 10:00',
      'Visite 2026-03-05 16:00',
      'Prise de contact 2026-03-04 08:30',
    ]);
    assert.deepEqual(problems, []);
  });

  it('a visit that is planned already is moved, or given to a colleague', async () => {
    await signIn(office.service, sales, 'Jeanne Petit');
    const id = await plan(office, 'Blanc', 3, '2026-03-11', '14:00');
    const { page, problems } = await office.enter({ at: `/leads/${id}`, grants: sales, name: 'Paul Girard' });
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'mer. 11 mars 15:00' }).click();
    await dialog.getByText('Une visite est déjà prévue le mer. 11 mars 14:00 : la déplacer ?').waitFor();
    await assertEveryLook(page, 'agenda-move');
    await dialog.getByRole('button', { name: 'La déplacer' }).click();
    await dialog.getByText('La visite prévue le mer. 11 mars 14:00 sera déplacée.').waitFor();
    await dialog.getByRole('button', { name: 'Planifier' }).click();
    await page.getByRole('button', { name: 'Modifier l’action : Visite, 11/03/2026 à 15:00' }).click();
    await choose(page, 'Pour', 'Jeanne Petit');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('pour Jeanne Petit').waitFor();
    assert.deepEqual(await actionsOf(id), ['Visite 2026-03-11 15:00']);
    await page.goto('/#/agenda?day=2026-03-11');
    await choose(page, 'Pour qui', 'Jeanne Petit');
    await page.getByText('Abeline Blanc').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('a phone shows a list with call buttons, and gets an address for its calendar', async () => {
    const { page, problems } = await office.enter({
      at: '/agenda?day=2026-03-06',
      grants: sales,
      size: 'phone',
    });
    const call = page.getByRole('link', { name: 'Appeler Abeline Bonnet : 06 39 98 12 34' });
    await call.waitFor();
    await assertEveryLook(page, 'agenda-phone', ['phone']);
    await page.getByRole('button', { name: 'Jour suivant' }).click();
    await page.getByRole('heading', { level: 2, name: 'samedi 7 mars 2026' }).waitFor();
    await page.getByRole('button', { name: 'Sur mon téléphone' }).click();
    await page.getByRole('button', { name: 'Créer une adresse' }).click();
    const url = await page.getByRole('textbox', { name: 'Adresse à coller dans votre agenda' }).inputValue();
    const feed = async () => (await office.service.get(new URL(url).pathname)).statusCode;
    assert.equal(await feed(), 200);
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByRole('button', { name: /^Supprimer l’adresse créée le/ }).click();
    const question = page.getByRole('dialog', { name: 'Supprimer cette adresse ?' });
    await question.getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('Aucune adresse pour l’instant.').waitFor();
    assert.equal(await feed(), 404);
    assert.deepEqual(problems, []);
  });
});

describe('the board', () => {
  let office: BackOffice;
  const ids = new Map<string, number>();
  before(async () => {
    office = await openBackOffice();
    for (const [name, establishmentId] of [
      ['Simone', 3],
      ['Odette', 3],
      ['Raymond', 3],
      ['Jeannine', 5],
    ] as const) {
      const body = { firstNameClient: name, lastNameClient: 'Durand' };
      ids.set(name, await send(office.service, name, body, at(establishmentId)));
    }
    for (let n = 1; n <= 22; n++)
      await send(office.service, `y${n}`, { lastNameClient: `Numéro${n}` }, at(9));
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const moveTo = async (page: Page, name: string, stage: string) => {
    await page.getByRole('button', { name: `Déplacer ${name} Durand vers…` }).click();
    await page.getByRole('menuitem', { name: stage }).click();
  };
  const stagesOf = async (name: string) =>
    (
      await rows<{ stage: string }>(
        office.service.database,
        `select stage from actions where entry_id = ${ids.get(name)} order by position`,
      )
    ).map(({ stage }) => stage);

  it('a lead is moved by mouse, and by its menu with the keyboard alone', async () => {
    const { page, problems } = await office.enter({ at: '/board', grants: sales });
    await card(page, 'Simone Durand').waitFor();
    await assertEveryLook(page, 'board');
    const from = await card(page, 'Simone Durand').boundingBox();
    const to = await column(page, 'Appel').boundingBox();
    assert.ok(from !== null && to !== null);
    await page.mouse.move(from.x + 60, from.y + from.height - 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 90, from.y + from.height, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 8 });
    await page.mouse.up();
    await column(page, 'Appel').getByText('Simone Durand').waitFor();
    await until(async () => assert.deepEqual(await stagesOf('Simone'), ['Prise de contact']));

    await page.getByRole('button', { name: 'Déplacer Odette Durand vers…' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Validé' }).and(page.locator(':focus')).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await column(page, 'Visite').getByText('Odette Durand').waitFor();
    await until(async () => assert.deepEqual(await stagesOf('Odette'), ['Visite']));

    // What can't be moved is put back.
    await page.route('**/desk/entries/*', (route) => route.fulfill({ status: 503, json: {} }));
    await moveTo(page, 'Raymond', 'Visite');
    await page.getByText('Le déplacement a échoué. Réessayez dans un instant.').waitFor();
    await column(page, 'Sans étape').getByText('Raymond Durand').waitFor();
    assert.deepEqual(await stagesOf('Raymond'), []);
    assert.deepEqual(problems, []);
  });

  it('an admission asks for its day, and is taken back', async () => {
    const { page, problems } = await office.enter({ at: '/board?residence=5' });
    await moveTo(page, 'Jeannine', 'Admission réalisée');
    await page.getByRole('dialog', { name: 'Admission de Jeannine Durand' }).waitFor();
    await page.getByLabel('Jour de l’admission').fill('2026-03-09');
    await page.getByRole('button', { name: 'Saisir le résultat « Admission réalisée »' }).click();
    await card(page, 'Jeannine Durand').waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Closes · 1' }).waitFor();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await column(page, 'Sans étape').getByText('Jeannine Durand').waitFor();
    assert.deepEqual(await stagesOf('Jeannine'), []);
    assert.deepEqual(problems, []);
  });
});

describe('lists', () => {
  let office: BackOffice;
  let lead: number;
  before(async () => {
    office = await openBackOffice(mailOn);
    const { service } = office;
    const family = { firstNameClient: 'Colette', lastNameClient: 'Bonnet', phoneClient: '02 61 91 15 46' };
    lead = await send(service, 'c1', family, at(3));
    await send(service, 'c2', { lastNameClient: 'Ailleurs' }, at(5));
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const search = (page: Page) => page.getByRole('combobox', { name: 'Chercher partout' });

  it('the search is used by the keyboard alone', async () => {
    const { page, problems } = await office.enter();
    const found = page.getByRole('option', { name: /Colette Bonnet/ });
    await search(page).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('33261911546');
    await found.waitFor();
    await assertEveryLook(page, 'search', ['desktop']);
    await page.keyboard.press('Escape');
    await found.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await found.waitFor();
    await search(page).fill('colette bonet');
    await page.getByRole('group', { name: 'Noms proches' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/leads/${lead}$`));
    // In a field `/` is typed.
    await page.goto('/#/leads/create');
    const other = page.getByRole('textbox', { name: 'Nom', exact: true }).first();
    await other.press('/');
    await until(async () => assert.equal(await other.inputValue(), '/'));
    assert.deepEqual(problems, []);
  });

  it('a forgotten password is chosen anew by the link of a mail', async () => {
    const { service } = office;
    const { email } = await signIn(service, sales, 'Rose Petit');
    const { page, problems } = await office.open({ at: '/login' });
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    // What was typed is there.
    await until(async () => assert.equal(await page.getByLabel('Adresse e-mail').inputValue(), email));
    await assertEveryLook(page, 'forgotten');
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await page.getByText('Si un compte existe à cette adresse, le lien est en route.').waitFor();
    const invitation = async () => {
      const mails = await rows<{ body: string }>(service.database, 'select body from notices');
      return /#(\/invitation\/[\w-]+)/.exec(
        mails.map(({ body }) => service.secrets.decrypt(body)).join(),
      )?.[1];
    };
    await until(async () => assert.ok(await invitation()));
    const { page: link, problems: there } = await office.open({ at: (await invitation()) ?? '/' });
    await link.getByText('Rose Petit, choisissez un nouveau mot de passe').waitFor();
    await link.getByLabel('Nouveau mot de passe').fill(`${deskPassword} du tout`);
    await link.getByLabel('Le même, encore une fois').fill(`${deskPassword} du tout`);
    await link.getByRole('button', { name: 'Enregistrer et se connecter' }).click();
    await link.getByRole('menuitem', { name: 'Ma journée' }).waitFor();
    assert.deepEqual([problems, there], [[], []]);
  });

  it('a direction is told what retention will erase, and keeps it', async () => {
    const { service } = office;
    // Three years later.
    service.clock.now = new Date('2029-03-04T09:00:00.000Z');
    await confirmRules(service, ['prospect']);
    await runNow(service);
    const grants = [{ role: 'direction', establishmentId: 5 }] as const;
    const { page, problems } = await office.enter({ grants });
    await page.getByRole('link', { name: '1 fiche sera effacée le 11/03/2029' }).click();
    const first = page.getByRole('listitem').filter({ hasText: 'Ailleurs' });
    await shows(first, /sera effacée le 11\/03\/2029\s*Demandes sans admission/);
    await assertEveryLook(page, 'coming');
    await first.getByRole('button', { name: /^Garder la fiche/ }).click();
    await page.getByText('Rien n’est à effacer.').waitFor();
    assert.deepEqual(problems, []);
  });
});
