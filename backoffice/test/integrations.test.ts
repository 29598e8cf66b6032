import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { completeWebhooks } from '../../server/src/outbox/complete.ts';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { newEndpoint, newEntry, newEvent } from '../../server/test/fixtures/outbox.ts';
import { execute, number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('« Intégrations »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('makes a browser password that works until it is revoked', async () => {
    const { page, problems } = await office.visit('/integrations');
    const create = async (password: string) => {
      const path = `/fr/etablissement/3/commercial/create?password=${encodeURIComponent(password)}`;
      const body = { firstNameClient: 'Odette', phoneClient: '02 61 91 00 01' };
      const answer = await office.service.post(path, body, { origin: 'https://www.example.org' });
      return answer.statusCode;
    };

    const caller = page.getByRole('article', { name: 'site' });
    await caller.getByRole('button', { name: 'Ajouter un mot de passe' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Sites autorisés').fill('https://www.example.org/contact');
    await dialog.getByRole('button', { name: 'Créer le mot de passe' }).click();
    await dialog.getByText('Une origine s’écrit https://www.example.org').waitFor();
    // Nothing typed is lost.
    await until(async () =>
      assert.equal(
        await dialog.getByLabel('Sites autorisés').inputValue(),
        'https://www.example.org/contact',
      ),
    );
    await dialog.getByLabel('Libellé').fill('Page des Tilleuls');
    await dialog.getByLabel('Sites autorisés').fill('https://www.example.org');
    await dialog.getByRole('button', { name: 'Créer le mot de passe' }).click();
    await page.getByRole('heading', { name: 'Mot de passe créé' }).waitFor();
    await page.getByText('affiché cette fois seulement').waitFor();
    await assertEveryLook(page, 'integrations-shown-once');
    const password = await dialog.getByLabel('Mot de passe', { exact: true }).inputValue();
    assert.equal(await create(password), 200);
    await dialog.getByRole('button', { name: 'C’est noté, fermer' }).click();

    await caller.getByText('depuis https://www.example.org').waitFor();
    await caller.getByText('Page des Tilleuls', { exact: true }).waitFor();
    await caller.getByText('jamais utilisé').first().waitFor();
    assert.ok(!(await page.content()).includes(password));
    await assertEveryLook(page, 'integrations-callers');
    await caller.getByRole('button', { name: /^Révoquer.*Page des Tilleuls/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
    await caller.getByText(/révoqué le 04\/03\/2026/).waitFor();
    assert.equal(await create(password), 401);
    assert.deepEqual(problems, []);
  });

  it('adds a caller with its endpoint, and shows both secrets once', async () => {
    const { page, problems } = await office.visit('/integrations');
    await page.getByRole('button', { name: 'Ajouter un site ou un prestataire' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nom').fill('site');
    await dialog.getByLabel('Adresse de réception').fill('https://hooks.example.org/agence');
    await dialog.getByRole('button', { name: 'Ajouter' }).click();
    await dialog.getByText('Un site ou un prestataire porte déjà ce nom.').waitFor();
    await dialog.getByLabel('Nom').fill('Agence <img src=x onerror=alert(1)>');
    await dialog.getByRole('button', { name: 'Ajouter' }).click();
    await page.getByRole('heading', { name: 'Site ou prestataire ajouté' }).waitFor();
    const secret = await dialog.getByLabel('Secret de signature', { exact: true }).inputValue();
    assert.match(secret, /^whsec_/);
    await dialog.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByRole('article', { name: 'Agence <img src=x onerror=alert(1)>' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows a failed delivery and sends it again', async () => {
    const { service } = office;
    const endpoint = await newEndpoint(service, 'https://hooks.example.org/in');
    await newEvent(service, await newEntry(service, 'site-2026-0007'), {
      data: { comment: '<script>alert(1)</script>' },
    });
    const id = await number(
      service.database,
      `select max(id) from outbox where endpoint_id = ${endpoint.id}`,
    );
    const now = service.clock.now.toISOString();
    const failed = {
      id,
      destinationId: endpoint.id,
      attempts: 0,
      at: now,
      status: 500,
      ms: 1234,
      failureReason: 'The receiver answered 500',
      responseExcerpt: '<script>alert(2)</script>',
      verdict: 'failed',
      nextAt: null,
    } as const;
    await service.database.write(completeWebhooks, failed, new Date(now));

    const { page, problems } = await office.visit('/integrations');
    await page.getByRole('tab', { name: 'Envois aux sites' }).click();
    await page.getByLabel('État').click();
    await page.getByRole('option', { name: 'En échec' }).click();
    await page.getByRole('link', { name: 'Données modifiées' }).waitFor();
    await page.getByText('1–1 sur 1').waitFor();
    await assertEveryLook(page, 'integrations-deliveries');
    await page.getByRole('link', { name: 'Données modifiées' }).click();

    await page.getByRole('heading', { name: `Envoi n° ${id}` }).waitFor();
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page.getByText('<script>alert(2)</script>').waitFor();
    await page.getByText('Le destinataire a répondu 500.').waitFor();
    await page.getByText('04/03/2026 10:00 · réponse 500').waitFor();
    await assertEveryLook(page, 'integrations-delivery');
    await page.getByRole('button', { name: 'Renvoyer' }).click();
    await page.getByText('L’envoi repart.').waitFor();
    await page.getByText('En attente').waitFor();
    const pending = `select count(*) from outbox where id = ${id} and state = 'pending'`;
    assert.equal(await number(service.database, pending), 1);

    await service.database.write(completeWebhooks, failed, new Date(now));
    await page.getByRole('link', { name: 'Tous les envois' }).click();
    await page.getByRole('button', { name: 'Renvoyer tous les échecs depuis' }).click();
    await page.getByLabel('Depuis le').fill('2026-03-01T00:00');
    await page.getByRole('button', { name: 'Compter' }).click();
    await page.getByText('1 envoi en échec depuis ce moment.').waitFor();
    assert.equal(await number(service.database, pending), 0);
    await page.getByRole('button', { name: 'Renvoyer cet envoi' }).click();
    await page.getByText('1 envoi repart.').waitFor();
    assert.equal(await number(service.database, pending), 1);
    assert.deepEqual(problems, []);
  });

  it('tests an endpoint, changes its secret, suspends it and switches it on again', async () => {
    const { page, problems } = await office.enter({ at: '/integrations' });
    await newEndpoint(office.service, 'https://hooks.example.org/second');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    const endpoint = page.getByRole('article', { name: 'https://hooks.example.org/second' });
    await endpoint.getByText('Actif').waitFor();

    await endpoint.getByRole('button', { name: 'Changer le secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Changer le secret' }).click();
    await page.getByRole('heading', { name: 'Nouveau secret de signature' }).waitFor();
    await page
      .getByRole('dialog')
      .getByText('L’ancien secret signe encore jusqu’au 05/03/2026 10:00.')
      .waitFor();
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();

    await endpoint.getByRole('button', { name: 'Modifier' }).click();
    await page.getByRole('checkbox', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await endpoint.getByText(/événements.*Fiche traitée/).waitFor();

    await endpoint.getByRole('button', { name: 'Suspendre' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspendre' }).click();
    await endpoint.getByText('Suspendu à la main.').waitFor();
    await assertEveryLook(page, 'integrations-endpoints');
    await endpoint.getByRole('button', { name: 'Réactiver' }).click();
    await endpoint.getByText('Actif').waitFor();

    await endpoint.getByRole('button', { name: 'Envoyer un test' }).click();
    await page.getByRole('heading', { name: /^Envoi n°/ }).waitFor();
    await page.getByText('Aucun essai pour l’instant.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('says that an endpoint fails, and sends what waits once it is repaired', async () => {
    const { service } = office;
    const { database } = service;
    const endpoint = await newEndpoint(service, 'https://repaired.example.org/in');
    await newEvent(service, await newEntry(service, 'site-2026-0008'));
    await execute(
      database,
      `update endpoints set failing_since = '2026-03-04T07:00:00.000Z', last_failed = 1 where id = ${endpoint.id}`,
    );
    await execute(
      database,
      `update outbox set next_at = '2026-03-05T09:00:00.000Z', attempts = 4 where endpoint_id = ${endpoint.id}`,
    );
    const { page, problems } = await office.enter({ at: '/integrations/endpoints' });
    const card = page.getByRole('article', { name: 'https://repaired.example.org/in' });
    await card.getByText('En échec', { exact: true }).waitFor();
    await until(async () => assert.equal(await card.getByText('Actif', { exact: true }).count(), 0));
    await assertEveryLook(page, 'integrations-endpoints');
    await card.getByRole('button', { name: 'Envoyer maintenant' }).click();
    await page.getByText(/^1 envoi repart tout de suite/).waitFor();
    const due = `select count(*) from outbox where endpoint_id = ${endpoint.id} and next_at <= '2026-03-04T09:00:00.000Z'`;
    assert.equal(await number(database, due), 1);

    await page.goto('/#/integrations/deliveries');
    await page.getByLabel('Référence du site (customId)').fill('site-2026-0008');
    await page.getByRole('listitem').filter({ hasText: 'site-2026-0008' }).first().waitFor();
    await page.getByText('site-2026-0007').waitFor({ state: 'detached' });
    await assertEveryLook(page, 'integrations-deliveries');
    assert.deepEqual(problems, []);
  });

  it('gives a partner a token with an end, and revokes it', async () => {
    const { page, problems } = await office.visit('/integrations/partners');
    const ask = async (token: string) => {
      const answer = await office.service.post('/appli/partner/test', undefined, {
        authorization: `Bearer ${token}`,
      });
      return answer.statusCode;
    };
    const partner = page.getByRole('article', { name: 'partner' });
    await partner.getByRole('button', { name: 'Ajouter un jeton' }).click();
    await page.getByLabel('Dernier jour de validité').fill('2026-12-31');
    await page.getByRole('button', { name: 'Créer le jeton' }).click();
    const token = await page.getByRole('dialog').getByLabel('Jeton', { exact: true }).inputValue();
    assert.equal(await ask(token), 200);
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    const row = partner.getByRole('listitem').filter({ hasText: 'valable jusqu’au 31/12/2026' });
    await row.waitFor();
    await assertEveryLook(page, 'integrations-partners');
    await row.getByRole('button', { name: /^Révoquer/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
    await row.getByText(/révoqué le/).waitFor();
    assert.equal(await ask(token), 401);
    assert.deepEqual(problems, []);
  });

  it('says on « Ma journée » that a token ends', async () => {
    const desk = await signIn(office.service);
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'oriente' }));
    const add = (until: string) => ok(desk.post(`/desk/partners/${id}/tokens`, { until, label: null }));
    await add('2026-03-30');
    const { page, problems } = await office.visit('/');
    const line = page.getByRole('region', { name: 'À traiter aussi' }).getByRole('link', { name: /jeton/ });
    await line.getByText('Le jeton du partenaire oriente prend fin le 30/03/2026').waitFor();
    await add('2026-03-20');
    await page.reload();
    await line.getByText(/^2 jetons de partenaires .* le premier \(oriente\) le 20\/03\/2026$/).waitFor();
    await assertEveryLook(page, 'today-tokens');
    await line.click();
    await page.getByRole('article', { name: 'oriente' }).getByText('valable jusqu’au 20/03/2026').waitFor();
    assert.deepEqual(problems, []);
  });

  it('is not offered to a director, whatever the address', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'direction', establishmentId: 3 }],
      at: '/integrations',
    });
    await page.getByRole('menuitem', { name: 'Résidences' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('menuitem', { name: 'Intégrations' }).count(), 0),
    );
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Ajouter un site ou un prestataire' }).count(), 0),
    );
    assert.deepEqual(problems, []);
  });
});
