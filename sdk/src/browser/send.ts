/**
 * What became of a form that was sent; a refusal says why in `message`, which begins with the field's name if it is about
 * one.
 */
export interface Answer {
  /** HTTP status; 0 when the service could not be reached. */
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

/**
 * Posts a body until the service has answered for good. It is stored once however often it arrives: each attempt
 * carries the same key.
 */
export async function send(url: string, key: string, body: string): Promise<Answer> {
  // All pauses together outlast the minute of a rate limit.
  for (let pauseMs = 1_000; ; pauseMs *= 2) {
    const answer = await post(url, key, body).catch((): Answer => ({ status: 0 }));
    // Neither out of reach nor over the limit nor a failure of the service: it stays so.
    // A file over the quota of the day is refused for hours: the visitor is told now, not after a minute of uploads in
    // vain.
    if ((answer.status && answer.status < 429) || pauseMs > 32_000 || answer.message?.startsWith('cv'))
      return answer;
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
