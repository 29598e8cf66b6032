import type { Dispatcher } from 'undici';
import { ExchangeTimeout } from './failure-reason.ts';

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ReceivedResponse {
  /** Null when there was no response. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** The start of the body, up to the read limit. */
  readonly bytes: Uint8Array;
  /** Why the response is incomplete; null when it is complete, or was cut off at the read limit. */
  readonly error: Error | null;
  /** Whether it may have been received: false when no connection was made. */
  readonly isBegun: boolean;
}

/** Bytes read of a response: enough to finish an ordinary one, so that its connection can be reused. */
const maxReadBytes = 16 * 1024;

/**
 * Posts once and reads the response, all within `withinMs`. Never rejects. Nothing is sent after it has resolved: an
 * exchange still waiting for a connection is aborted when it gets one.
 */
export function exchange(dispatcher: Dispatcher, { url, headers, body }: OutgoingRequest, withinMs: number) {
  return new Promise<ReceivedResponse>((resolve) => {
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
      resolve({ status, retryAfter, bytes: Buffer.concat(chunks), error, isBegun: controller !== undefined });
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
        // Informational responses, such as 103, precede the final one.
        if (answered < 200) return;
        status = answered;
        const header = answerHeaders['retry-after'];
        retryAfter = (Array.isArray(header) ? header[0] : header) ?? null;
      },
      onResponseData(_, chunk) {
        chunks.push(chunk.subarray(0, maxReadBytes - readBytes));
        readBytes += chunk.byteLength;
        if (readBytes >= maxReadBytes) breakOff(null);
      },
      // undici frees the connection one tick later: the next attempt, if sent at once, would open another one.
      onResponseEnd: () => queueMicrotask(() => setImmediate(end, null)),
      onResponseError: (_, error) => end(error),
    };
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
      handler,
    );
  });
}
