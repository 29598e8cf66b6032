import type { Client, CreateOptions } from '../client.ts';
import { excerpt, expect, expectObject, expectObjectAt, expectOk, type Json } from '../expect.ts';

export type Kind = 'commercial' | 'survey' | 'postuler';

interface Found {
  readonly data: Json;
  /** An excerpt of the response. */
  readonly observed: string;
}

/** Looks an entry up and expects this kind. */
export async function dataOf(client: Client, customId: string, kind: Kind): Promise<Found> {
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

/** Creates an entry, with a new customId unless `body` has one, and looks it up. */
export async function createdData(
  client: Client,
  kind: Kind,
  body: Json = {},
  options?: CreateOptions,
): Promise<Found & { readonly customId: string }> {
  const customId = String(body.customId ?? client.newCustomId());
  const create = { commercial: client.commercial, survey: client.survey, postuler: client.application }[kind];
  expectOk(await create({ ...body, customId }, options));
  return { customId, ...(await dataOf(client, customId, kind)) };
}

/** Creates a real entry that staff recognise by its texts; returns its customId. */
export async function real(client: Client, body: Json): Promise<string> {
  const customId = client.newCustomId();
  expectOk(
    await client.realCommercial({
      lastNameClient: 'Vérification',
      comment: 'Entrée de vérification (accueil check) : à écarter.',
      ...body,
      customId,
    }),
  );
  return customId;
}
