import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** Timeout of one exchange. */
const timeoutMs = 10_000;

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** Path and query exactly as sent: `URL` and `fetch` would resolve `%2E%2E` as a parent folder. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** No response came: wrong address, nothing listening, untrusted certificate, timeout. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Throws {@link NoResponse} and nothing else. */
export async function send(sent: HttpRequest): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const request = (sent.url.protocol === 'https:' ? requestHttps : requestHttp)(sent.url, {
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
    const { statusCode: status = 0, headers } = response;
    text(response).then((body) => resolve({ status, headers, body, json: parsed(body) }), reject);
  });
  request.end(sent.body);
  try {
    return await promise;
  } catch (error) {
    // The server may close an idle connection just as it is reused.
    if (request.reusedSocket && codeOf(error) === 'ECONNRESET') return send(sent);
    throw new NoResponse(reasonOf(error));
  }
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
