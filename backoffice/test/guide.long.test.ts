// The pictures of docs/guide.fr.md: each page that they show is still there, with the texts that the guide names.
// `npm run pictures` writes them.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { demoUsers } from '../../server/src/demo/accounts.ts';
import { mailOn } from '../../server/test/fixtures/mail.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { seriousViolations } from './accessibility.ts';
import type { BackOffice } from './back-office.ts';
import { openDemo } from './demo.ts';
import { until } from './until.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const guide = readFileSync(`${docs}guide.fr.md`, 'utf8');
const isWriting = process.env.PICTURES === 'write';

interface Picture {
  readonly name: string;
  readonly user: `${'direction' | 'commercial' | 'groupe' | 'siege'}@example.org`;
  readonly at: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** Texts that the section of the guide names, and that are on the page. */
  readonly texts: readonly string[];
  readonly before?: (page: Page, office: BackOffice) => Promise<void>;
}

/** Opens a lead of La Roseraie whose family can be written to. */
async function openLead(page: Page, { service, url }: BackOffice): Promise<void> {
  const newest = `select max(entry_id) from relations r join entries e on e.id = r.entry_id
    where e.establishment_id = 5 and e.resultat is null and e.asleep_until is null and r.fields like '%@%'
      and not exists (select 1 from actions a where a.entry_id = e.id)`;
  await page.goto(`${url}/#/leads/${await number(service.database, newest)}`);
  await page.getByRole('button', { name: 'Écrire' }).waitFor();
}

const pictures: readonly Picture[] = [
  { name: 'ma-journee', user: 'direction@example.org', at: '/', texts: ['Maintenant', 'Pas de réponse'] },
  { name: 'demandes', user: 'commercial@example.org', at: '/leads', texts: ['Nouvelle demande', 'Exporter'] },
  {
    name: 'demande',
    user: 'commercial@example.org',
    at: '/leads',
    texts: ['Résultat'],
    before: async (page) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.waitForURL(/leads\/\d+/);
    },
  },
  {
    name: 'agenda',
    user: 'groupe@example.org',
    at: '/agenda?view=week',
    texts: ['Jour', 'Semaine', 'Pour qui', 'Sur mon téléphone'],
    before: (page) => page.getByRole('group', { name: 'lundi 23 novembre 2026' }).waitFor(),
  },
  {
    name: 'ecrire',
    user: 'commercial@example.org',
    at: '/leads',
    texts: ['Envoyer'],
    before: async (page, office) => {
      await openLead(page, office);
      await page.getByRole('button', { name: 'Écrire' }).click();
      await page.getByRole('button', { name: 'Appel sans réponse' }).click();
    },
  },
  {
    name: 'visite-confirmee',
    user: 'commercial@example.org',
    at: '/leads',
    texts: ['Confirmer à la famille'],
    before: async (page, office) => {
      await openLead(page, office);
      await page.getByRole('button', { name: 'Planifier une visite' }).click();
      await page.getByRole('checkbox', { name: /^Confirmer à la famille/ }).check();
    },
  },
  { name: 'tableau', user: 'commercial@example.org', at: '/board', texts: [] },
  {
    name: 'statistiques',
    user: 'siege@example.org',
    at: '/statistics',
    texts: ['Activité', 'Entonnoir', 'Imprimer'],
    before: async (page) => {
      await page.getByRole('button', { name: 'Période précédente' }).click();
      await page.getByText('Par résidence').waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    },
  },
  {
    name: 'telephone',
    user: 'commercial@example.org',
    at: '/',
    size: { width: 390, height: 844 },
    texts: [],
  },
];

describe('the guide for staff', () => {
  let office: BackOffice;
  before(async () => {
    office = await openDemo(mailOn);
  });
  after(() => office.close());

  for (const { name, user, at, size = { width: 1280, height: 800 }, texts, before } of pictures) {
    it(`has a picture of ${name}, whose page has what the guide names`, async () => {
      const { grants = [], name: userName } = demoUsers.find(({ email }) => email === user) ?? {};
      const { page, problems } = await office.enter({
        grants,
        at,
        // A desktop's page that becomes a phone's while it is loading opens its menu above itself.
        size: size.width < 600 ? 'phone' : 'desktop',
        ...(userName !== undefined && { name: userName }),
      });
      await page.setViewportSize(size);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await before?.(page, office);
      const section = guide.split(/^## /m).find((one) => one.includes(`pictures/${name}.png`)) ?? '';
      assert.notEqual(section, '', `the guide shows ${name}`);
      for (const text of texts) {
        assert.ok(section.includes(text), `the guide names ${text}`);
        await page.getByText(text).first().waitFor();
      }
      if (isWriting) {
        await page.waitForLoadState('networkidle');
        mkdirSync(`${docs}pictures`, { recursive: true });
        await page.screenshot({ path: `${docs}pictures/${name}.png` });
      }
      assert.ok(existsSync(`${docs}pictures/${name}.png`), 'npm run pictures writes it');
      assert.deepEqual(problems, []);
      await office.closeWindows();
    });
  }

  it('opens from each page at its section, and has every picture', async () => {
    const { page, context, problems } = await office.enter({ at: '/statistics' });
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Aide' }).click();
    const help = await opening;
    await help.getByRole('heading', { level: 2, name: 'Statistiques' }).waitFor();
    assert.match(help.url(), /\/guide#statistiques$/);
    const ids = await help.locator('h2').evaluateAll((all) => all.map(({ id }) => id));
    for (const [at, id] of [
      ['/leads', 'demandes'],
      ['/leads/7', 'une-demande'],
      ['/agenda', 'agenda'],
      ['/board', 'tableau-par-etape'],
      ['/surveys', 'contacts-et-avis'],
      ['/applications', 'candidatures'],
      ['/password', 'se-connecter'],
      ['/users', 'residences-utilisateurs-et-reglages'],
    ] as const) {
      await page.goto(`/#${at}`);
      await page.locator(`a[href="guide#${id}"]`).waitFor();
      assert.ok(ids.includes(id), id);
    }
    for (const image of await help.locator('img').all()) {
      await image.scrollIntoViewIfNeeded();
      await image.evaluate((element) => (element instanceof HTMLImageElement ? element.decode() : undefined));
    }
    assert.deepEqual(await seriousViolations(help), []);
    // A first morning needs one page.
    await help.getByRole('link', { name: 'Commencer' }).click();
    await help.getByRole('heading', { level: 1, name: 'Commencer' }).waitFor();
    await until(async () => {
      const words = (await help.locator('main').innerText()).split(/\s+/).length;
      assert.ok(words > 400 && words <= 600, String(words));
    });
    assert.deepEqual(await seriousViolations(help), []);
    assert.deepEqual(problems, []);
  });
});
