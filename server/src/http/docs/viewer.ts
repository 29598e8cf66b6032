import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>accueil: API reference</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/viewer.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script src="docs/viewer.js" defer></script>
</head>
<body>
<main id="reference"></main>
</body>
</html>
`;

// Nothing is sent from the page. Links to an operation would stand inside of its button, so they become text.
const script = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  supportedSubmitMethods: [],
  syntaxHighlight: false,
  validatorUrl: null,
  plugins: [{ components: { DeepLink: ({ text }) => text } }],
});
`;

// More contrast, no box that only a mouse can scroll, and none of the inputs that are there for sending.
const style = `body { margin: 0; }
.swagger-ui .info .title small { background: #5a6270; }
.swagger-ui .info .title small.version-stamp { background: #3b6a00; }
.swagger-ui .info a, .swagger-ui .info .url { color: #1a5fb4; }
.swagger-ui .opblock .opblock-summary-method { background: #3b4151 !important; }
.swagger-ui .parameter__in { color: #505a6b; }
.swagger-ui .highlight-code > pre.microlight { max-height: none; overflow: visible !important; }
.swagger-ui :is(.scheme-container, .authorization__btn, .response-controls, .response-col_links, .examples-select),
.swagger-ui .parameters-col_description :is(input, select) { display: none; }
`;

/** Serves Swagger UI at `/docs`, which shows `/openapi.json`. */
export function serveViewer(app: FastifyInstance): void {
  const { resolve } = createRequire(new URL('./', import.meta.url));
  const library = (name: string) => () => readFile(resolve(`@fastify/swagger-ui/static/${name}`));
  const files = [
    { name: 'swagger-ui.css', type: 'text/css', read: library('swagger-ui.css') },
    { name: 'swagger-ui-bundle.js', type: 'text/javascript', read: library('swagger-ui-bundle.js') },
    { name: 'viewer.css', type: 'text/css', read: () => style },
    { name: 'viewer.js', type: 'text/javascript', read: () => script },
  ];
  const schema = { hide: true };
  app.get('/docs', { schema }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
  for (const { name, type, read } of files) {
    let zipped: Promise<Buffer> | undefined;
    app.get(`/docs/${name}`, { schema }, async (_request, reply) => {
      zipped ??= Promise.resolve(read()).then(promisify(gzip));
      // Every browser reads gzip.
      return reply
        .type(`${type}; charset=utf-8`)
        .header('content-encoding', 'gzip')
        .header('cache-control', 'public, max-age=3600')
        .send(await zipped);
    });
  }
}
