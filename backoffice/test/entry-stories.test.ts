// What staff do with an entry, from its page to the family's mailbox.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { execute } from '../../server/test/fixtures/rows.ts';
import { clickCounter } from './clicks.ts';
import { block, choose, chooseAct, enterEntry, notice, save, sendLead, shows } from './entry.ts';
import { assertEveryLook, assertNotWide } from './every-look.ts';
import { type MailingOffice, openMailingOffice } from './mailbox.ts';
import { until } from './until.ts';

const claire = 'claire.durand@example.org';
const direction = { grants: [{ role: 'direction', establishmentId: 3 }], name: 'Hélène Faure' } as const;

describe('an entry', () => {
  let office: MailingOffice;
  before(async () => {
    office = await openMailingOffice();
    await execute(office.service.database, 'update templates set active = 1');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  /** What families have got when the ten seconds are over. */
  const received = async () => (await office.received()).filter(({ to }) => !to[0]?.startsWith('user'));
  /** Subject, method and start of each mail. */
  const invitations = async () =>
    (await received()).map(({ headers, attachments }) => {
      const [calendar] = attachments;
      const start = /^DTSTART:(.*)$/m.exec(String(calendar?.content))?.[1]?.trim();
      return [headers.subject?.split(' [')[0], calendar?.method, start];
    });

  it('a family is called back, with the next step, in two clicks, which can be undone', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    await page.getByText(/^À rappeler depuis/).waitFor();
    const timeline = block(page, 'Suivi');
    await shows(timeline, /Sort de l’hôpital la semaine prochaine/);
    await page.getByLabel('Note', { exact: true }).fill('La fille vient visiter avec son frère');
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('button', { name: 'Famille jointe' }));
    await assertEveryLook(page, 'entry-next');
    await clicks.on(page.getByRole('button', { name: 'Appel · jeu. 10:00' }));
    await page.getByText('Appel prévu jeu. 5 mars 10:00', { exact: true }).waitFor();
    assert.equal(clicks.count, 2);
    await shows(timeline, /Appel, 04\/03\/2026 à 10:00\s*Famille jointe/);
    await timeline.getByText('Appel, 05/03/2026 à 10:00').waitFor();

    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await timeline.getByText('Appel, 0').first().waitFor({ state: 'detached' });
    await page.getByText(/^À rappeler depuis/).waitFor();
    assert.deepEqual(problems, []);
  });

  it('a visit is planned and told to the family, moved, made, and leads to an admission', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    const dialog = page.getByRole('dialog');
    const timeline = block(page, 'Suivi');
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('button', { name: 'Planifier une visite' }));
    await clicks.on(dialog.getByRole('button', { name: 'jeu. 10:00' }));
    await clicks.on(dialog.getByRole('checkbox', { name: `Confirmer à la famille (${claire})` }));
    // What leaves is read beside the tick, and what was agreed on the phone is a call.
    await dialog.getByText('Aperçu').click();
    await dialog.getByText(/^Votre visite du jeudi 5 mars à 10\sh\s+Madame Durand,/).waitFor();
    await dialog.getByRole('switch', { name: 'Convenue par téléphone', checked: true }).waitFor();
    await assertEveryLook(page, 'visit-confirmed');
    await clicks.on(dialog.getByRole('button', { name: 'Planifier' }));
    assert.equal(clicks.count, 4);
    await notice(page, `Visite prévue jeu. 5 mars 10:00. L’e-mail à ${claire} part dans 10 s.`).waitFor();
    await shows(timeline, /Appel, 04\/03\/2026 à 10:00\s*Famille jointe/);
    await block(page, 'Où en est la fiche').getByText('Confiée à moi').first().waitFor();
    await timeline.getByText('Visite, 05/03/2026 à 10:00').waitFor();
    const planned = ['Votre visite du jeudi 5 mars à 10\u00A0h', 'REQUEST', '20260305T090000Z'];
    assert.deepEqual(await invitations(), [planned]);

    await page.getByRole('button', { name: 'Reporter : Visite, 05/03/2026 à 10:00' }).click();
    await dialog.getByLabel('Date').fill('2026-03-03');
    await dialog.getByRole('button', { name: 'Reporter' }).click();
    await dialog.getByText('Ce jour est passé').waitFor();
    await dialog.getByLabel('Date').fill('2026-03-06');
    await dialog.getByLabel('Heure').fill('14:30');
    await dialog.getByRole('checkbox', { name: `Prévenir la famille (${claire})`, checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Reporter' }).click();
    await timeline.getByText('Visite, 06/03/2026 à 14:30').waitFor();
    const moved = 'Votre visite est déplacée au vendredi 6 mars à 14\u00A0h\u00A030';
    assert.deepEqual(await invitations(), [[moved, 'REQUEST', '20260306T133000Z']]);

    // In Martinique it is five in the morning.
    const isIn = (cp: string) =>
      execute(
        office.service.database,
        `update establishments set details = json_set(details, '$.cp', '${cp}') where id = 3`,
      );
    await isIn('97200');
    await page.reload();
    await page.getByRole('button', { name: 'Reporter : Visite, 06/03/2026 à 14:30' }).click();
    await dialog.getByLabel('Date').fill('2026-03-04');
    await dialog.getByLabel('Heure').fill('08:00');
    await dialog.getByRole('checkbox', { name: `Prévenir la famille (${claire})`, checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Reporter' }).click();
    await timeline.getByText('Visite, 04/03/2026 à 08:00').waitFor();
    assert.deepEqual((await invitations())[0]?.slice(1), ['REQUEST', '20260304T120000Z']);
    await isIn('41000');

    // It can't have been made on a day that is still to come.
    await timeline.getByRole('button', { name: /C’est fait : Visite/ }).click();
    await save(page, { Note: 'Chambre 12 appréciée' });
    await timeline.getByText('Visite, 04/03/2026 à 10:00').waitFor();
    await page.getByRole('button', { name: 'Saisir le résultat' }).click();
    await choose(page, 'Résultat', 'Sans suite');
    await dialog.locator('button[type=submit]').click();
    await dialog.getByText('À remplir.').waitFor();
    await choose(page, 'Résultat', 'Admission réalisée');
    await assertEveryLook(page, 'entry-admission');
    await save(page, { 'Jour de l’admission': '2026-03-16' });
    await page.getByText('Admission le 16/03/2026', { exact: true }).waitFor();
    // What is said again is corrected, and no second admission.
    await chooseAct(page, 'Saisir le résultat');
    await save(page, { 'Jour de l’admission': '2026-03-02' });
    await page.getByText('Admission réalisée le 02/03/2026', { exact: true }).waitFor();
    await until(async () => assert.equal(await timeline.getByText(/^Admission réalisée, /).count(), 1));
    assert.deepEqual(problems, []);
  });

  it('a lead goes to a colleague, and comes back from out of reach', async () => {
    const { id } = await sendLead(office);
    await signIn(office.service, [{ role: 'commercial', establishmentId: 3 }], 'Paul Girard');
    const { page, problems } = await enterEntry(office, id, direction);
    await page.getByRole('button', { name: 'Confier à…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Paul Girard' }).click();
    await page.getByText('Confiée à Paul Girard').first().waitFor();
    await page.getByRole('button', { name: 'Confier à…' }).click();
    await page.keyboard.type('Elle rappelle jeudi, demander Mme Roche');
    await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).waitFor();
    await assertEveryLook(page, 'entry-hand-over');
    await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).click();
    await page.getByText('La fiche est confiée à La Roseraie.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await page.getByText('C’est annulé.').waitFor();
    await page.getByText(/^n° \d+$/).waitFor();
    await block(page, 'Suivi').getByText('Elle rappelle jeudi').waitFor({ state: 'detached' });
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('404')),
      [],
    );
  });

  it('the second of two people sees what the first changed, and loses nothing', async () => {
    const { id } = await sendLead(office);
    const first = await enterEntry(office, id, { name: 'Inès Moreau' });
    const second = await enterEntry(office, id, { name: 'Paul Girard', size: 'phone' });
    const { page } = second;
    // While a form is open a page does not read again by itself.
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await first.page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await save(first.page, { Délai: 'Immédiat' });
    await first.page.getByRole('button', { name: 'Saisir le résultat' }).click();

    const dialog = page.getByRole('dialog', { name: 'Modifier : Souhaits' });
    await dialog.getByLabel('Budget').fill('3 000 €');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const conflict = page.getByRole('alertdialog', { name: 'Cette fiche a changé entre-temps' });
    await conflict.getByText('Inès Moreau a modifié la fiche.').waitFor();
    await conflict.getByText('Délai : Immédiat (avant : Sous 15 jours)').waitFor();
    await assertEveryLook(page, 'entry-conflict', ['phone']);
    await conflict.getByRole('button', { name: 'Reprendre ma saisie sur la nouvelle version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await block(page, 'Souhaits').getByText('3 000 €').waitFor();
    await block(page, 'Souhaits').getByText('Immédiat').waitFor();

    // Now the other way round: the first sees an old version, and gives up.
    await choose(first.page, 'Résultat', 'Sans suite');
    await choose(first.page, 'Motif', 'Financier');
    await first.page.getByRole('button', { name: 'Enregistrer' }).click();
    await first.page.getByText('Budget : 3 000 € (avant : 2 500 € par mois)').first().waitFor();
    await first.page.getByRole('button', { name: 'Abandonner' }).click();
    await block(first.page, 'Souhaits').getByText('3 000 €').waitFor();
    await first.page.getByText('Sans suite, Financier').waitFor({ state: 'detached' });
    assert.deepEqual([...first.problems, ...second.problems], []);
  });

  it('a message is written with a template in three clicks, taken back, and sent again', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, direction);
    const clicks = clickCounter(page);
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await clicks.on(page.getByRole('button', { name: 'Écrire' }));
    await clicks.on(dialog.getByRole('button', { name: 'Appel sans réponse' }));
    await assertEveryLook(page, 'write');
    await clicks.on(dialog.getByRole('button', { name: 'Envoyer' }));
    assert.equal(clicks.count, 3);
    await page.getByText(`L’e-mail à ${claire} part dans 10 s.`).waitFor();
    const [mail] = await received();
    assert.deepEqual(
      [mail?.to, mail?.headers.subject],
      [[claire], `Votre demande pour Le Clos des Vignes [n° ${id}]`],
    );
    assert.match(mail?.body ?? '', /^Madame Durand,\n[\s\S]*\nHélène Faure\nLe Clos des Vignes\n$/);

    // Typed words stay when a template is chosen after them.
    await page.reload();
    await page.getByRole('button', { name: 'Écrire' }).click();
    await dialog.getByLabel('Message').fill('Chère Claire,');
    await dialog.getByRole('button', { name: 'Appel sans réponse' }).click();
    await until(async () =>
      assert.match(await dialog.getByLabel('Message').inputValue(), /^Chère Claire,\n\nMadame Durand,/),
    );
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await notice(page, 'part dans 10 s.').getByRole('button', { name: 'Annuler' }).click();
    await notice(page, 'C’est annulé.').waitFor();
    assert.deepEqual(await received(), []);

    await page.getByRole('button', { name: 'Écrire' }).click();
    await dialog.getByLabel('Objet').fill('Votre visite');
    await dialog.getByLabel('Message').fill('Le {date}.');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.getByText('À compléter dans le texte : {date}.').first().waitFor();
    await dialog.getByLabel('Message').fill('Demain.');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await notice(page, 'part dans 10 s.').waitFor();
    office.smtp.refused.add(claire);
    assert.deepEqual(await received(), []);
    office.smtp.refused.clear();
    await page.reload();
    await block(page, 'Suivi').getByText('Non remis').waitFor();
    await assertEveryLook(page, 'message-failed');
    await page.getByRole('button', { name: `Renvoyer l’e-mail à ${claire}` }).click();
    await page.getByText(`Message renvoyé à ${claire}.`).waitFor();
    assert.equal((await received()).length, 1);
    assert.deepEqual(problems, []);
  });

  it('foreign text is shown as text', async () => {
    const script = '"><img src=x onerror="window.struck=1"><script>window.struck=1</script>';
    const address = 'javascript:window.struck=1';
    const { id } = await sendLead(
      office,
      {
        ...{ firstNameClient: script, lastNameClient: address, phoneClient: `${address} 0261911234` },
        ...{ villeClient: script, delais: script, budget: script, securite: script, comment: script },
        ...{ gclid: script, partnerid: script, page: address, [script]: script },
        nested: { html: script, list: [address] },
        commercialrelations: [
          { firstName: script, lastName: script, phone: address, ville: script, [script]: address },
        ],
        commercialactions: [{ date: '2026-03-01', comment: script, [script]: script }],
      },
      script,
    );
    const { page, problems } = await enterEntry(office, id, { name: script });
    let dialogs = 0;
    page.on('dialog', () => dialogs++);
    await page.getByLabel('Note', { exact: true }).fill(script);
    await page.getByRole('button', { name: 'Pas de réponse' }).click();
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await save(page, { Délai: `${script}!` });
    await chooseAct(page, 'Commentaire transmis au site');
    await save(page, { Commentaire: address });
    await shows(block(page, 'Historique'), `Délai : ${script}!`);
    await until(async () =>
      assert.equal(await page.locator('main img, main script, a[href^="javascript:" i]').count(), 0),
    );
    const links = page.getByRole('main').getByRole('link');
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
      assert.match(href, /^(?:tel:[+\d]+|mailto:|#\/)/);
    await assertNotWide(page, 'foreign text');
    await page.setViewportSize({ width: 360, height: 780 });
    await assertNotWide(page, 'foreign text, 360 px');
    await assertEveryLook(page, 'entry-hostile');
    await until(async () =>
      assert.equal(await page.evaluate(() => Reflect.get(window, 'struck')), undefined),
    );
    assert.equal(dialogs, 0);
    assert.deepEqual(problems, []);
  });
});
