import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { seriousViolations } from './accessibility.ts';
import { keepScreenshot, type Scheme, type Size, viewports } from './browser.ts';

const backgrounds = { light: 'rgb(246, 244, 239)', dark: 'rgb(20, 26, 25)' } as const;

/**
 * Looks at a page as it is on a desktop and on a phone, by day and by night: axe-core finds nothing serious, nothing has to
 * be scrolled sideways, and a picture of each is kept where `SCREENSHOTS` is set. `sizes`: these alone. Nothing is done
 * without `EVERY_LOOK` or `SCREENSHOTS`.
 */
export async function assertEveryLook(
  page: Page,
  name: string,
  sizes: readonly Size[] = ['phone', 'desktop'],
): Promise<void> {
  const { EVERY_LOOK, SCREENSHOTS } = process.env;
  if (EVERY_LOOK === undefined && SCREENSHOTS === undefined) return;
  const before = page.viewportSize();
  // In this order one of size and scheme changes at a time: each change redraws the page.
  for (const size of sizes)
    await assertLooks(page, name, size, size === 'phone' ? ['light', 'dark'] : ['dark', 'light']);
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}

/** The same on a screen of one size, in these schemes. */
export async function assertLooks(
  page: Page,
  name: string,
  size: Size,
  schemes: readonly Scheme[],
): Promise<void> {
  await assertFits(page, name, size);
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction(
      (wanted) => getComputedStyle(document.body).backgroundColor === wanted,
      backgrounds[scheme],
    );
    // Of the same page only colours differ from one scheme to the other.
    const rules = scheme === schemes[0] ? undefined : ['color-contrast'];
    assert.deepEqual(await seriousViolations(page, rules), [], `${name}, ${size}, ${scheme}`);
    await keepScreenshot(page, `${name}-${size}-${scheme}`);
  }
}

/**
 * A window beside that of a page, signed in like it, where no Content-Security-Policy holds: those of pages without script
 * let axe-core do nothing.
 */
export async function openWithoutPolicy(beside: Page) {
  const browser = beside.context().browser() ?? assert.fail('a page of a browser');
  const storageState = await beside.context().storageState();
  const context = await browser.newContext({ bypassCSP: true, storageState, locale: 'fr-FR' });
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}

/** As {@link assertEveryLook}, for a page that has the browser's own colours, and in each run. */
export async function assertPlainLooks(page: Page, name: string): Promise<void> {
  for (const size of ['phone', 'desktop'] as const) {
    await assertFits(page, name, size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await seriousViolations(page), [], `${name}, ${size}, ${colorScheme}`);
      await keepScreenshot(page, `${name}-${size}-${colorScheme}`);
    }
  }
}

/** Shows a page on a screen of this size, where nothing has to be scrolled sideways. */
async function assertFits(page: Page, name: string, size: Size): Promise<void> {
  await page.setViewportSize(viewports[size]);
  await assertNotWide(page, `${name}, ${size}`);
}

/** Fails when a page is wider than its window. */
export async function assertNotWide(page: Page, name: string): Promise<void> {
  // On a phone's screen the menu leaves no room until the page is laid out anew, which a busy machine does late.
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits).catch(() => undefined);
  assert.deepEqual(await tooWide(page), [], `${name}: what is wider than the screen`);
}

/** The elements that make a page scroll sideways; empty when it does not. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map(({ tagName, className }) => `${tagName} ${className}`);
  });
}
