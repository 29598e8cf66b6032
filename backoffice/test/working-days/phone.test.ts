// Between two visits, on a phone, at night.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { block, save } from '../entry.ts';
import { assertEveryLook } from '../every-look.ts';
import { until } from '../until.ts';
import { openDemoDay } from './demo-day.ts';

it('between two visits: the next one, what came of the last, a network that goes', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  const { page, context, problems } = await day.signIn('commercial@example.org', {
    size: 'phone',
    scheme: 'dark',
  });
  const appointments = block(page, 'Aujourd’hui');
  await appointments.waitFor();
  await assertEveryLook(page, 'day-phone', ['phone']);
  await page.setViewportSize({ width: 390, height: 844 });
  const times = (await appointments.innerText()).match(/^\d\d:\d\d$/gm) ?? [];
  assert.ok(times.length > 3);
  assert.deepEqual(times, times.toSorted());
  const call = await appointments
    .getByRole('link', { name: /^Appeler / })
    .first()
    .boundingBox();
  assert.ok(call !== null && call.width >= 44 && call.height >= 44, JSON.stringify(call));

  // The visit is over: what came of it, and what is next.
  const visit = appointments
    .getByRole('listitem')
    .filter({ hasText: /10:30\s*Visite/ })
    .first();
  await visit.getByRole('link').first().click();
  await block(page, 'Suivi').waitFor();
  const id = Number(page.url().split('/').at(-1));
  await until(async () => assert.equal(await page.evaluate(() => scrollY), 0));
  await page.getByRole('button', { name: /^C’est fait : Visite/ }).click();
  const dialog = page.getByRole('dialog', { name: /^C’est fait : Visite/ });
  await dialog.getByLabel('Note', { exact: true }).fill('Chambre 12 appréciée');
  await dialog.getByRole('button', { name: 'Appel · mer. 14:00' }).click();
  await save(page);
  // The next family's page follows; this one is looked at again.
  await page.waitForURL((url) => !url.href.endsWith(`/${id}`));
  await page.goto(`/#/leads/${id}`);
  await page.getByText('Appel prévu mer. 25 nov. 14:00').waitFor();

  // In the lift there is no network: that is said in sight, and nothing is noted by half.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Pas de réponse' }).click();
  await page.getByText('Le service ne répond pas. Réessayez dans un instant.').waitFor();
  const notice = page.getByText('Pas de réseau', { exact: false });
  await notice.waitFor();
  await page.evaluate(() => scrollTo(0, 600));
  const place = await notice.boundingBox();
  assert.ok(place !== null && place.y >= 0 && place.y < 200, JSON.stringify(place));
  await context.setOffline(false);
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pas de réponse' }).click();
  await block(page, 'Suivi').getByText('Pas de réponse', { exact: true }).waitFor();

  // The next visit is one tap away.
  await page
    .getByRole('navigation', { name: 'Tous les jours' })
    .getByRole('link', { name: 'Agenda' })
    .click();
  await page.getByRole('heading', { level: 2, name: 'lundi 23 novembre 2026' }).waitFor();
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED')),
    [],
  );

  const lead = (await (await day.desk('commercial@example.org')).get(`/desk/entries/${id}`)).json();
  assert.equal(lead.followUp, 'planned');
  const told = lead.actions.map(({ stage, done, outcome, comment }: Record<string, unknown>) =>
    [stage, done, outcome, comment].join(),
  );
  assert.ok(told.includes('Visite,true,,Chambre 12 appréciée'), told.join(' | '));
  assert.equal(told.filter((one: string) => one.includes('no-answer')).length, 1);
});
