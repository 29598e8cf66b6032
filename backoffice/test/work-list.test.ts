// The list of « Ma journée » with the entry beside it: calls in a row, without leaving the page.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ok } from '../../server/test/fixtures/answers.ts';
import { type Desk, signIn } from '../../server/test/fixtures/desk.ts';
import { execute } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { openMailingOffice } from './mailbox.ts';
import { until } from './until.ts';

const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
const families = Array.from({ length: 9 }, (_, i) => `Famille${i + 1}`);

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
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const outcome = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
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

  it('families are called in a row by keyboard alone, each opened once', async () => {
    const { page, problems } = await office.enter({ grants });
    const reads = new Map<string, number>();
    page.on('request', (request) => {
      const id = /\/desk\/entries\/(\d+)$/.exec(request.url())?.[1];
      if (id !== undefined && request.method() === 'GET') reads.set(id, (reads.get(id) ?? 0) + 1);
    });
    let keys = 0;
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    };
    await opened(page, 'Famille1');
    await assertEveryLook(page, 'work-list', ['desktop']);
    await press('ArrowDown');
    // The arrow keys pass the others without reading them.
    await press('ArrowDown');
    await opened(page, 'Famille2');
    await press('ArrowUp');
    for (const [i, name] of families.entries()) {
      await opened(page, name);
      await outcome(page, 'Famille jointe').waitFor();
      // The agenda is read again after an act: from then on a call is proposed beside the visit of the first family.
      if (i === 1) await panel(page).getByRole('button', { name: 'lun. 11:00', pressed: true }).waitFor();
      if (i === 0) {
        await press('n');
        await page.keyboard.type('Vient avec son frère');
        await press('Tab');
        await press('Enter');
      } else if (i % 2 === 0) await press('j');
      if (i % 2 === 0) {
        await outcome(page, 'Rien de prévu').waitFor();
        await press('Enter');
      } else await press(['p', 'm', 'x'][i % 3] ?? 'p');
      // Done ones leave the list, a family stands once.
      await page.getByText(`${i + 1} fait${i === 0 ? '' : 's'} – revoir`).waitFor();
      await row(page, name).filter({ visible: true }).waitFor({ state: 'detached' });
    }
    // Three to find the place, three more for the note; then one for a call in vain, two for one with its next step.
    assert.equal(keys, 3 + 2 + 4 + 2 * 5);
    await panel(page).getByText('C’est tout pour l’instant.').waitFor();
    assert.deepEqual(await actionsOf('Famille1'), [
      'reached,Prise de contact,true,,,Vient avec son frère',
      ',Visite,false,2026-03-09,10:00,',
    ]);
    assert.deepEqual(await actionsOf('Famille2'), ['voicemail,,true,,,', callAt('11:00')]);
    assert.deepEqual(await actionsOf('Famille6'), ['wrong-number,,true,,,']);
    // Each read is noted in the audit trail. The first two were opened twice.
    assert.deepEqual([...reads.values()].slice(2), new Array(7).fill(1));

    // The last one is taken back, and waits again.
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await row(page, 'Famille9').getByText('14:30').waitFor();
    await page.getByText('8 faits – revoir').click();
    await row(page, 'Famille6').getByText('mauvais numéro').waitFor();
    await until(async () => assert.equal(await row(page, 'Famille6').count(), 1));
    assert.deepEqual(await actionsOf('Famille9'), []);
    assert.deepEqual(problems, []);
  });

  it('an act stays with the family it was meant for', async () => {
    const { page, problems } = await office.enter({ grants });
    await opened(page, 'Famille1');
    // The second half of a slow double click comes when the next family is open.
    const box = await outcome(page, 'Pas de réponse').boundingBox();
    assert.ok(box !== null);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    await opened(page, 'Famille2');
    await outcome(page, 'Pas de réponse').waitFor();
    await page.mouse.move(x, y);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });

    // A colleague was first: the question comes beside the family that it is about.
    await page.route(/\/version$/, (route) => route.abort());
    await ok(desk.patch('/desk/entries/2', { fields: { villeClient: 'Nantes' } }));
    await panel(page).getByLabel('Note', { exact: true }).fill('Préfère le matin');
    // Ten minutes after the call of the first family.
    await panel(page).getByText(/10:10/).first().waitFor();
    await outcome(page, 'Pas de réponse').click();
    const conflict = page.getByRole('alertdialog');
    await conflict.getByText('Cette fiche a changé entre-temps').waitFor();
    await conflict.getByRole('button', { name: 'Reprendre ma saisie' }).click();
    await opened(page, 'Famille3');
    assert.deepEqual(await actionsOf('Famille2'), ['no-answer,,true,,,Préfère le matin', callAt('10:10')]);

    // Without a network nothing moves, and what was typed stays.
    const note = panel(page).getByLabel('Note', { exact: true });
    await note.fill('Rappelle ce soir');
    await panel(page).getByText(/10:20/).first().waitFor();
    await page.route(/\/desk\/entries\/3$/, (route) => route.abort());
    await outcome(page, 'Message laissé').click();
    await page.getByText('Le service ne répond pas. Réessayez dans un instant.').waitFor();
    await page.unroute(/\/desk\/entries\/3$/);
    await until(async () => assert.equal(await note.inputValue(), 'Rappelle ce soir'));
    await outcome(page, 'Message laissé').click();
    await opened(page, 'Famille4');
    assert.deepEqual(await actionsOf('Famille3'), ['voicemail,,true,,,Rappelle ce soir', callAt('10:20')]);

    // One taken from the list is opened beside it, and read without being left.
    await row(page, 'Famille9').getByRole('link').click();
    await opened(page, 'Famille9');
    await panel(page).getByRole('button', { name: 'Je m’en charge' }).click();
    await panel(page).getByText('Confiée à moi').waitFor();
    await opened(page, 'Famille9');
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });

  it('letters act on the family that is focused and shown alone', async () => {
    const { page, problems } = await office.enter({ grants });
    await opened(page, 'Famille1');
    const note = panel(page).getByLabel('Note', { exact: true });
    const noted = (text: string) => until(async () => assert.equal(await note.inputValue(), text));
    // The third is still read while its note is typed.
    const reading = Promise.withResolvers<void>();
    await page.route(/\/desk\/entries\/3$/, async (route) => {
      await reading.promise;
      await route.continue();
    });
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'n']) await page.keyboard.press(key);
    await page.keyboard.type('papa va mieux', { delay: 40 });
    reading.resolve();
    await opened(page, 'Famille3');
    await noted('papa va mieux');

    // What is typed while an act is sent is for the next family.
    await row(page, 'Famille5').getByRole('link').click();
    await opened(page, 'Famille5');
    await outcome(page, 'Message laissé').waitFor();
    const sending = Promise.withResolvers<void>();
    await page.route(/\/desk\/entries\/5$/, async (route) => {
      await sending.promise;
      await route.continue();
    });
    await page.keyboard.press('m');
    await page.keyboard.press('n');
    await page.keyboard.type('maman va mieux', { delay: 40 });
    sending.resolve();
    await opened(page, 'Famille6');
    await noted('maman va mieux');
    await page
      .getByRole('alert')
      .getByText(/^Rose Famille5\s: message laissé/)
      .waitFor();

    // Beside the row and the bar, letters do nothing.
    await page.getByRole('heading', { name: 'Maintenant' }).click();
    await page.keyboard.type('Mmepx');
    await page.goto('/#/leads/7');
    await page.getByRole('heading', { name: 'Suivi' }).click();
    await page.keyboard.type('Mmepx');
    await page.getByRole('button', { name: 'Message laissé' }).waitFor();
    for (const family of families)
      assert.deepEqual(
        await actionsOf(family),
        family === 'Famille5' ? ['voicemail,,true,,,', callAt('10:00')] : [],
      );

    // Who wants no letters switches them off.
    await page.getByRole('button', { name: 'Hélène Faure' }).click();
    await page.getByRole('menuitem', { name: 'Désactiver les raccourcis clavier' }).click();
    await page.getByRole('button', { name: 'Message laissé' }).focus();
    await page.keyboard.type('mn');
    await page.getByRole('button', { name: 'Message laissé' }).press('Tab');
    const none = page.getByLabel('Note', { exact: true });
    await until(async () => assert.equal(await none.inputValue(), ''));
    assert.deepEqual(await actionsOf('Famille7'), []);
    assert.deepEqual(problems, []);
  });
});

it('each button of the panel is reached by the mouse on a small screen', async (t) => {
  const office = await openMailingOffice({ PUBLIC_URL: 'http://accueil.example.org' });
  t.after(() => office.close());
  await execute(office.service.database, 'update templates set active = 1');
  office.service.clock.now = new Date('2026-03-06T13:30:00.000Z');
  await sendLead(office);
  const { page, problems } = await office.enter({ grants: [{ role: 'direction', establishmentId: 3 }] });
  const panel = page.getByRole('region', { name: 'Fiche ouverte' });
  const bar = panel.getByRole('group', { name: 'Ce que l’appel a donné' });
  for (const [width, height] of [
    [1366, 650],
    [1280, 800],
    [1536, 730],
  ] as const) {
    await page.setViewportSize({ width, height });
    await bar.getByRole('button', { name: 'Famille jointe', expanded: false }).click();
    await panel.getByRole('checkbox').first().waitFor();
    const buttons = await bar.getByRole('button').all();
    assert.equal(buttons.length, 4 + 3 + 3 + 2);
    const call = panel.getByRole('link', { name: /^Appeler Claire Durand/ });
    for (const button of [...buttons, call]) {
      await until(async () => {
        const { x = 0, y = 0, width: w = 0, height: h = 0 } = (await button.boundingBox()) ?? {};
        const name = `${width}x${height}: ${await button.innerText()}`;
        await page.mouse.move(x + w / 2, y + h / 2);
        assert.ok(await button.evaluate((one) => one.matches(':hover')), name);
        assert.ok(y >= 0 && y + h <= height, name);
      });
    }
    await page.mouse.wheel(0, 2_000);
    await page.mouse.wheel(0, -4_000);
    await bar.getByRole('button', { name: 'Famille jointe', expanded: true }).click();
  }
  // The last one opens what it names.
  await bar.getByRole('button', { name: 'Famille jointe' }).click();
  const { x, y, width, height } =
    (await bar.getByRole('button', { name: 'Autre…' }).boundingBox()) ?? assert.fail();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.getByRole('dialog', { name: 'Noter un appel' }).waitFor();
  assert.deepEqual(problems, []);
});
