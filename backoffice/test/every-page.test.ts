import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { mailOn } from '../../server/test/fixtures/mail.ts';
import { askToErase, openRequest } from '../../server/test/fixtures/privacy.ts';
import { type BackOffice, openBackOffice, type Window } from './back-office.ts';
import { viewports } from './browser.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook, assertLooks } from './every-look.ts';
import { until } from './until.ts';

/** The addresses of every page, by its heading. */
const addresses: Readonly<Record<string, string>> = {
  'Ma journée': '/',
  Agenda: '/agenda',
  Demandes: '/leads',
  'Nouvelle demande': '/leads/create',
  'Simone Martin': '/leads/1',
  'Tableau par étape': '/board',
  'Contacts et avis': '/surveys /surveys/complaints /surveys/satisfaction',
  Morel: '/surveys/2',
  Candidatures: '/applications',
  Bernard: '/applications/3',
  Résidences: '/establishments /establishments/groups /establishments/templates /establishments/import',
  'Le Clos des Vignes': '/establishments/3',
  'Bientôt effacées': '/retention',
  'Envois refusés': '/refused',
  Statistiques: '/statistics /statistics/funnel /statistics/delays /statistics/conversions',
  Intégrations:
    '/integrations /integrations/callers/1 /integrations/endpoints /integrations/deliveries /integrations/partners /integrations/mails',
  Utilisateurs: '/users /users/audit',
  'Vie privée':
    '/privacy /privacy/entries/1 /privacy/requests /privacy/requests/1 /privacy/pending /privacy/retention /privacy/register /privacy/audit',
  'Mon mot de passe': '/password',
  'Mes e-mails': '/mail',
};
const pages = Object.entries(addresses).flatMap(([heading, all]) =>
  all.split(' ').map((address) => [address, heading] as const),
);

describe('every page', () => {
  let office: BackOffice;
  let seat: Window;
  let guide = '';
  before(async () => {
    office = await openBackOffice(mailOn);
    const { service } = office;
    guide = (await service.get('/guide')).body;
    const { id: planned } = await sendLead(office, { delais: 'Avant Pâques' });
    await send(
      service,
      'survey',
      { type: 'survey.type.complaint', lastName: 'Morel' },
      'etablissement/3/survey/create',
    );
    await send(service, 'application', { etablissementId: 3, lastName: 'Bernard' }, 'announcement/postuler');
    await service.post(`/fr/announcement/postuler?${service.query}`, { email: 'x', message: 'Bonjour' });
    await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Nom': 'Garnier' });
    const desk = await signIn(service);
    // Two at once, one without a time, and a call that was made.
    const day = { date: '2026-03-04', done: false };
    const actions = [
      { ...day, time: '14:00', stage: 'Visite' },
      { ...day, time: '14:10', stage: 'Prise de contact' },
      { ...day, time: null, stage: 'Prise de contact' },
      { ...day, time: '09:30', stage: 'Prise de contact', done: true, outcome: 'reached' },
    ];
    await ok(desk.patch(`/desk/entries/${planned}`, { actions }));
    await desk.post('/desk/callers/1/endpoints', { url: 'https://hooks.example.org/' });
    await openRequest(desk, [1], { kind: 'access' });
    const { id: leaving } = await sendLead(office, { phoneClient: '02 61 91 55 55' });
    await ok(askToErase(desk, [leaving]));
    const hold = { kind: 'hold', reason: 'Assignation', until: '2026-12-31' };
    await desk.post('/desk/privacy/entries/1/holds', hold);
    await desk.post('/desk/privacy/objections', { phone: '06 39 98 12 34' });
    seat = await office.enter({ name: 'Hélène Faure' });
  });
  after(() => office.close());

  async function visit(address: string, heading: string): Promise<Page> {
    const { page } = seat;
    await page.setViewportSize(viewports.desktop);
    await page.emulateMedia({ colorScheme: 'light' });
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

  for (const [n, [address, heading]] of pages.entries()) {
    it(`${address} has its keyboard, its targets for a thumb and its look`, async () => {
      const page = await visit(address, heading);
      await until(async () => assert.equal(await page.locator('[type=date]:not([min][max])').count(), 0));
      // « Aide » opens the guide where it tells of this page.
      const help = await page.getByRole('link', { name: 'Aide' }).getAttribute('href');
      if (address === '/') assert.equal(help, 'commencer');
      else assert.ok(guide.includes(`<h2 id="${help?.replace('guide#', '')}">`), help ?? '');
      assert.deepEqual(await walk(page), []);
      const name = `page${address.replaceAll('/', '-')}`;
      // In turns: axe looks at each page once here, in all looks in `npm run test:long`.
      const isPhones = n % 2 === 0;
      await assertLooks(page, name, 'desktop', isPhones ? [] : ['light']);
      await assertLooks(page, name, 'phone', isPhones ? ['dark'] : []);
      // It is laid out anew, which a busy machine does late.
      await until(async () => assert.equal(await page.evaluate(smallTargets), ''));
      await assertEveryLook(page, name, ['phone', 'desktop', 'enlarged']);
      assert.deepEqual(seat.problems, []);
    });
  }
});

/** In the page: the buttons and links of less than 44 pixels, but for links in a text, and those of rows that open wherever they are touched. */
function smallTargets(): string {
  const isTarget = (element: HTMLElement) => {
    const { parentElement } = element;
    const isInText =
      getComputedStyle(element).display === 'inline' && parentElement?.textContent !== element.textContent;
    const isInRow = parentElement !== null && getComputedStyle(parentElement).cursor === 'pointer';
    return (
      !isInText &&
      !isInRow &&
      !element.matches(':disabled, .skip-nav-button, .MuiAutocomplete-endAdornment *') &&
      element.checkVisibility({ visibilityProperty: true })
    );
  };
  return [...document.querySelectorAll<HTMLElement>('a[href], button, summary, label:has(input)')]
    .filter(isTarget)
    .flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      if (width === 0 || (Math.round(width) >= 44 && Math.round(height) >= 44)) return [];
      return [
        `${element.getAttribute('aria-label') ?? element.textContent} ${Math.round(width)} × ${Math.round(height)}`,
      ];
    })
    .join('\n');
}

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
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
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
      element.checkVisibility({ visibilityProperty: true }) &&
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
