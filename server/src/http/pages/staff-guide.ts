import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { nothingThere } from '../errors.ts';
import { type Html, html } from './html.ts';

const docs = new URL('../../../../docs/', import.meta.url);
const pictures = new URL('pictures/', docs);

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page for a first morning, and the guide behind it: files of docs/, by their addresses. */
const guides = { commencer: 'Commencer', guide: 'Le guide complet' };
type Guide = keyof typeof guides;

/** Serves the guides for staff, `/commencer` and `/guide`, with their pictures, and the style of public pages. */
export function serveStaffGuide(app: FastifyInstance): void {
  const serve = (name: Guide, other: Guide) => {
    let page: string | undefined;
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) => {
      page ??= guidePage(readFileSync(new URL(`${name}.fr.md`, docs), 'utf8'), other);
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
    });
  };
  serve('commencer', 'guide');
  serve('guide', 'commencer');
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
  app.get('/style.css', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
  app.get<{ Params: { name: string } }>('/pictures/:name', { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params;
    // Only names of the folder: a path traversal is none of them.
    if (!existsSync(pictures) || !readdirSync(pictures).includes(name)) throw nothingThere();
    return reply.type('image/png').send(readFileSync(new URL(name, pictures)));
  });
}

function guidePage(text: string, other: Guide): string {
  const [title = '', ...rest] = text.split('\n');
  const body = rest.join('\n');
  return html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title.slice(2)}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<a class="skip" href="#content">Aller au texte</a>
<nav aria-label="Sommaire">
<p><strong>accueil</strong></p>
<p><a href="${other}">${guides[other]}</a></p>
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

/** Renders what the guide uses of CommonMark: paragraphs, headings, lists, pictures, `code`, **strong**. */
function markdown(text: string): Html {
  return html`${text
    .trim()
    .split(/\n{2,}/)
    .map(block)}`;
}

function block(text: string): Html {
  const lines = text.split('\n');
  if (text.startsWith('## ')) {
    const title = text.slice(3);
    return html`<h2 id="${anchor(title)}">${title}</h2>\n`;
  }
  const picture = /^!\[([^\]]*)\]\(([^)]*)\)$/.exec(text);
  if (picture !== null) return html`<p><img src="${picture[2]}" alt="${picture[1]}" loading="lazy"></p>\n`;
  if (text.startsWith('- ')) {
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>\n`;
  }
  return html`<p>${inline(text)}</p>\n`;
}

/** Renders `code` and **strong** within a line. */
function inline(text: string): Html {
  return html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    return html`${part}`;
  })}`;
}

/** Titles of the `##` headings in a text. */
function headings(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));
}

/** Anchor id of a heading. */
function anchor(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-');
}
