import { useMemo } from 'react';
import { useGetList } from 'react-admin';
import { mostResidences } from './first-reads.ts';

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
