import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { mailOn } from '../../server/test/fixtures/mail.ts';
import { openRequest } from '../../server/test/fixtures/privacy.ts';
import { english } from '../src/i18n/english.ts';
import { french } from '../src/i18n/french.ts';
import { type BackOffice, openBackOffice, type Window } from './back-office.ts';
import { sendLead } from './entry.ts';

/** Every page by its address, with its heading in English. */
const pages: readonly (readonly [string, string])[] = [
  ['/', 'My day'],
  ['/leads', 'Leads'],
  ['/leads/create', 'New lead'],
  ['/leads/1', 'Simone Martin'],
  ['/board', 'Board by stage'],
  ['/surveys', 'Contacts and opinions'],
  ['/surveys/complaints', 'Contacts and opinions'],
  ['/surveys/satisfaction', 'Contacts and opinions'],
  ['/surveys/2', 'Morel'],
  ['/orientations', 'Orientations'],
  ['/applications', 'Applications'],
  ['/applications/3', 'Bernard'],
  ['/establishments', 'Residences'],
  ['/establishments/groups', 'Residences'],
  ['/establishments/import', 'Residences'],
  ['/establishments/3', 'Le Clos des Vignes'],
  ['/retention', 'Erased soon'],
  ['/statistics', 'Statistics'],
  ['/integrations', 'Integrations'],
  ['/integrations/endpoints', 'Integrations'],
  ['/integrations/deliveries', 'Integrations'],
  ['/integrations/partners', 'Integrations'],
  ['/integrations/mails', 'Integrations'],
  ['/users', 'Users'],
  ['/audit', 'Audit trail'],
  ['/privacy', 'Privacy'],
  ['/privacy/entries/1', 'Privacy'],
  ['/privacy/requests', 'Privacy'],
  ['/privacy/requests/1', 'Privacy'],
  ['/privacy/requests/1/proof', 'Privacy'],
  ['/privacy/holds', 'Privacy'],
  ['/privacy/retention', 'Privacy'],
  ['/privacy/register', 'Privacy'],
  ['/password', 'My password'],
  ['/mail', 'My e-mails'],
];

/** Texts that only the French catalogue has. */
const onlyFrench = (() => {
  const leaves = (part: unknown): string[] =>
    typeof part === 'string' ? part.split(' |||| ') : Object.values(part ?? {}).flatMap(leaves);
  const both = new Set(leaves(english));
  // A text with a placeholder is not found as written; a word that short may match by chance.
  return leaves(french).filter((text) => text.length > 3 && !text.includes('%{') && !both.has(text));
})();

describe('every page', () => {
  let office: BackOffice;
  let seat: Window;
  before(async () => {
    office = await openBackOffice(mailOn);
    const { service } = office;
    await sendLead(office, { delais: 'Avant Pâques' });
    await send(
      service,
      'survey',
      { type: 'survey.type.complaint', lastName: 'Morel' },
      'etablissement/3/survey/create',
    );
    await send(service, 'application', { etablissementId: 3, lastName: 'Bernard' }, 'announcement/postuler');
    await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Nom': 'Garnier' });
    const desk = await signIn(service);
    await desk.post('/desk/callers/1/endpoints', { url: 'https://hooks.example.org/' });
    await openRequest(desk, [1], { kind: 'access' });
    const hold = { kind: 'hold', reason: 'Assignation', until: '2026-12-31' };
    await desk.post('/desk/privacy/entries/1/holds', hold);
    await desk.post('/desk/privacy/objections', { phone: '06 39 98 12 34' });
    seat = await office.enter({ name: 'Hélène Faure' });
    await seat.page.getByRole('button', { name: 'Hélène Faure' }).click();
    await seat.page.getByRole('menuitem', { name: 'English' }).click();
  });
  after(() => office.close());

  async function visit(address: string, heading: string): Promise<Page> {
    const { page } = seat;
    await page.goto(`/#${address}`);
    // The bar with the heading is hidden after scrolling down.
    await page.evaluate(() => document.documentElement.scrollTo(0, 0));
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.waitForFunction(
      () =>
        document.querySelector('main [role="progressbar"]') === null &&
        (document.querySelector('main')?.innerText.trim() ?? '') !== '',
    );
    return page;
  }

  for (const [address, heading] of pages) {
    it(`${address} speaks English throughout, and Tab reaches every control where one sees it`, async () => {
      const page = await visit(address, heading);
      const texts = await page.evaluate(() => [
        ...document.body.innerText.split('\n'),
        document.title,
        ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
          ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
        ),
      ]);
      const shown = new Set(texts.map((text) => text.trim()));
      // The register is written in French, and marked so.
      const meantFrench = await page.locator('main [lang="fr"]').allInnerTexts();
      for (const text of meantFrench) shown.delete(text.trim());
      assert.ok(onlyFrench.length > 500, 'the catalogues are compared');
      // The other language has its own name in the menu, which is closed here.
      assert.deepEqual(
        onlyFrench.filter((text) => shown.has(text)),
        [],
      );
      assert.deepEqual(await walk(page), []);
      assert.deepEqual(seat.problems, []);
    });
  }
});

/** How often Tab is pressed before the page is asked what got the focus. */
const tabsAtOnce = 10;

/** What the page records while Tab moves through it. */
interface Walk {
  isOut: boolean;
  readonly unseen: string[];
}

/** Goes through the page by Tab. Returns what it did not reach, and where the focus is invisible. */
async function walk(page: Page): Promise<string[]> {
  await page.evaluate(beginWalk);
  for (let steps = 0; steps < 300; steps += tabsAtOnce) {
    await Promise.all(Array.from({ length: tabsAtOnce }, () => page.keyboard.press('Tab')));
    if (await page.evaluate(() => (window as unknown as { walk: Walk }).walk.isOut)) break;
  }
  return page.evaluate(() => {
    const { walk } = window as unknown as { walk: Walk };
    const missed = [...document.querySelectorAll<HTMLElement>('[data-walk="waits"]')].map(
      (element) =>
        `Tab does not reach ${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`,
    );
    return [...walk.unseen.map((name) => `the focus is invisible on ${name}`), ...missed];
  });
}

/** In the page: marks what Tab must reach, and records before each key what the last one has focused. */
function beginWalk(): void {
  const main = document.querySelector('main');
  if (main === null) throw new Error('no main');
  const controls = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [aria-hidden="true"], [type="hidden"]') &&
      element.checkVisibility() &&
      // In a group of radio buttons only the chosen one takes the focus.
      !(element.matches('[type="radio"]') && !element.matches(':checked')),
  );
  for (const control of controls) control.dataset.walk = 'waits';
  if (main.tabIndex < 0) main.tabIndex = -1;
  main.focus();

  const nameOf = (one: Element) =>
    `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)}`;
  // Its look, with its parents and children: an input shows its focus by its frame.
  const lookOf = (one: Element) => {
    const frame = one.closest('.MuiInputBase-root');
    const near = [one, ...one.children, ...(frame === null ? [] : [frame, ...frame.children])];
    for (let above = one.parentElement, up = 0; above !== null && up < 2; above = above.parentElement, up++)
      near.push(above);
    return near
      .flatMap((part) => [null, '::after', '::before'].map((pseudo) => getComputedStyle(part, pseudo)))
      .map((look) =>
        [
          look.outline,
          look.boxShadow,
          look.backgroundColor,
          look.border,
          look.color,
          look.textDecoration,
        ].join(),
      )
      .join('|');
  };
  const begun = window as unknown as { walk: Walk; look?: () => void };
  if (begun.look !== undefined) document.removeEventListener('keydown', begun.look, true);
  const walk: Walk = { isOut: false, unseen: [] };
  let before: { readonly element: Element; readonly look: string } | undefined;
  const look = () => {
    const element = document.activeElement;
    // A day is typed in three parts of one input.
    if (walk.isOut || element === main || before?.element === element) return;
    if (before?.element.isConnected === true && lookOf(before.element) === before.look)
      walk.unseen.push(nameOf(before.element));
    before = undefined;
    walk.isOut =
      !(element instanceof HTMLElement) ||
      document.querySelector('main')?.contains(element) !== true ||
      element.dataset.walk === 'reached';
    if (walk.isOut || !(element instanceof HTMLElement)) return;
    element.dataset.walk = 'reached';
    before = { element, look: lookOf(element) };
  };
  document.addEventListener('keydown', look, true);
  begun.walk = walk;
  begun.look = look;
}
