// A process of its own: a receiver of webhooks that answers at once, tells how many it has had and when the latest came,
// and does not answer what comes to /hang until it is told to answer that nothing is there any more.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

let received = 0;
const hanging: ServerResponse[] = [];
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
      hanging.push(response);
      break;
    case '/gone':
      response.end(JSON.stringify(hanging.length));
      for (const held of hanging.splice(0)) held.writeHead(410).end();
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
