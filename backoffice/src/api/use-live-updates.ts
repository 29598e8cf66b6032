import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { entryKey } from '../desk/entry-key.ts';
import { boardKey } from '../entries/board/columns.ts';
import { todayKey } from '../today/TodayPage.tsx';
import { watchChanges } from './change-stream.ts';
import { DeskError, read } from './client.ts';
import { countsKey, type WaitingCounts } from './queries.ts';
import { session } from './session.ts';

/** What has come since the lists were read last. */
export interface News {
  /** How many more are new than before, by the names of their texts; only those that are. */
  readonly arrived: readonly { readonly name: string; readonly count: number }[];
  /** Whether a list that is shown shows something else now. */
  readonly hasChanged: boolean;
  /** Whether somebody has changed the entry whose page is open. */
  readonly entryHasChanged: boolean;
}

/** Several changes at once are one. */
const pauseMs = 1_000;
/** How soon it is tried again while a form is open. */
const whileBusyMs = 2_000;

const lists: readonly unknown[] = ['leads', 'surveys', 'orientations', 'applications'];

/** Keeps what is shown of entries up to date while nobody types, and tells what has come. */
export function useChanges(onNews: (news: News) => void): void {
  const queryClient = useQueryClient();
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    let timer: number | undefined;
    async function refresh(): Promise<void> {
      timer = undefined;
      if (isBusy()) {
        timer = window.setTimeout(refresh, whileBusyMs);
        return;
      }
      const counts = () => queryClient.getQueryData<WaitingCounts>([countsKey]);
      const shown = () =>
        queryClient
          .getQueryCache()
          .findAll({ type: 'active', predicate: isList })
          .map(({ queryHash, state }) => [queryHash, state.data] as const);
      const before = { counts: counts(), shown: new Map(shown()) };
      const [entryHasChanged] = await Promise.all([
        refreshEntry(queryClient),
        queryClient.invalidateQueries({ predicate: isOfEntries }),
      ]);
      tell({
        arrived: arrivedSince(before.counts, counts()),
        // What is the same keeps its place in memory.
        entryHasChanged,
        hasChanged: shown().some(([hash, data]) => before.shown.has(hash) && before.shown.get(hash) !== data),
      });
    }
    let stop = () => {};
    let isGone = false;
    async function watch(): Promise<void> {
      const { changes } = await session();
      if (isGone) return;
      stop = watchChanges(changes, () => {
        timer ??= window.setTimeout(refresh, pauseMs);
      });
    }
    // Nobody is signed in, as the page itself finds out.
    watch().catch(() => undefined);
    return () => {
      isGone = true;
      stop();
      window.clearTimeout(timer);
    };
  }, [queryClient]);
}

/** Reads the entry whose page is open again when it has another version: each reading is kept in the audit trail. */
async function refreshEntry(queryClient: QueryClient): Promise<boolean> {
  const [open] = queryClient.getQueryCache().findAll({ type: 'active', queryKey: [entryKey] });
  if (open === undefined) return false;
  const known = () => queryClient.getQueryData<{ readonly version: number }>(open.queryKey)?.version;
  const before = known();
  try {
    const { version } = await read<{ readonly version: number }>(
      `/desk/entries/${encodeURIComponent(String(open.queryKey[1]))}/version`,
    );
    // A form may have been opened meanwhile: what it was filled in from stays until it is closed.
    if (before === undefined || version === before || isBusy()) return false;
  } catch (error) {
    // It has gone to a residence that is none of the user's: the page says so when it is read again.
    if (!(error instanceof DeskError) || error.status !== 404) return false;
  }
  await queryClient.invalidateQueries({ queryKey: open.queryKey });
  return known() !== before;
}

/** Whether a form, a choice or a drag is under way, which a list that changes would disturb. */
function isBusy(): boolean {
  const open =
    '[role="dialog"], [role="alertdialog"], .MuiPopover-root:not(.MuiModal-hidden), [aria-roledescription][aria-pressed="true"]';
  return document.querySelector(open) !== null;
}

function isList({ queryKey: [first, second] }: Query): boolean {
  return (lists.includes(first) && second === 'getList') || first === boardKey[0];
}

function isOfEntries(query: Query): boolean {
  const [first] = query.queryKey;
  return isList(query) || first === todayKey || first === countsKey;
}

function arrivedSince(before: WaitingCounts | undefined, after: WaitingCounts | undefined): News['arrived'] {
  if (before === undefined || after === undefined) return [];
  const pairs = [
    ['leads', before.commercial.new, after.commercial.new],
    ['contact', before.surveys.contact, after.surveys.contact],
    ['complaint', before.surveys.complaint, after.surveys.complaint],
    ['survey', before.surveys.survey, after.surveys.survey],
    ['applications', before.postuler?.new ?? 0, after.postuler?.new ?? 0],
  ] as const;
  return pairs.flatMap(([name, was, is]) => (is > was ? [{ name, count: is - was }] : []));
}
