import type { Grant } from '../../server/src/access/roles.ts';
import { deskPassword, signIn } from '../../server/test/fixtures/desk.ts';
import { startService, type TestService } from '../../server/test/fixtures/service.ts';
import { type Look, openBrowser, type Window } from './browser.ts';
import { windowsOf } from './windows.ts';

/** A service on a port of its own, and a browser. */
export interface BackOffice {
  readonly service: TestService;
  readonly url: string;
  /** A new window with a new user signed in, who has these grants; an administrator by default. */
  enter(options?: Entering): Promise<Window>;
  /** A new window, signed out. */
  open(options?: Entering): Promise<Window>;
  /** Closes every window. */
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

export interface Entering extends Omit<Look, 'now'> {
  readonly grants?: readonly Grant[];
  readonly name?: string;
  /** The address below `/#`, `/` by default. */
  readonly at?: string;
}

/** Starts both, with additional settings. The service runs on SQLite: the back office sees no difference. */
export async function openBackOffice(env: Record<string, string> = {}): Promise<BackOffice> {
  // First: a service that stays open would keep its test file running.
  const browser = await openBrowser();
  const service = await startService('sqlite', { LOG_LEVEL: 'info', ...env });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const windows = windowsOf(browser, url);
  async function enter({ grants, name, at = '/', ...look }: Entering = {}): Promise<Window> {
    const desk = await signIn(service, grants, name);
    const [cookieName = '', value = ''] = desk.headers.cookie?.split('=') ?? [];
    const window = await windows.open({ ...look, now: service.clock.now });
    await window.context.addCookies([{ name: cookieName, value, url }]);
    await window.page.goto(`/#${at}`);
    return window;
  }
  return {
    service,
    url,
    async open({ at = '/', ...look } = {}) {
      const window = await windows.open({ ...look, now: service.clock.now });
      await window.page.goto(`/#${at}`);
      return window;
    },
    enter,
    closeWindows: () => windows.close(),
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

export type { Window };
export { deskPassword };
