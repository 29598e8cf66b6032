import { request } from './client.ts';

const retryAfterMs = 10_000;

/**
 * Calls `onChange` after entries have arrived or changed, while the page is visible and the user signed in. `since` is
 * the cursor of the state that the page has read; changes missed while the page was hidden are reported on reconnecting.
 * Returns a function that stops it.
 */
export function openChangeStream(since: string, onChange: () => void): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let latest = since;
  let isStopped = false;

  function open(): void {
    // A browser allows few connections to one host: hidden pages keep none.
    if (source !== undefined || document.hidden) return;
    const opened = new EventSource(`/desk/changes?since=${encodeURIComponent(latest)}`);
    source = opened;
    opened.addEventListener('entries', ({ lastEventId }) => {
      latest = lastEventId;
      onChange();
    });
    opened.addEventListener('error', () => {
      // The browser reopens a broken connection by itself, but not a refused one.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      close();
      void retry();
    });
  }
  async function retry(): Promise<void> {
    // When the session has ended, the user is asked to sign in again, and this waits for it.
    await request('GET /desk/session').catch(() => undefined);
    if (!isStopped) timer = window.setTimeout(open, retryAfterMs);
  }
  function close(): void {
    window.clearTimeout(timer);
    source?.close();
    source = undefined;
  }
  function onVisibility(): void {
    if (document.hidden) close();
    else open();
  }

  document.addEventListener('visibilitychange', onVisibility);
  open();
  return () => {
    isStopped = true;
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
