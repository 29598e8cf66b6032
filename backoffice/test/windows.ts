import type { Browser } from 'playwright-core';
import { type Look, openWindow, viewports, type Window } from './browser.ts';

/** Windows of one browser in front of one service. */
export interface Windows {
  /** A window that is signed out, with an empty page. */
  open(look?: Look): Promise<Window>;
  /** Closes all: one that is left open goes on asking for what is new. */
  close(): Promise<void>;
}

/**
 * One that was closed is emptied and opened again. To who sits down there it is a new one, but the browser need not read
 * the pages' programs once more, which is half of what a new one costs.
 */
export function windowsOf(browser: Browser, baseURL: string): Windows {
  const open: Window[] = [];
  const free: Window[] = [];
  return {
    async open(look = {}) {
      const window = free.pop();
      if (window !== undefined) await show(window, look);
      const opened = window ?? (await openWindow(browser, baseURL, look));
      open.push(opened);
      return opened;
    },
    async close() {
      const closing = open.splice(0);
      await Promise.all(closing.map(empty));
      free.push(...closing);
    },
  };
}

async function show({ page }: Window, { size = 'desktop', scheme = 'light', now }: Look): Promise<void> {
  await page.setViewportSize(viewports[size]);
  await page.emulateMedia({ colorScheme: scheme });
  if (now !== undefined) await page.clock.setSystemTime(now);
}

/** Leaves nothing of who sat there: no session, nothing stored, no second page, nothing that a test has put in between. */
async function empty({ page, context, problems }: Window): Promise<void> {
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  await context.unrouteAll();
  await page.unrouteAll();
  await context.setOffline(false);
  // Cleared from a page of the same origin that runs nothing: one of ours that is still working would store more.
  await page.goto('/health/live');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await page.goto('about:blank');
  problems.length = 0;
}
