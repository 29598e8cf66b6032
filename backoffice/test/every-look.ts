import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { seriousViolations } from './accessibility.ts';
import { keepScreenshot } from './browser.ts';

const widths = { desktop: 1280, phone: 360 } as const;

/**
 * Looks at a page as it is on a desktop and on a phone, by day and by night: a picture of each is kept, axe-core finds
 * nothing serious, and nothing has to be scrolled sideways.
 */
export async function assertEveryLook(page: Page, name: string): Promise<void> {
  for (const size of ['phone', 'desktop'] as const) {
    for (const scheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width: widths[size], height: size === 'phone' ? 780 : 900 });
      await page.emulateMedia({ colorScheme: scheme });
      const background = scheme === 'dark' ? 'rgb(20, 26, 25)' : 'rgb(246, 244, 239)';
      await page.waitForFunction(
        (wanted) => getComputedStyle(document.body).backgroundColor === wanted,
        background,
      );
      assert.deepEqual(await seriousViolations(page), [], `${name}, ${size}, ${scheme}`);
      assert.deepEqual(await tooWide(page), [], `${name}, ${size}: what is wider than the screen`);
      await keepScreenshot(page, `${name}-${size}-${scheme}`);
    }
  }
}

/** What makes a page scroll sideways; nothing when it does not. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map(({ tagName, className }) => `${tagName} ${className}`);
  });
}
