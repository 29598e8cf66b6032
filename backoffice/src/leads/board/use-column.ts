import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../../desk/client.ts';
import type { DeskPage } from '../../desk/data-provider.ts';
import type { Lead } from '../lead.ts';
import { type ColumnName, columnQuery } from './columns.ts';

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
      return read<DeskPage<Lead>>('/desk/entries', query, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
