// The list of « Ma journée » with the entry beside it: 20 calls in a row, without leaving the page.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ok } from '../../server/test/fixtures/answers.ts';
import { type Desk, signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
const families = Array.from({ length: 20 }, (_, i) => `Famille${String(i + 1).padStart(2, '0')}`);

describe('the work list of « Ma journée »', () => {
  let office: BackOffice;
  let desk: Desk;
  beforeEach(async () => {
    office = await openBackOffice();
    office.service.clock.now = new Date('2026-03-06T13:30:00.000Z');
    for (const lastNameClient of families)
      await sendLead(office, { firstNameClient: 'Rose', lastNameClient, commercialrelations: [] });
    desk = await signIn(office.service);
  });
  afterEach(() => office.close());

  const panel = (page: Page) => page.getByRole('region', { name: 'Fiche ouverte' });
  /** The agenda is read again after an act: from then on a call is proposed beside the visit of the first family. */
  const visitIsKnown = (page: Page) =>
    panel(page).getByRole('button', { name: 'lun. 9 mars 11:00', pressed: true }).waitFor();
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const outcome = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
  const opened = (page: Page, name: string) =>
    panel(page)
      .getByRole('link', { name: `Appeler Rose ${name} : 02 61 91 12 34` })
      .waitFor();
  const actionsOf = async (name: string) => {
    const entry = (await desk.get(`/desk/entries/${families.indexOf(name) + 1}`)).json();
    return entry.actions.map(
      ({ outcome, stage, done, date, time, comment }: Record<string, string | boolean | null>) =>
        [outcome, stage, done, done === true ? null : date, done === true ? null : time, comment].join(),
    );
  };
  // On a Friday at 14:30 in Paris: Monday is proposed first.
  const callAt = (time: string) => `,Prise de contact,false,2026-03-09,${time},`;
  const call = callAt('10:00');

  it('is 20 calls by mouse: one click for a call in vain, two for one with its next step', async () => {
    const { page, problems } = await office.enter({ grants });
    const reads = new Map<string, number>();
    page.on('request', (request) => {
      const id = /\/desk\/entries\/(\d+)$/.exec(request.url())?.[1];
      if (id !== undefined && request.method() === 'GET') reads.set(id, (reads.get(id) ?? 0) + 1);
    });
    const clicks = clickCounter(page);
    await opened(page, 'Famille01');
    const place = await row(page, 'Famille03').boundingBox();
    await assertEveryLook(page, 'work-list', ['desktop']);
    for (const [i, name] of families.entries()) {
      await opened(page, name);
      if (i === 1) await visitIsKnown(page);
      if (i % 2 === 1) await clicks.on(outcome(panel(page), 'Pas de réponse'));
      else {
        await clicks.on(outcome(panel(page), 'Famille jointe'));
        if (i === 2) await assertEveryLook(page, 'work-list-next', ['desktop']);
        const next = i === 0 ? 'Visite · lun. 9 mars 10:00' : 'Appel · lun. 9 mars 11:00';
        await clicks.on(outcome(panel(page), next));
      }
      await row(page, name).getByText('fait', { exact: true }).waitFor();
      // What is dealt with stays in its place.
      if (i === 0)
        await until(async () => assert.deepEqual(await row(page, 'Famille03').boundingBox(), place));
    }
    assert.equal(clicks.count, 30);
    await panel(page).getByText('Plus aucune famille n’attend dans cette liste.').waitFor();
    assert.match(page.url(), /#\/$/);
    assert.deepEqual(await actionsOf('Famille01'), [
      'reached,Prise de contact,true,,,',
      ',Visite,false,2026-03-09,10:00,',
    ]);
    // The hour of the visit is taken.
    assert.deepEqual(await actionsOf('Famille02'), ['no-answer,,true,,,', callAt('11:00')]);
    // Each read is noted in the audit trail.
    assert.deepEqual([...reads.values()], new Array(20).fill(1));

    // The last one is taken back, and waits again.
    const notice = page.getByRole('alert').filter({
      hasText: 'Rose Famille20 : pas de réponse, appel prévu lun. 9 mars 11:00.',
    });
    await notice.getByRole('button', { name: 'Annuler' }).click();
    await row(page, 'Famille20').getByText('fait', { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(await actionsOf('Famille20'), []);
    assert.deepEqual(problems, []);
  });

  it('is 20 calls by keyboard alone', async () => {
    const { page, problems } = await office.enter({ grants });
    let keys = 0;
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    };
    await page.evaluate(() =>
      addEventListener('pointerdown', () => {
        document.documentElement.dataset.pressed = 'yes';
      }),
    );
    await opened(page, 'Famille01');
    await press('ArrowDown');
    // The arrow keys pass the others without reading them.
    await press('ArrowDown');
    await opened(page, 'Famille02');
    await press('ArrowUp');
    for (const [i, name] of families.entries()) {
      await opened(page, name);
      await outcome(panel(page), 'Famille jointe').waitFor();
      if (i === 1) await visitIsKnown(page);
      if (i === 0) {
        await press('n');
        await page.keyboard.type('Vient avec son frère');
        await press('Tab');
        await press('Enter');
      } else if (i % 2 === 0) await press('j');
      if (i % 2 === 0) {
        await outcome(panel(page), 'Rien de prévu').waitFor();
        await press('Enter');
      } else await press(['p', 'm', 'x'][i % 3] ?? 'p');
      await row(page, name).getByText('fait', { exact: true }).waitFor();
    }
    // Three to find the place, three more for the note; then one for a call in vain, two for one with its next step.
    assert.equal(keys, 3 + 2 + 30);
    await until(async () =>
      assert.equal(await page.evaluate(() => document.documentElement.dataset.pressed), undefined),
    );
    assert.deepEqual(await actionsOf('Famille01'), [
      'reached,Prise de contact,true,,,Vient avec son frère',
      ',Visite,false,2026-03-09,10:00,',
    ]);
    assert.deepEqual(await actionsOf('Famille02'), ['voicemail,,true,,,', callAt('11:00')]);
    assert.deepEqual(await actionsOf('Famille06'), ['wrong-number,,true,,,']);
    assert.deepEqual(problems, []);
  });

  it('is 20 calls by thumb: each act leads to the next family’s page, the last one back', async () => {
    const { page, problems } = await office.enter({ grants, size: 'phone' });
    await page.setViewportSize({ width: 390, height: 844 });
    const taps = clickCounter(page);
    await taps.on(row(page, 'Famille01').getByRole('link').first());
    for (const [i, name] of families.entries()) {
      await page.getByRole('heading', { level: 1, name: `Rose ${name}` }).waitFor();
      const bar = page.getByRole('group', { name: 'Ce que l’appel a donné' });
      for (const button of await bar.getByRole('button').all()) {
        const box = await button.boundingBox();
        assert.ok(box !== null && box.height >= 44 && box.y > 422 && box.y + box.height < 790, `${name}`);
      }
      if (i % 2 === 1) await taps.on(outcome(bar, 'Message laissé'));
      else {
        await taps.on(outcome(bar, 'Famille jointe'));
        if (i === 0) await assertEveryLook(page, 'work-list-thumb', ['phone']);
        if (i === 0) await page.setViewportSize({ width: 390, height: 844 });
        await taps.on(outcome(bar, 'Appel · lun. 9 mars 10:00'));
      }
    }
    await page.getByText('Aucune famille n’attend').waitFor();
    assert.equal(taps.count, 31);
    assert.deepEqual(await actionsOf('Famille01'), ['reached,Prise de contact,true,,,', call]);
    assert.deepEqual(await actionsOf('Famille20'), ['voicemail,,true,,,', call]);
    assert.deepEqual(problems, []);
  });

  it('keeps an act for the family it was meant for', async () => {
    const { page, problems } = await office.enter({ grants });
    await opened(page, 'Famille01');
    // The second half of a slow double click comes when the next family is open.
    const box = await outcome(panel(page), 'Pas de réponse').boundingBox();
    assert.ok(box !== null);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    await opened(page, 'Famille02');
    await outcome(panel(page), 'Pas de réponse').waitFor();
    await page.mouse.move(x, y);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });

    // A colleague was first: the question comes beside the family that it is about.
    await page.route(/\/version$/, (route) => route.abort());
    await ok(desk.patch('/desk/entries/2', { fields: { villeClient: 'Nantes' } }));
    await panel(page).getByLabel('Note', { exact: true }).fill('Préfère le matin');
    await outcome(panel(page), 'Pas de réponse').click();
    const conflict = page.getByRole('alertdialog');
    await conflict.getByText('Cette fiche a changé entre-temps').waitFor();
    await conflict.getByRole('button', { name: 'Reprendre ma saisie' }).click();
    await opened(page, 'Famille03');
    assert.deepEqual(await actionsOf('Famille02'), ['no-answer,,true,,,Préfère le matin', call]);

    // Without a network nothing moves, and what was typed stays.
    const note = panel(page).getByLabel('Note', { exact: true });
    await note.fill('Rappelle ce soir');
    await page.route(/\/desk\/entries\/3$/, (route) => route.abort());
    await outcome(panel(page), 'Message laissé').click();
    await page.getByText('Le service ne répond pas. Réessayez dans un instant.').waitFor();
    await page.unroute(/\/desk\/entries\/3$/);
    await until(async () => assert.equal(await note.inputValue(), 'Rappelle ce soir'));
    await outcome(panel(page), 'Message laissé').click();
    await opened(page, 'Famille04');
    assert.deepEqual(await actionsOf('Famille03'), ['voicemail,,true,,,Rappelle ce soir', call]);

    // One taken from the list is opened beside it, and read without being left.
    await row(page, 'Famille09').getByRole('link').click();
    await opened(page, 'Famille09');
    await panel(page).getByRole('button', { name: 'Je m’en charge' }).click();
    await panel(page)
      .getByText(/^Prise en charge par/)
      .waitFor();
    await opened(page, 'Famille09');
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });

  it('shows a reader the entry without its acts', async () => {
    const { page, problems } = await office.enter({ grants: [{ role: 'reader', establishmentId: 3 }] });
    await opened(page, 'Famille01');
    await panel(page).getByText('Sort de l’hôpital la semaine prochaine.').waitFor();
    await until(async () => assert.equal(await panel(page).getByRole('button').count(), 0));
    assert.deepEqual(problems, []);
  });

  it('opens the entry in a drawer where there is no room beside the list', async () => {
    const { page, problems } = await office.enter({ grants });
    await page.setViewportSize({ width: 1000, height: 800 });
    await row(page, 'Famille02').getByRole('link').click();
    await outcome(page, 'Pas de réponse').click();
    await page.getByRole('link', { name: 'Appeler Rose Famille03 : 02 61 91 12 34' }).waitFor();
    assert.deepEqual(problems, []);
  });
});
