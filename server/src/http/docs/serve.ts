import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './document.ts';
import { docsPage } from './page.ts';

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the document as an HTML page at `/docs`, with its style sheet. */
export function serveDocs(app: FastifyInstance, read: () => Promise<OpenApiDocument>): void {
  let page: string | undefined;
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    page ??= docsPage(await read());
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
  });
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
  app.get('/docs/style.css', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
}
