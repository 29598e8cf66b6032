import { mkdirSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type Disposable,
  type Download,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { launchBrowser } from './chromium.ts';
import { pageTimeout } from './until.ts';

/** The content of a downloaded file. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** Screenshots that tests make, to be looked at. */
const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** A real Chromium: the one of the whole test run, or outside of one its own. Closing it closes the windows of this file. */
export async function openBrowser(): Promise<Browser> {
  const { TEST_BROWSER } = process.env;
  return TEST_BROWSER === undefined ? launchBrowser() : playwright.connect(TEST_BROWSER);
}

export type Size = 'desktop' | 'phone' | 'enlarged';
export type Scheme = 'light' | 'dark';

export const viewports = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 360, height: 780 },
  /** A desktop at 200 %. */
  enlarged: { width: 640, height: 400 },
} as const;

export interface Look {
  readonly size?: Size;
  readonly scheme?: Scheme;
  /** The time of its clock when it opens. */
  readonly now?: Date;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The problems in it so far: exceptions, violations of the Content-Security-Policy. */
  readonly problems: string[];
  /** Sets the clock of the documents to come, which runs on from there. */
  setTime(now: Date): Promise<void>;
}

/** A window of its own, French, on a screen of this size. */
export async function openWindow(
  browser: Browser,
  baseURL: string,
  { size = 'desktop', scheme = 'light', now }: Look = {},
): Promise<Window> {
  const context = await browser.newContext({
    baseURL,
    viewport: viewports[size],
    colorScheme: scheme,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Without animations there is nothing to wait for.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(pageTimeout);
  const page = await context.newPage();
  let time: Disposable | undefined;
  async function setTime(to: Date): Promise<void> {
    await time?.dispose();
    time = await context.addInitScript(shiftDate, to.getTime() - Date.now());
  }
  if (now !== undefined) await setTime(now);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Violations of the Content-Security-Policy are reported here too.
    if (message.type() === 'error' && !/status of (?:4\d\d|503)/.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  return { page, context, problems, setTime };
}

/**
 * In a page: makes its time differ from the machine's by so many ms. Playwright's own clock replaces every timer, which costs
 * a quarter of each change of page.
 */
function shiftDate(ms: number): void {
  window.Date = new Proxy(Date, {
    construct: (date, given: unknown[], target) =>
      Reflect.construct(date, given.length === 0 ? [date.now() + ms] : given, target),
    get: (date, key) => (key === 'now' ? () => date.now() + ms : Reflect.get(date, key)),
  });
}

/**
 * Keeps a picture of the whole page, under a name. The browser resizes the window for that, which closes an open list of
 * choices: then only what is in sight is kept.
 */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  const fullPage = (await page.getByRole('listbox').count()) === 0;
  await page.screenshot({ path: `${screenshots}${name}.png`, fullPage });
}
