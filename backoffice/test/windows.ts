import type { Browser } from 'playwright-core';
import { type Look, openWindow, viewports, type Window } from './browser.ts';

/** Windows of one browser in front of one service. */
export interface Windows {
  /** A window that is signed out, on a page without scripts. */
  open(look?: Look): Promise<Window>;
  /** Closes all: an open one keeps its stream of changes. */
  close(): Promise<void>;
}

/**
 * Closed windows are emptied and opened again: the browser has the scripts of the pages compiled already, which is half
 * the cost of a new window.
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

async function show(
  { page, setTime }: Window,
  { size = 'desktop', scheme = 'light', now }: Look,
): Promise<void> {
  await page.setViewportSize(viewports[size]);
  await page.emulateMedia({ colorScheme: scheme });
  if (now !== undefined) await setTime(now);
}

/** Removes everything of its last user: session, storage, other pages, routes of the test. */
async function empty({ page, context, problems }: Window): Promise<void> {
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  await context.unrouteAll();
  await page.unrouteAll();
  await context.setOffline(false);
  // From a page of the same origin without scripts: a page of ours might store more.
  await page.goto('/health/live');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  problems.length = 0;
}
