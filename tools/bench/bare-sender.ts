// The baseline for the delivery of webhooks: bare undici that posts the same bytes with the same concurrency, but signs
// and stores nothing.
import { request } from 'undici';

const [url = '', body = '', concurrency = ''] = process.argv.slice(2);
const headers = { 'content-type': 'application/json' };

async function post(): Promise<void> {
  for (;;) await (await request(url, { method: 'POST', headers, body })).body.dump();
}

process.stdout.write(`Serving on ${url};\n`);
process.once('SIGTERM', () => process.exit(0));
await Promise.all(Array.from({ length: Number(concurrency) }, post));
