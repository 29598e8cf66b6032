// A process of its own: a receiver of webhooks that answers at once, tells how many it has had and when the latest came,
// and never answers what comes to /hang.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

let received = 0;
/** Who wants to know when the next one comes, and when those came that nobody has asked for yet. */
const asking: ServerResponse[] = [];
const came: number[] = [];

createServer((request, response) => {
  switch (request.url) {
    case '/health/live':
      response.end();
      break;
    case '/count':
      response.end(JSON.stringify({ received, atMs: performance.now() }));
      break;
    case '/next':
      asking.push(response);
      tell();
      break;
    case '/hang':
      request.resume();
      break;
    default:
      receive(request, response);
  }
}).listen(Number(process.env.PORT), '127.0.0.1');

function receive(request: IncomingMessage, response: ServerResponse): void {
  // With the first bytes: what comes after is not the sender's doing.
  const atMs = performance.timeOrigin + performance.now();
  request.resume().on('end', () => {
    received++;
    response.end();
    if (request.url !== '/timed') return;
    came.push(atMs);
    tell();
  });
}

function tell(): void {
  while (asking.length > 0 && came.length > 0) asking.shift()?.end(JSON.stringify({ atMs: came.shift() }));
}
