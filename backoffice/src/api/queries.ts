import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePermissions, useRefresh } from 'react-admin';
import { request } from './client.ts';
import type { Counts, Residence, Right } from './responses.ts';
import type { AnswerOf, InputOf, ReadRoute } from './routes.ts';

export const countsKey = ['counts'] as const;

/** How many entries wait, by kind; 10000 stands for that many or more. Undefined until it is known, and without the right. */
export function useCounts(): Counts | undefined {
  const { permissions } = usePermissions<readonly Right[]>();
  return useQuery({
    queryKey: countsKey,
    queryFn: ({ signal }) => request('GET /desk/counts', {}, { signal }),
    staleTime: 30_000,
    enabled: permissions?.includes('entries.read') ?? false,
    // The title of a tab in the background shows the number too, where no stream of changes is open.
    refetchInterval: 60_000,
    refetchIntervalInBackground: true,
    meta: { live: 'summary' },
  }).data;
}

export type ResidenceChoice = Pick<Residence, 'id' | 'name'> & Partial<Pick<Residence, 'phone' | 'example'>>;

interface Residences {
  /** Those within the user's reach, by id. */
  readonly all: readonly ResidenceChoice[];
  /** A residence's name; its number while the name is not known. */
  readonly nameOf: (id: number) => string;
  /** Its name where the user has several to tell apart. */
  readonly nameAmong: (id: number) => string | undefined;
  readonly isPending: boolean;
}

/** Residences seldom change. */
const residencesStaleMs = 5 * 60_000;

/** The residences within the user's reach. */
export function useResidences(): Residences {
  const { permissions } = usePermissions<readonly Right[]>();
  const enabled = permissions?.includes('residences.read') ?? false;
  const { data, error } = useRead('GET /desk/establishments', undefined, {
    enabled,
    staleTime: residencesStaleMs,
  });
  const isPending = data === undefined && error === null;
  return useMemo(() => {
    const all = data?.data ?? [];
    const names = new Map(all.map(({ id, name }) => [id, name]));
    const nameOf = (id: number) => names.get(id) ?? `n° ${id}`;
    return { all, isPending, nameOf, nameAmong: (id) => (all.length > 1 ? nameOf(id) : undefined) };
  }, [data, isPending]);
}

interface ReadOptions {
  /** False: it is not read yet. */
  readonly enabled?: boolean;
  /** For how long it is not read again, in milliseconds. */
  readonly staleTime?: number;
}

/** Reads a route of the desk that is not a list of react-admin. */
export function useRead<R extends ReadRoute>(
  route: R,
  ...[input, options]: object extends InputOf<R>
    ? [input?: InputOf<R>, options?: ReadOptions]
    : [input: InputOf<R>, options?: ReadOptions]
) {
  const { data, error, isFetching } = useQuery({
    ...options,
    queryKey: ['desk', route, input],
    queryFn: ({ signal }) => request<ReadRoute>(route, input, { signal }) as Promise<AnswerOf<R>>,
    // Some reads are noted in the audit trail: once is enough.
    refetchOnWindowFocus: false,
  });
  return { data, error, isFetching };
}

/** Returns what a download link calls when it is pressed: the page is read again once the service has noted the download. */
export function useNotedDownload(): () => void {
  const refresh = useRefresh();
  return () => void window.setTimeout(refresh, 1_500);
}
