import type { Client } from '../client.ts';
import { excerpt, expect, expectObject, expectObjectAt, type Json } from '../expect.ts';

export type Kind = 'commercial' | 'survey' | 'postuler';

/** Looks an entry up and expects this kind. Returns its `data` and an excerpt of the response. */
export async function dataOf(
  client: Client,
  customId: string,
  kind: Kind,
): Promise<{ readonly data: Json; readonly observed: string }> {
  const response = await client.lookup(customId);
  const found = expectObject(response);
  expect(found.type === kind, excerpt(response));
  return { data: expectObjectAt(found, 'data', response), observed: excerpt(response) };
}

/** Looks an entry up and returns its id. */
export async function idOf(client: Client, customId: string, kind: Kind): Promise<number> {
  const { data, observed } = await dataOf(client, customId, kind);
  expect(typeof data.id === 'number', observed);
  return data.id;
}
