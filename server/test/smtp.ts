import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as a real SMTP server has received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly raw: string;
  /** Headers, unfolded and decoded, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, decoded. */
  readonly body: string;
  /** Who has signed in; undefined when nobody has. */
  readonly user: string | undefined;
}

export interface SmtpReceiver {
  /** `smtp://…` with the login, if one is asked for. */
  readonly url: string;
  /** The mails that have come since it was last asked, in the order of their recipients. */
  take(): ReceivedMail[];
  /** Resolves when the next one comes. */
  next(): Promise<ReceivedMail>;
  /** Recipients to whom it says 550. */
  readonly refused: Set<string>;
  /** What it says to every mail at its end, with this status; undefined when it takes them. */
  answer: { readonly status: number; readonly message: string } | undefined;
  close(): Promise<void>;
}

export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** A real SMTP server on a port of its own, which keeps what it takes. */
export async function openSmtpReceiver(login?: SmtpLogin): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const refused = new Set<string>();
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  const state: { answer: SmtpReceiver['answer'] } = { answer: undefined };
  const server = new SMTPServer({
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : new Error(`No: ${password}`), { user: username ?? '' });
    },
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? refusal(550, `No such user ${address}`) : null);
    },
    onData(stream, { envelope, user }, done) {
      text(stream).then((raw) => {
        if (state.answer !== undefined) return done(refusal(state.answer.status, state.answer.message));
        const mail = {
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          ...readMail(raw),
          user: typeof user === 'string' ? user : undefined,
        };
        mails.push(mail);
        done();
        for (const resolve of waiting.splice(0)) resolve(mail);
      }, done);
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const credentials = login && `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`;
  return {
    url: `smtp://${credentials ?? ''}127.0.0.1:${address.port}`,
    take: () => mails.splice(0).toSorted((a, b) => String(a.to).localeCompare(String(b.to))),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    refused,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())];
    }),
  );
  return { headers, body: decodedBody(raw.slice(end + 4), headers['content-transfer-encoding'] ?? '7bit') };
}

/** RFC 2047, in UTF-8 alone. */
function decodedWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/((?:=\?utf-8\?[QB]\?[^?]*\?=)+)/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi)].map(([, how, what = '']) =>
          how?.toUpperCase() === 'B' ? Buffer.from(what, 'base64') : quoted(what.replaceAll('_', ' ')),
        ),
      ).toString(),
    );
}

function decodedBody(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body.replaceAll('=\r\n', ''))
        : Buffer.from(body);
  return bytes.toString().replaceAll('\r\n', '\n');
}

function quoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
