import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { Loading } from 'react-admin';
import { PageFailure } from './PageFailure.tsx';

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
