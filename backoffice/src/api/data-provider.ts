import { QueryClient } from '@tanstack/react-query';
import type { DataProvider } from 'react-admin';
import { DeskError, request } from './client.ts';
import { type Query, queryOf, type Resource, resources } from './list-query.ts';

/**
 * react-admin's access to the long lists of the desk API. They have cursors, not page numbers: those of pages already seen
 * are remembered here.
 */
export function deskDataProvider(): Pick<DataProvider, 'getList'> {
  const cursors = new Map<string, string>();

  /** The cursor before a page. For a page that was never reached, reads on from the nearest known one. */
  async function cursorBefore(
    route: Resource['route'],
    query: Query,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    if (page <= 1) return undefined;
    const known = cursors.get(`${route} ${JSON.stringify(query)} ${page}`);
    if (known !== undefined) return known;
    const after = await cursorBefore(route, query, page - 1, signal);
    const answer = await request<Resource['route']>(route, { ...query, after }, { signal });
    return answer.next ?? after;
  }

  return {
    async getList(name, { pagination, sort, filter, signal }) {
      const resource = resourceNamed(name);
      const { route } = resource;
      const query: Query = { ...queryOf(resource, filter, sort), limit: pagination?.perPage };
      const page = pagination?.page ?? 1;
      const after = await cursorBefore(route, query, page, signal);
      const { data, total, next } = await request<Resource['route']>(route, { ...query, after }, { signal });
      if (next !== null) cursors.set(`${route} ${JSON.stringify(query)} ${page + 1}`, next);
      return {
        data,
        // Only an exact total tells how many pages there are.
        ...(total.exact ? { total: total.count } : { meta: { count: total.count } }),
        pageInfo: { hasNextPage: next !== null, hasPreviousPage: page > 1 },
      } as never;
    },
  };
}

function resourceNamed(name: string): Resource {
  const found = Object.entries(resources).find(([key]) => key === name)?.[1];
  if (found === undefined) throw new Error(`There is no resource ${name}`);
  return found;
}

export function listsEntries([name, method]: readonly unknown[]): boolean {
  return (
    method === 'getList' &&
    Object.entries(resources).some(([key, { route }]) => key === name && route === 'GET /desk/entries')
  );
}

/** Caches answers. A refusal is final: retrying would only delay its message. */
export function deskQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, failure) => count < 2 && failure instanceof DeskError && failure.status >= 500,
      },
    },
  });
}
