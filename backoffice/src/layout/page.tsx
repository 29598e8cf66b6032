import { Alert, Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { Loading, Title } from 'react-admin';
import { isServiceReachable, onReachabilityChange, request } from '../api/client.ts';

const loads: (() => Promise<unknown>)[] = [];

/**
 * Returns a page in a file of its own, loaded when it is first opened. A file that could not be loaded is asked for again
 * at the next visit, unlike with `lazy`. Not for the start page, which would come in a second step.
 */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const query = queryOf(loads.push(load) - 1, load);
  return function Page(props: Props) {
    const { data: Loaded, error, isPaused, refetch } = useQuery(query);
    if (Loaded !== undefined) return <Loaded {...props} />;
    // It is paused while there is no network.
    if (error !== null || isPaused)
      return <PageFailure error={error} onAgain={async () => (await refetch()).isSuccess} />;
    return <Loading />;
  };
}

/** When this tab was last reloaded for a missing file, by the page; in milliseconds since 1970. */
const reloadedAt = 'accueil.reloadedAt';
const reloadAgainAfterMs = 60_000;

interface PageFailureProps {
  /** Null while it was not asked for, without a network. */
  readonly error: unknown;
  /** Loads the page again; resolves to whether it could be loaded. */
  readonly onAgain: () => Promise<boolean>;
}

/**
 * Stands for a page whose file could not be loaded. Where the service answers, the file is one of an earlier version, or the
 * browser remembers that a file of it failed: the tab is then reloaded, once.
 */
function PageFailure({ error, onAgain }: PageFailureProps) {
  const isReachable = useSyncExternalStore(onReachabilityChange, isServiceReachable);
  useEffect(() => {
    if (error !== null) request('GET /desk/session').then(reloadOnce, () => undefined);
  }, [error]);
  return (
    <>
      <Title title="Page non chargée" />
      <Alert
        severity="warning"
        sx={{ mt: 2 }}
        action={
          // Without a network, the notice above has the button.
          isReachable && (
            <Button
              color="inherit"
              onClick={async () => {
                if (!(await onAgain())) location.reload();
              }}
            >
              Réessayer
            </Button>
          )
        }
      >
        Cette page n’a pas pu être chargée.
      </Alert>
    </>
  );
}

function reloadOnce(): void {
  const key = `${reloadedAt}${location.hash}`;
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < reloadAgainAfterMs) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}

/** How long after the first page the others are loaded, so that they don't compete with it. */
const prefetchAfterMs = 3_000;

/** Loads all pages while the browser is idle: they are small, and open at once afterwards. */
export function usePrefetchPages(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = window.setTimeout(async () => {
      // One after the other. A failure is tried again when the page is opened.
      for (const [i, load] of loads.entries()) {
        await idle();
        await queryClient.prefetchQuery(queryOf(i, load));
      }
    }, prefetchAfterMs);
    return () => window.clearTimeout(timer);
  }, [queryClient]);
}

/** Resolves when the browser has nothing to do. */
function idle(): Promise<void> {
  // Safari has no requestIdleCallback.
  return new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 200),
  );
}

function queryOf<Loaded>(index: number, load: () => Promise<Loaded>) {
  return {
    queryKey: ['pages', index],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  } as const;
}
