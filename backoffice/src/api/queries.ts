import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetList } from 'react-admin';
import { columnQuery, columns } from '../entries/board/columns.ts';
import { today } from '../i18n/format.ts';
import { beginReading, read } from './client.ts';

interface Counts {
  readonly new: number;
}

/** What waits, as `GET /desk/counts` answers it. 10000 stands for that many or more. */
export interface WaitingCounts {
  readonly commercial: Counts;
  readonly survey: Counts;
  /** Null for who may not read job applications. */
  readonly postuler: Counts | null;
  readonly orientations: {
    readonly waiting: number;
    readonly flagged: number;
    readonly unassigned: number;
  };
  readonly surveys: {
    readonly contact: number;
    readonly complaint: number;
    readonly survey: number;
  };
}

/** The name under which the counts are kept: whoever hears of a change makes them be asked for again. */
export const countsKey = 'counts';

/** What waits; undefined until it is known. */
export function useCounts(): WaitingCounts | undefined {
  return useQuery({
    queryKey: [countsKey],
    queryFn: ({ signal }) => read<WaitingCounts>('/desk/counts', {}, signal),
    staleTime: 30_000,
  }).data;
}

/** A residence as far as lists and forms name it. */
export interface ResidenceName {
  readonly id: number;
  readonly name: string;
}

export interface Residences {
  /** Those within reach, by id. */
  readonly all: readonly ResidenceName[];
  /** What a residence is called: its number while that is not known. */
  readonly nameOf: (id: number) => string;
  readonly isPending: boolean;
}

/** They seldom change: not asked for again within five minutes. */
const staleMs = 5 * 60_000;

/** The residences of whoever is signed in. */
export function useResidences(): Residences {
  const { data, isPending } = useGetList<ResidenceName>(
    'establishments',
    { pagination: { page: 1, perPage: mostResidences }, sort: { field: 'id', order: 'ASC' } },
    { staleTime: staleMs },
  );
  return useMemo(() => {
    const all = data ?? [];
    const names = new Map(all.map(({ id, name }) => [id, name]));
    return { all, isPending, nameOf: (id) => names.get(id) ?? `n° ${id}` };
  }, [data, isPending]);
}

/** Reads what is no list of records, from an address below `/desk/`. */
export function useDeskRead<T>(path: string) {
  const { data, error } = useQuery({
    queryKey: ['desk', path],
    queryFn: ({ signal }) => read<T>(path, {}, signal),
    // A reading may be noted in the audit trail: once is enough.
    refetchOnWindowFocus: false,
  });
  return { data, error };
}

/** More than any house has. */
export const mostResidences = 1_000;

/**
 * Begins to read what the page of an address, `#/…`, asks for first, while the libraries that show it are being read:
 * half a second on a slow machine. A page that asks for something else goes on by itself.
 */
export function beginReadingFor(hash: string): void {
  const [path, query] = hash.slice(1).split('?');
  beginReading('/desk/counts');
  beginReading('/desk/establishments', { limit: mostResidences });
  // Their choices stand behind the question mark: the page reads them.
  if (query !== undefined) return;
  switch (path) {
    case undefined:
    case '':
    case '/':
      beginReading('/desk/today');
      break;
    case '/board':
      for (const column of columns) beginReading('/desk/entries', columnQuery(column));
      break;
    case '/statistics':
      beginReading('/desk/statistics', { year: Number(today().slice(0, 4)) });
      break;
    default:
  }
}
