import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that arrived, as the page shows it. */
interface DemoMail {
  readonly kind: 'mail';
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The calendar file that came with it; null for none. */
  readonly calendar: string | null;
}

/** A receiver of webhooks that shows each as it arrives, and mails, on a page of its own. */
interface DemoReceiver {
  /** `http://127.0.0.1:PORT`: the page; webhooks go to `/webhooks` below it. */
  readonly url: string;
  readonly show: (mail: DemoMail) => void;
  close(): Promise<void>;
}

/** A webhook as the page shows it. */
interface Arrived {
  readonly kind: 'webhook';
  readonly at: string;
  readonly webhookId: string;
  readonly isSigned: boolean;
  readonly body: string;
}

const maxKept = 200;
const page = readFileSync(new URL('./receiver.html', import.meta.url));
const script = readFileSync(new URL('./receiver-page.js', import.meta.url));
const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'";

/**
 * Opens the receiver on this machine, on `port` or, if that is in use, on any free one. It has what a caller's own
 * receiver would have: the signing secret (docs/webhooks.md).
 */
export async function openDemoReceiver(
  port: number,
  secret: () => string | undefined,
): Promise<DemoReceiver> {
  const arrived: (Arrived | DemoMail)[] = [];
  const watching = new Set<ServerResponse>();

  function show(one: Arrived | DemoMail): void {
    arrived.push(one);
    if (arrived.length > maxKept) arrived.shift();
    for (const watcher of watching) watcher.write(eventOf(one));
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const isSigned = isSignedWith(secret(), request, body);
    show({
      kind: 'webhook',
      at: new Date().toISOString(),
      webhookId: String(request.headers['webhook-id'] ?? ''),
      ...{ isSigned, body },
    });
    response.writeHead(isSigned ? 204 : 401).end();
  }

  function watch(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (const one of arrived) response.write(eventOf(one));
    watching.add(response);
    response.once('close', () => watching.delete(response));
  }

  const server = createServer((request, response) => {
    switch (`${request.method} ${request.url}`) {
      case 'POST /webhooks':
        receive(request, response).catch(() => response.destroy());
        return;
      case 'GET /events':
        watch(response);
        return;
      case 'GET /':
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
        });
        response.end(page);
        return;
      case 'GET /receiver-page.js':
        response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' });
        response.end(script);
        return;
      default:
        response.writeHead(404).end();
    }
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    show,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Verifies the Standard Webhooks signature. Ignores the timestamp's age, which does not matter for display. */
function isSignedWith(secret: string | undefined, { headers }: IncomingMessage, body: string): boolean {
  if (secret === undefined) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .some((signature) => {
      const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

function eventOf(one: Arrived | DemoMail): string {
  return `data: ${JSON.stringify(one)}\n\n`;
}

const maxBytes = 1_048_576;

/** Opens a mail server on this machine alone, which passes none on: it gives each mail to `onMail`. */
export async function openDemoMailbox(onMail: (mail: DemoMail) => void) {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: 100,
    onData(stream, { envelope: { rcptTo } }, done) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw, { attachmentEncoding: 'utf8' }))
        .then(({ from, subject = '', text = '', attachments }) => {
          const calendar = attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content;
          onMail({
            ...{ kind: 'mail', at: new Date().toISOString(), subject, text },
            from: from?.name || from?.address || '',
            to: rcptTo.map(({ address }) => address).join(', '),
            calendar: typeof calendar === 'string' ? calendar : null,
          });
          done();
        })
        .catch(done);
    },
  });
  // A client that hangs up interests nobody who tries the demo.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The mailbox has no port');
  return {
    port: address.port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
