/** The outcome of a form. The `message` of a refused value begins with the name of its field. */
export interface Answer {
  /** HTTP status; 0 when the service could not be reached. */
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

/**
 * Posts a body until the service has accepted or refused it. Each attempt has the same idempotency key, so that it is
 * stored once.
 */
export async function send(url: string, key: string, body: string): Promise<Answer> {
  // All pauses together outlast the minute of a rate limit.
  for (let pauseMs = 1_000; ; pauseMs *= 2) {
    const answer = await post(url, key, body).catch((): Answer => ({ status: 0 }));
    // Retrying helps when the service is unreachable, limits the rate or fails.
    if ((answer.status && answer.status < 429) || pauseMs > 32_000) return answer;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}

async function post(url: string, key: string, body: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body,
    // Older browsers wait as long as they like.
    signal: AbortSignal.timeout?.(20_000),
  });
  return { ...(await response.json()).error, status: response.status };
}
