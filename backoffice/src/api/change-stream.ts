import { DeskError, read } from './client.ts';

/** How long until the service is tried again when it has refused. */
const againAfterMs = 10_000;

/**
 * Calls `onChange` soon after something has arrived or changed at the desk, for as long as the page is seen and somebody
 * is signed in. `since` is the mark of what there was before the page read anything: what has come meanwhile, or while
 * nobody saw the page, is told as soon as the service can be heard. Answers what stops it.
 */
export function watchChanges(since: string, onChange: () => void): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let latest = since;

  function open(): void {
    // A browser holds few connections to one service: pages that nobody sees need none.
    if (source !== undefined || document.hidden) return;
    const opened = new EventSource(`/desk/changes?since=${encodeURIComponent(latest)}`);
    source = opened;
    opened.addEventListener('entries', ({ lastEventId }) => {
      latest = lastEventId;
      onChange();
    });
    opened.addEventListener('error', () => {
      // A connection that broke off the browser opens again by itself; not one that was refused.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      close();
      timer = window.setTimeout(again, againAfterMs);
    });
  }
  async function again(): Promise<void> {
    try {
      await read('/desk/session');
    } catch (error) {
      // Nobody is signed in any more: whoever signs in begins anew.
      if (error instanceof DeskError && error.status === 401) return;
    }
    open();
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
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
