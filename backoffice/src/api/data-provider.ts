import { QueryClient } from '@tanstack/react-query';
import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import { change, DeskError, type Query, read } from './client.ts';

/** A page of a list, as the desk answers it. */
export interface DeskPage<R> {
  readonly data: readonly R[];
  /** Absent where everything is on one page. */
  readonly total?: { readonly count: number; readonly exact: boolean };
  readonly next?: string | null;
  readonly previous?: string | null;
}

/** Where the desk keeps the records of a resource. */
export interface Resource {
  readonly path: string;
  /** What every list of it asks for. */
  readonly query?: Query;
}

/** Resources of react-admin by their names, which stand in the addresses of the pages. */
export const resources: Readonly<Record<string, Resource>> = {
  leads: { path: '/desk/entries', query: { kind: 'commercial' } },
  surveys: { path: '/desk/entries', query: { kind: 'survey' } },
  applications: { path: '/desk/entries', query: { kind: 'postuler' } },
  orientations: { path: '/desk/entries', query: { kind: 'commercial', orientation: true } },
  establishments: { path: '/desk/establishments' },
  groups: { path: '/desk/groups' },
  callers: { path: '/desk/callers' },
  endpoints: { path: '/desk/endpoints' },
  deliveries: { path: '/desk/deliveries' },
  mails: { path: '/desk/mails' },
  partners: { path: '/desk/partners' },
  users: { path: '/desk/users' },
  audit: { path: '/desk/audit' },
};

/**
 * react-admin's door to the desk API. Long lists have no page numbers there, only a next and a previous page: how to
 * reach a page that was seen before is remembered here.
 */
export function deskDataProvider(): Pick<
  DataProvider,
  'getList' | 'getOne' | 'getMany' | 'create' | 'update' | 'delete'
> {
  const cursors = new Map<string, string>();

  /** The cursor after which a page begins. One that was never reached is looked for from the nearest before it. */
  async function cursorBefore(
    path: string,
    query: Query,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    if (page <= 1) return undefined;
    const known = cursors.get(`${path} ${JSON.stringify(query)} ${page}`);
    if (known !== undefined) return known;
    const after = await cursorBefore(path, query, page - 1, signal);
    const { next } = await read<DeskPage<RaRecord>>(path, { ...query, after }, signal);
    return next ?? after;
  }

  return {
    async getList(name, { pagination, sort, filter, signal }) {
      const { path, query } = resourceNamed(name);
      const asked: Query = {
        ...query,
        ...searchable(filter),
        limit: pagination?.perPage,
        ...(sort !== undefined &&
          sort.field !== 'id' && { sort: sort.field, order: sort.order.toLowerCase() }),
      };
      const page = pagination?.page ?? 1;
      const after = await cursorBefore(path, asked, page, signal);
      const answer = await read<DeskPage<RaRecord>>(path, { ...asked, after }, signal);
      if (typeof answer.next === 'string') {
        cursors.set(`${path} ${JSON.stringify(asked)} ${page + 1}`, answer.next);
      }
      const data = [...answer.data];
      if (answer.total === undefined) return { data, total: data.length } as never;
      return {
        data,
        // How many pages there are is known of an exact total alone.
        ...(answer.total.exact ? { total: answer.total.count } : { meta: { count: answer.total.count } }),
        pageInfo: { hasNextPage: typeof answer.next === 'string', hasPreviousPage: page > 1 },
      } as never;
    },
    async getOne(name, { id }) {
      return { data: await read(`${resourceNamed(name).path}/${encodeURIComponent(id)}`) };
    },
    async getMany(name, { ids }) {
      const { path } = resourceNamed(name);
      const { data } = await read<DeskPage<RaRecord>>(path);
      const wanted = new Set<Identifier>(ids);
      return { data: data.filter(({ id }) => wanted.has(id)) as never };
    },
    async create(name, { data }) {
      return { data: await change('POST', resourceNamed(name).path, data) };
    },
    async update(name, { id, data }) {
      return { data: await change('PATCH', `${resourceNamed(name).path}/${encodeURIComponent(id)}`, data) };
    },
    async delete(name, { id }) {
      await change('DELETE', `${resourceNamed(name).path}/${encodeURIComponent(id)}`);
      return { data: { id } as never };
    },
  };
}

/** A search for less than two characters finds what no search finds: the service refuses it. */
function searchable({ q, ...filter }: Query = {}): Query {
  return [...String(q ?? '').trim()].length < 2 ? filter : { ...filter, q };
}

function resourceNamed(name: string): Resource {
  const found = resources[name];
  if (found === undefined) throw new Error(`There is no resource ${name}`);
  return found;
}

/** Keeps what was read. What is not there, or not allowed, is not asked for again: it would only be told later. */
export function deskQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, failure) => count < 2 && failure instanceof DeskError && failure.status >= 500,
      },
    },
  });
}
