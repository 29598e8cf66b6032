import type { SortPayload } from 'react-admin';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export function addressOf(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The lists of react-admin by their names, which are part of the pages' addresses. */
export const resources = {
  leads: { route: 'GET /desk/entries', query: { kind: 'commercial' } },
  surveys: { route: 'GET /desk/entries', query: { kind: 'survey' } },
  applications: { route: 'GET /desk/entries', query: { kind: 'postuler' } },
  deliveries: { route: 'GET /desk/deliveries', query: {} },
  mails: { route: 'GET /desk/mails', query: {} },
  audit: { route: 'GET /desk/audit', query: {} },
} as const;
export type Resource = (typeof resources)[keyof typeof resources];

/** The address of a CSV file of all leads that match. */
export function csvAddress(filter: Query, sort: SortPayload): string {
  return addressOf('/desk/entries.csv', queryOf(resources.leads, filter, sort));
}

/** The filters of a list, as the service takes them. */
export function queryOf(
  { query }: Resource,
  { q, ...filter }: Query = {},
  sort: SortPayload | undefined,
): Query {
  return {
    ...query,
    ...filter,
    // The service refuses a search for fewer than two characters.
    ...([...String(q ?? '').trim()].length >= 2 && { q }),
    ...(sort !== undefined && sort.field !== 'id' && { sort: sort.field, order: sort.order.toLowerCase() }),
  };
}
