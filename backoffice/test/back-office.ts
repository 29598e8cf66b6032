import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Grant } from '../../server/src/access/roles.ts';
import { deskPassword, signIn } from '../../server/test/desk.ts';
import { startService, type TestService } from '../../server/test/service.ts';
import { openBrowser, openWindow, type Scheme, type Size } from './browser.ts';

/** A whole service on a port of its own, and a browser in front of it. */
export interface BackOffice {
  readonly service: TestService;
  readonly url: string;
  /** A new window in which a new user with these grants has signed in; an administrator when none are given. */
  enter(options?: Entering): Promise<Window>;
  /** A new window, of nobody. */
  open(options?: Entering): Promise<Window>;
  /** Closes every window: one that is left open goes on asking for what is new. */
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

export interface Entering {
  readonly grants?: readonly Grant[];
  readonly name?: string;
  readonly size?: Size;
  readonly scheme?: Scheme;
  /** The address below `/#`, `/` by default. */
  readonly at?: string;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What has gone wrong in it so far: exceptions, refusals by the Content-Security-Policy. */
  readonly problems: readonly string[];
}

/** Starts both, with these settings besides; the service on SQLite, which the back office can't tell from PostgreSQL. */
export async function openBackOffice(env: Record<string, string> = {}): Promise<BackOffice> {
  const service = await startService('sqlite', { LOG_LEVEL: 'info', ...env });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser: Browser = await openBrowser();
  const open: BackOffice['open'] = async ({ size, scheme, at = '/' } = {}) => {
    const opened = await openWindow(browser, url, {
      now: service.clock.now,
      ...(size !== undefined && { size }),
      ...(scheme !== undefined && { scheme }),
    });
    await opened.page.goto(`/#${at}`);
    return opened;
  };
  return {
    service,
    url,
    open,
    async enter({ grants, name, at = '/', ...look } = {}) {
      const desk = await signIn(service, grants, name);
      const [cookieName = '', value = ''] = desk.headers.cookie?.split('=') ?? [];
      const opened = await openWindow(browser, url, {
        now: service.clock.now,
        ...(look.size !== undefined && { size: look.size }),
        ...(look.scheme !== undefined && { scheme: look.scheme }),
      });
      await opened.context.addCookies([{ name: cookieName, value, url }]);
      await opened.page.goto(`/#${at}`);
      return opened;
    },
    async closeWindows() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

export { deskPassword };
