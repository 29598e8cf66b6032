import { Agent as HttpAgent, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** Longest wait for one answer. */
const timeoutMs = 10_000;

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

export interface Sent {
  readonly method: string;
  readonly url: URL;
  /** Path and query as they are to stand on the wire: a URL would take `%2E` for a folder. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** No answer came: the address is wrong, nobody listens, the certificate is not to be trusted, it took too long. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Sends requests and keeps connections open between them. Never throws anything but {@link NoAnswer}. */
export interface Requester {
  send(sent: Sent): Promise<Answer>;
  close(): void;
}

export function openRequester(): Requester {
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({ keepAlive: true });

  function once(sent: Sent): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const secure = sent.url.protocol === 'https:';
    const request = (secure ? requestHttps : requestHttp)(sent.url, {
      agent: secure ? https : http,
      method: sent.method,
      path: sent.target,
      headers: {
        ...sent.headers,
        ...(sent.body !== undefined && { 'content-length': Buffer.byteLength(sent.body) }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      text(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            json: parsed(body),
          }),
        reject,
      );
    });
    request.end(sent.body);
    return promise.catch((error: unknown) => {
      // The service may close a connection that rests just as we take it up again.
      if (request.reusedSocket && codeOf(error) === 'ECONNRESET') return once(sent);
      throw new NoAnswer(reasonOf(error));
    });
  }

  return {
    send: once,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === 'ABORT_ERR') return `nothing within ${timeoutMs / 1000} seconds`;
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
