import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser, openWindow } from '../../../backoffice/test/browser.ts';
import { newPassword } from '../../../server/test/fixtures/credentials.ts';
import { rows } from '../../../server/test/fixtures/rows.ts';
import { startService, type TestService } from '../../../server/test/fixtures/service.ts';
import { type Line, openLine } from './line.ts';

/** The capture script and the modules of the SDK, as `npm run build` makes them. */
export const dist = new URL('../../dist/', import.meta.url);

/** A service, a line to it, a site of another origin with a strict policy, and a browser. */
export interface CaptureSite {
  readonly service: TestService;
  readonly line: Line;
  /** Of the caller `site`, for browsers. */
  readonly password: string;
  /** Where a form of the site posts to. */
  readonly formUrl: string;
  /** Sets the body of the page at a path. `attributes` are those of the script element; null for a page without it. */
  put(path: string, body: string, attributes?: string | null): void;
  /** A new window of another visitor. */
  open(): Promise<Window>;
  /** The entries stored since the last call, oldest first. */
  stored(): Promise<Stored[]>;
  close(): Promise<void>;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The problems in it so far: exceptions, violations of the Content-Security-Policy. */
  readonly problems: readonly string[];
}

/** An entry: its click, why it is presumed spam, all else that was sent. */
export interface Stored {
  readonly gclid: string | null;
  readonly suspicion: string | null;
  readonly said: Readonly<Record<string, unknown>>;
  readonly relations: readonly Readonly<Record<string, unknown>>[];
}

/** Starts all of them; the service on SQLite, which a page can't tell from PostgreSQL. */
export async function openCaptureSite(): Promise<CaptureSite> {
  const service = await startService('sqlite');
  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  const line = await openLine(Number(port));
  const pages = new Map<string, string>();
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const code = /^\/[\w-]+\.js$/.test(pathname) ? readFileSync(new URL(`.${pathname}`, dist)) : undefined;
    response
      .writeHead(code !== undefined || pages.has(pathname) ? 200 : 404, {
        'content-type': `${code === undefined ? 'text/html' : 'text/javascript'}; charset=utf-8`,
        'content-security-policy': `default-src 'self'; connect-src ${line.url}`,
      })
      .end(code ?? pages.get(pathname));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const { password } = await newPassword(service, 'browser', [origin]);
  const browser = await openBrowser();
  let last = 0;
  return {
    service,
    line,
    password,
    formUrl: `${line.url}/fr/etablissement/5/commercial/create?password=${password}`,
    put(path, body, attributes = '') {
      const element = attributes === null ? '' : `<script src="/accueil.js" ${attributes}></script>`;
      const head = `<title>Site</title>${element}`;
      pages.set(path, `<!doctype html><html lang="fr"><head>${head}</head><body>${body}</body></html>`);
    },
    open: () => openWindow(browser, origin),
    async stored() {
      const entries = await rows<Row>(
        service.database,
        `select id, gclid, suspicion, fields, extra from entries where id > ${last} order by id`,
      );
      last = entries.at(-1)?.id ?? last;
      return Promise.all(
        entries.map(async ({ id, gclid, suspicion, fields, extra }) => {
          const relations = await rows<{ fields: string }>(
            service.database,
            `select fields from relations where entry_id = ${id} order by position`,
          );
          return {
            gclid,
            suspicion,
            said: { ...JSON.parse(fields), ...JSON.parse(extra ?? '{}') },
            relations: relations.map((relation) => JSON.parse(relation.fields)),
          };
        }),
      );
    },
    async close() {
      await browser.close();
      site.closeAllConnections();
      site.close();
      await line.cut();
      await service.close();
    },
  };
}

interface Row {
  readonly id: number;
  readonly gclid: string | null;
  readonly suspicion: string | null;
  readonly fields: string;
  readonly extra: string | null;
}
