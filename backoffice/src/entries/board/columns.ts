import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { stageNames } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import { type Stage, stages } from '../../api/enumerations.ts';

/** A stage, or the entries without one. */
export type ColumnName = Stage | 'none';

export const columns: readonly ColumnName[] = ['none', ...stages];

export interface BoardFilter {
  readonly establishmentId: number | undefined;
  readonly ownerId: number | undefined;
  /** Whether it shows closed leads instead of open ones. */
  readonly isClosed: boolean;
}

export function columnTitle(column: ColumnName): string {
  return column === 'none' ? 'Sans étape' : stageNames[column];
}

/** The start of every column's query key. */
export const boardKey = ['board'] as const;

export function columnKey(column: ColumnName, filter: BoardFilter) {
  return [...boardKey, column, filter] as const;
}

/** The entries of a column, newest first, page by page. */
export function useColumn(column: ColumnName, filter: BoardFilter) {
  const { isClosed, ...others } = filter;
  return useInfiniteQuery({
    queryKey: columnKey(column, filter),
    queryFn: ({ pageParam, signal }) => {
      const query = { kind: 'commercial', stage: column, open: !isClosed, ...others } as const;
      return request('GET /desk/entries', { ...query, limit: 20, after: pageParam }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { live: 'list' },
  });
}
