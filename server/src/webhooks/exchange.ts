import type { Dispatcher } from 'undici';
import { ExchangeTimeout } from './failure-reason.ts';

/** What is posted. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What came back. */
export interface Answer {
  /** Null when nothing did. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** The beginning of the body, no more than was asked for. */
  readonly bytes: Uint8Array;
  /** Why the answer is not complete; null when it is, or when it was left off for its length. */
  readonly error: Error | null;
}

/** Bytes of an answer that are read: enough to end an ordinary one, so that its connection can be used again. */
const mostReadBytes = 16 * 1024;

/**
 * Posts once and reads the answer, all within `withinMs`. Never rejects. Once it has ended nothing more is sent: an
 * exchange that is still waiting for its connection is broken off when it gets one.
 */
export function exchange(dispatcher: Dispatcher, { url, headers, body }: Post, withinMs: number) {
  return new Promise<Answer>((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status: number | null = null;
    let retryAfter: string | null = null;
    let readBytes = 0;
    let ended = false;
    const chunks: Uint8Array[] = [];

    const end = (error: Error | null) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      resolve({ status, retryAfter, bytes: Buffer.concat(chunks), error });
    };
    const breakOff = (error: Error | null) => {
      end(error);
      controller?.abort(error ?? new Error('The rest of the answer is not read'));
    };
    const timer = setTimeout(() => {
      breakOff(new ExchangeTimeout(`No complete answer within ${withinMs / 1000} s`));
    }, withinMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given;
        if (ended) given.abort(new Error('The exchange has ended'));
      },
      onResponseStart(_, answered, answerHeaders) {
        // 103 and its like come before the answer.
        if (answered < 200) return;
        status = answered;
        const header = answerHeaders['retry-after'];
        retryAfter = (Array.isArray(header) ? header[0] : header) ?? null;
      },
      onResponseData(_, chunk) {
        chunks.push(chunk.subarray(0, mostReadBytes - readBytes));
        readBytes += chunk.byteLength;
        if (readBytes >= mostReadBytes) breakOff(null);
      },
      // undici frees the connection one turn later: the next attempt, sent at once, would open another one.
      onResponseEnd: () => queueMicrotask(() => setImmediate(end, null)),
      onResponseError: (_, error) => end(error),
    };
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
      handler,
    );
  });
}
