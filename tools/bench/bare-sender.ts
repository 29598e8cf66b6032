// The baseline for the delivery of webhooks: bare undici that posts the same bytes with the same concurrency, but signs
// and stores nothing.
import { createServer } from 'node:http';
import { Agent } from 'undici';

const { url, body, concurrency } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  body: string;
  concurrency: number;
};
const agent = new Agent();
const { origin, pathname } = new URL(url);

async function post(): Promise<void> {
  for (;;) {
    const answer = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.body.dump();
  }
}

// The parent process waits until it listens.
createServer((_, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1');
await Promise.all(Array.from({ length: concurrency }, post));
