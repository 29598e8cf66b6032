// A separate process: a receiver of webhooks that responds at once and reports how many it got and when the latest
// arrived. Requests to /hang get no response until it is told to answer them with 410.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

let received = 0;
const hanging: ServerResponse[] = [];
/** Requests waiting for the time of the next event, and times not requested yet. */
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
  // At the first bytes: what follows does not depend on the sender.
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
