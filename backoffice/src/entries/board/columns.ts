import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type Query, read } from '../../api/client.ts';
import { labelOf, type Stage, stages } from '../../api/enumerations.ts';

/** A column of the board: entries of a stage, or those without one. */
export type ColumnName = Stage | 'none';

export const columns: readonly ColumnName[] = ['none', ...stages];

/** What a column asks `GET /desk/entries` for. */
function columnQuery(column: ColumnName, establishmentId?: number): Query {
  return { kind: 'commercial', stage: column, establishmentId, limit: 20 };
}

/** The message that heads a column. */
export function columnLabel(column: ColumnName): string {
  return column === 'none' ? 'accueil.leads.board.none' : labelOf(column);
}

/** The stage that an entry gets in a column. Nothing is moved to the one without. */
export function stageNamed(column: string | number | null | undefined): Stage | undefined {
  return stages.find((stage) => stage === column);
}

/** Where the cache of every column begins. */
export const boardKey = ['board'] as const;

/** A column's place in the cache. */
export function columnKey(column: ColumnName, establishmentId: number | undefined) {
  return [...boardKey, column, establishmentId ?? null] as const;
}

/** The entries of a column, newest first, as many pages as were asked for. */
export function useColumn(column: ColumnName, establishmentId: number | undefined) {
  return useInfiniteQuery({
    queryKey: columnKey(column, establishmentId),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...columnQuery(column, establishmentId), after: pageParam };
      return read('/desk/entries', query, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { live: 'list' },
  });
}
