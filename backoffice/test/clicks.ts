import type { Page } from 'playwright-core';

/** Counts the clicks of a person who has never seen the pages. */
export function clickCounter(page: Page) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async on(target: ReturnType<Page['getByRole']>) {
      count++;
      await target.click();
      await page.waitForLoadState();
    },
  };
}
