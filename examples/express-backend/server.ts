// A site's backend in Express: `npm run example:express`. Pages, forms and storage come from ../node-backend; this file
// shows what differs with Express. The important part: read webhooks as raw bytes, before any JSON parser.
import { verifyWebhook, WebhookError } from 'accueil-sdk/webhooks';
import express, { type ErrorRequestHandler } from 'express';
import { leadsTo } from '../node-backend/leads.ts';
import { followedPage, formOf, formPage, problemWith, thanksPage } from '../node-backend/pages.ts';
import { settingsFrom } from '../node-backend/settings.ts';
import { openStore } from '../node-backend/store.ts';

const settings = settingsFrom(process.env);
const store = openStore(settings.database);
const leads = leadsTo(settings, store);
const app = express();

app.post(
  '/webhooks',
  express.raw({ type: 'application/json', limit: '256kb' }),
  async (request, response) => {
    const { body, headers } = request;
    const event = await verifyWebhook({ body, headers, secrets: settings.webhookSecrets });
    store.receive(event);
    // Only after it is stored: it will not be sent again.
    response.status(204).end();
    console.log(`${event.event} of ${event.customId}`);
  },
);

app.get('/', (request, response) => {
  const { gclid } = request.query;
  response.send(formPage(typeof gclid === 'string' ? { gclid } : {}));
});

app.post('/contact', express.urlencoded({ extended: false, limit: '256kb' }), async (request, response) => {
  const fields = textsOf(request.body);
  const form = formOf(fields);
  if (form === undefined) return void response.status(400).send(formPage({}, 'Veuillez recommencer.'));
  const outcome = await leads.take(form);
  if (!outcome.done) return void response.status(400).send(formPage(fields, problemWith(outcome.field)));
  response.redirect(303, '/merci');
});

app.get('/merci', (_request, response) => void response.send(thanksPage()));
app.get('/suivi', (_request, response) => void response.send(followedPage(store.followed())));

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  console.error(String(error));
  // A 500 makes accueil retry. Webhooks with a bad signature get 401.
  response.status(error instanceof WebhookError ? 401 : 500).end();
};
app.use(onError);

const server = app.listen(settings.port, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : settings.port}`);
});

await leads.sendWaiting();
setInterval(() => void leads.sendWaiting(), 30_000).unref();

/** A field that was sent twice is an array, which our page never sends. */
function textsOf(body: object = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}
