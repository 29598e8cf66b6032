// A static site in front of an accueil: two pages, a style sheet, two scripts. Only the form's address and the
// Content-Security-Policy refer to the service.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname } from 'node:path';

export interface Site {
  /** The address of the service, such as `https://desk.example.org`. */
  readonly accueilUrl: string;
  /** A `browser` password: it is public, in the page. */
  readonly browserPassword: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of the site by path. The capture script is served from here, as a strict policy requires. */
const files: Readonly<Record<string, URL>> = {
  '/': page('index.html'),
  '/contact.html': page('contact.html'),
  '/style.css': page('style.css'),
  '/maison.svg': page('maison.svg'),
  '/consentement.js': page('consentement.js'),
  '/numero.js': page('numero.js'),
  '/accueil.js': new URL('../../sdk/dist/accueil.js', import.meta.url),
};

/** The site's server, not listening yet. */
export function landingSite({ accueilUrl, browserPassword }: Site): Server {
  const service = new URL(accueilUrl).origin;
  const formUrl = `${service}/fr/etablissement/5/commercial/create?password=${encodeURIComponent(browserPassword)}`;
  const policy = [
    "default-src 'self'",
    `connect-src ${service}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = files[pathname];
    if (file === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Page introuvable\n');
      return;
    }
    try {
      const text = await readFile(file, 'utf8');
      response
        .writeHead(200, {
          'content-type': types[extname(file.pathname)] ?? 'application/octet-stream',
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
        })
        .end(text.replaceAll('%FORM_URL%', formUrl));
    } catch {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('Fichier illisible\n');
    }
  });
}

function page(name: string): URL {
  return new URL(`pages/${name}`, import.meta.url);
}

if (import.meta.main) {
  const { ACCUEIL_URL = 'http://127.0.0.1:8080', BROWSER_PASSWORD, PORT = '8090' } = process.env;
  if (BROWSER_PASSWORD === undefined) {
    console.error('Set BROWSER_PASSWORD, made by: npx accueil password add CALLER --scope browser');
    process.exit(2);
  }
  const server = landingSite({ accueilUrl: ACCUEIL_URL, browserPassword: BROWSER_PASSWORD });
  server.listen(Number(PORT), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${PORT}/?gclid=essai-123 sends to ${ACCUEIL_URL}`);
  });
}
