import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../contract/request-error.ts';
import { html } from './html.ts';
import { anchor, headings, markdown } from './markdown.ts';

const docs = new URL('../../../../docs/', import.meta.url);
const pictures = new URL('pictures/', docs);

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves docs/guide.fr.md, the guide for staff, at `/guide`, with its pictures. */
export function serveStaffGuide(app: FastifyInstance): void {
  let page: string | undefined;
  app.get('/guide', { schema: { hide: true } }, (_request, reply) => {
    page ??= guidePage(readFileSync(new URL('guide.fr.md', docs), 'utf8'));
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
  });
  app.get<{ Params: { name: string } }>('/pictures/:name', { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params;
    // Only names of the folder: a path traversal is none of them.
    if (!existsSync(pictures) || !readdirSync(pictures).includes(name))
      throw new RequestError('NOTFOUND', 'path: there is nothing here');
    return reply.type('image/png').send(readFileSync(new URL(name, pictures)));
  });
}

function guidePage(text: string): string {
  const [title = '', ...rest] = text.split('\n');
  const body = rest.join('\n');
  return html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title.slice(2)}</title>
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<a class="skip" href="#content">Aller au texte</a>
<nav aria-label="Sommaire">
<p><strong>accueil</strong></p>
<ul>${headings(body).map((heading) => html`<li><a href="#${anchor(heading)}">${heading}</a></li>`)}</ul>
</nav>
<main id="content">
<h1>${title.slice(2)}</h1>
${markdown(body)}
</main>
</body>
</html>
`.text;
}
