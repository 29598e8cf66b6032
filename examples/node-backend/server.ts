// A site's backend in plain Node: `npm run example:node`. It keeps the password and receives the webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verifyWebhook, WebhookError } from 'accueil-sdk/webhooks';
import { leadsTo } from './leads.ts';
import { followedPage, formOf, formPage, problemWith, thanksPage } from './pages.ts';
import { settingsFrom } from './settings.ts';
import { openStore } from './store.ts';

const settings = settingsFrom(process.env);
const store = openStore(settings.database);
const leads = leadsTo(settings, store);
const largestBodyBytes = 256 * 1024;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  switch (`${request.method} ${pathname}`) {
    case 'GET /':
      return html(response, 200, formPage({ gclid: searchParams.get('gclid') ?? '' }));
    case 'POST /contact':
      return contact(request, response);
    case 'GET /merci':
      return html(response, 200, thanksPage());
    case 'GET /suivi':
      return html(response, 200, followedPage(store.followed()));
    case 'POST /webhooks':
      return webhook(request, response);
    default:
      response.writeHead(404).end();
  }
}

async function contact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = Object.fromEntries(new URLSearchParams((await bytesOf(request)).toString()));
  const form = formOf(fields);
  if (form === undefined) return html(response, 400, formPage({}, 'Veuillez recommencer.'));
  const outcome = await leads.take(form);
  if (!outcome.done) return html(response, 400, formPage(fields, problemWith(outcome.field)));
  response.writeHead(303, { location: '/merci' }).end();
}

async function webhook(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers } = request;
  // The raw bytes, because the signature is over them.
  const event = await verifyWebhook({
    body: await bytesOf(request),
    headers,
    secrets: settings.webhookSecrets,
  });
  store.receive(event);
  // Only after it is stored: it will not be sent again.
  response.writeHead(204).end();
  console.log(`${event.event} of ${event.customId}`);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > largestBodyBytes) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function html(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(String(error));
    // A 500 makes accueil retry. Webhooks with a bad signature get 401.
    response.writeHead(error instanceof WebhookError ? 401 : 500).end();
  });
});
server.listen(settings.port, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : settings.port}`);
});

await leads.sendWaiting();
setInterval(() => void leads.sendWaiting(), 30_000).unref();
