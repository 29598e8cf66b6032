import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that arrived, as the page shows it. */
export interface DemoMail {
  readonly kind: 'mail';
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The calendar file that came with it; null for none. */
  readonly calendar: string | null;
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
