import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { DeskError, request, takeAdded } from './client.ts';
import { listsEntries } from './data-provider.ts';
import { countsKey } from './queries.ts';
import type { Counts } from './responses.ts';
import { session } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * How a query follows changes of entries: a `list` and a `summary` are read again, and a changed list is reported
       * to the user; an `entry` (key: name, id) is read again when it has a newer version.
       */
      readonly live?: 'list' | 'summary' | 'entry';
    };
  }
}

/** The lists that new entries arrive in. */
export type ArrivedName = 'leads' | 'contact' | 'complaint' | 'survey' | 'applications';

/** What has changed since the queries were last read. */
export interface News {
  /** How many more entries wait than before, by kind of list; only increases. */
  readonly arrived: readonly { readonly name: ArrivedName; readonly count: number }[];
  readonly entryHasChanged: boolean;
}

/** Changes within this time are reported together. */
const debounceMs = 1_000;
const retryWhileBusyMs = 2_000;

/** Keeps the live queries up to date while no form is open, and reports what has changed. */
export function useLiveUpdates(onNews: (news: News) => void): void {
  const queryClient = useQueryClient();
  const report = useEffectEvent(onNews);
  useEffect(() => {
    let timer: number | undefined;
    /** The counts when the page was hidden: what has arrived since is reported on return. */
    let countsLeft: Counts | undefined;
    const counts = () => queryClient.getQueryData<Counts>(countsKey);
    const onVisibility = () => {
      if (document.hidden) countsLeft ??= counts();
    };
    document.addEventListener('visibilitychange', onVisibility);
    async function refresh(): Promise<void> {
      timer = undefined;
      if (isBusy()) {
        timer = window.setTimeout(refresh, retryWhileBusyMs);
        return;
      }
      const before = countsLeft ?? counts();
      countsLeft = undefined;
      const [entryHasChanged] = await Promise.all([
        refreshEntry(queryClient),
        queryClient.invalidateQueries({
          predicate: (query) => isList(query) || query.meta?.live === 'summary',
        }),
      ]);
      report({
        arrived: withoutOwn(arrivedSince(before, counts()), takeAdded()),
        entryHasChanged,
      });
    }
    let stop = () => {};
    let isUnmounted = false;
    async function start(): Promise<void> {
      const { changes } = await session();
      if (isUnmounted) return;
      stop = openChangeStream(changes, () => {
        timer ??= window.setTimeout(refresh, debounceMs);
      });
    }
    // Signed out: react-admin's own check shows the sign-in page.
    start().catch(() => undefined);
    return () => {
      isUnmounted = true;
      document.removeEventListener('visibilitychange', onVisibility);
      stop();
      window.clearTimeout(timer);
    };
  }, [queryClient]);
}

/** Reads the open entry again if its version has changed: each full read is noted in the audit trail. */
async function refreshEntry(queryClient: QueryClient): Promise<boolean> {
  const [open] = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ meta }) => meta?.live === 'entry' });
  if (open === undefined) return false;
  const { queryKey } = open;
  const known = () => queryClient.getQueryData<{ readonly version: number }>(queryKey)?.version;
  const before = known();
  try {
    const { version } = await request('GET /desk/entries/:id/version', { id: Number(queryKey[1]) });
    // An open form keeps the values it was filled in from until it is closed.
    if (before === undefined || version === before || isBusy()) return false;
  } catch (error) {
    // 404: it was moved out of the user's reach; reading it again shows that.
    if (!(error instanceof DeskError) || error.status !== 404) return false;
  }
  await queryClient.invalidateQueries({ queryKey });
  return known() !== before;
}

/** Whether a form, a menu or a drag is open, which a changing list would disturb. */
function isBusy(): boolean {
  const open =
    '[role="dialog"], [role="alertdialog"], .MuiPopover-root:not(.MuiModal-hidden), [aria-roledescription][aria-pressed="true"]';
  return document.querySelector(open) !== null;
}

function isList({ queryKey, meta }: Query): boolean {
  return listsEntries(queryKey) || meta?.live === 'list';
}

/** What a user adds is no news to them. */
function withoutOwn(arrived: News['arrived'], added: number): News['arrived'] {
  let left = added;
  return arrived.flatMap(({ name, count }) => {
    const own = Math.min(left, count);
    left -= own;
    return own < count ? [{ name, count: count - own }] : [];
  });
}

function arrivedSince(before: Counts | undefined, after: Counts | undefined): News['arrived'] {
  if (before === undefined || after === undefined) return [];
  const pairs = [
    ['leads', before.leads.new, after.leads.new],
    ['contact', before.surveys.contact, after.surveys.contact],
    ['complaint', before.surveys.complaint ?? 0, after.surveys.complaint ?? 0],
    ['survey', before.surveys.survey, after.surveys.survey],
    ['applications', before.applications ?? 0, after.applications ?? 0],
  ] as const;
  return pairs.flatMap(([name, was, is]) => (is > was ? [{ name, count: is - was }] : []));
}

const retryAfterMs = 10_000;

/**
 * Calls `onChange` after entries have arrived or changed, while the page is visible and the user signed in. `since` is
 * the cursor of the state that the page has read; changes missed while the page was hidden are reported on reconnecting.
 * Returns a function that stops it.
 */
function openChangeStream(since: string, onChange: () => void): () => void {
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
