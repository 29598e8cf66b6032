import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { normalizeWebhookUrl } from '../../access/identifiers.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, reachFor } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { listEndpoints } from '../../outbox/endpoints.ts';
import { eventNames } from '../../outbox/event-names.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { isNowhere } from '../entries/reach.ts';
import {
  registerEndpoint,
  reviseEndpoint,
  rotateEndpointSecret,
  sendWaitingDeliveries,
  testEndpoint,
} from './operations.ts';

const Events = orNull(
  Type.Array(Type.Enum(eventNames, { type: 'string' }), {
    minItems: 1,
    maxItems: eventNames.length,
    description: 'The events it subscribes to; null for all.',
  }),
);
const Url = Type.String({ maxLength: 2_000, description: 'The URL that events are sent to.' });
const Secret = Type.String({ description: 'The secret that signs events. Shown this once.' });

/** An endpoint as administrators see it. */
export const Endpoint = Type.Object({
  id: Type.Integer(),
  callerId: Type.Integer(),
  caller: Type.String({ description: 'The name of its caller.' }),
  url: Type.String(),
  events: orNull(Type.Array(Type.String(), { description: 'Null for all.' })),
  state: Type.Enum(['on', 'held', 'off'], {
    type: 'string',
    description:
      'Held after days of failure; off when switched off, or when it has unsubscribed. Its events wait.',
  }),
  reason: orNull(Type.String({ description: 'Why it is not on.' })),
  failingSince: orNull(Type.String({ description: 'When the present run of failed attempts began.' })),
  waiting: Type.Integer({ description: 'Events waiting to be delivered.' }),
  previousUntil: orNull(Type.String({ description: 'Until when the previous secret signs too.' })),
  createdAt: Type.String(),
});
const NewEndpoint = exactly({ url: Url, events: Type.Optional(Events) });
export const AddedEndpoint = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  events: orNull(Type.Array(Type.String())),
  secret: Secret,
});
const EndpointChange = exactly(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    state: Type.Optional(
      Type.Enum(['on', 'off'], {
        type: 'string',
        description: 'On: all waiting events are sent.',
      }),
    ),
  },
  { minProperties: 1 },
);

const tags = ['Integrations'];
const config = { desk: 'integrations' } as const;
const changing = { ...config, readsBody: true } as const;

export function endpointRoutes(scope: App, { database, clock, refusalOfUrl }: DeskDeps): void {
  scope.get(
    '/desk/endpoints',
    {
      config,
      schema: {
        tags,
        summary: 'List endpoints, and how many events wait for each',
        response: { 200: Type.Object({ data: Type.Array(Endpoint) }), ...deskErrors },
      },
    },
    async () => ({ data: await listEndpoints(database.background) }),
  );

  scope.post(
    '/desk/callers/:id/endpoints',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add an endpoint for a caller',
        params: IdPath,
        body: NewEndpoint,
        response: { 200: AddedEndpoint, ...deskErrors },
      },
    },
    async (request) => {
      const { id: callerId } = request.params;
      const url = checkedUrl('url', request.body.url, refusalOfUrl);
      const events = onceEach(request.body.events ?? null);
      const input = { by: actorOf(request), callerId, url, events };
      return { ...(await database.write(registerEndpoint, input, clock())), url, events };
    },
  );

  scope.patch(
    '/desk/endpoints/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Change an endpoint, or switch it on or off',
        description: 'Waiting events go to the new URL.',
        params: IdPath,
        body: EndpointChange,
        response: { 200: Endpoint, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { url: typed, state } = request.body;
      const url = typed === undefined ? undefined : checkedUrl('url', typed, refusalOfUrl);
      const events = request.body.events === undefined ? undefined : onceEach(request.body.events);
      const change = { ...(url !== undefined && { url }), ...(events !== undefined && { events }) };
      return database.write(reviseEndpoint, { by: actorOf(request), id, change, state }, clock());
    },
  );

  scope.post(
    '/desk/endpoints/:id/rotate',
    {
      config,
      schema: {
        tags,
        summary: 'Make a new signing secret',
        description:
          'The previous one signs too until `previousUntil`: by then the receiver must know the new one.',
        params: IdPath,
        response: {
          200: Type.Object({ id: Type.Integer(), secret: Secret, previousUntil: Type.String() }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      return database.write(rotateEndpointSecret, { by: actorOf(request), id }, clock());
    },
  );

  scope.post(
    '/desk/endpoints/:id/send-now',
    {
      config,
      schema: {
        tags,
        summary: 'Send the waiting events at once',
        description:
          'After its address was repaired: events that wait for their next attempt are due, with a whole schedule of attempts. 400 for an endpoint that is not on.',
        params: IdPath,
        response: {
          200: Type.Object({ count: Type.Integer({ description: 'How many are due now.' }) }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      return database.write(sendWaitingDeliveries, { by: actorOf(request), id }, clock());
    },
  );

  scope.post(
    '/desk/endpoints/:id/test',
    {
      config,
      schema: {
        tags,
        summary: 'Send a signed `test` event',
        description: 'Its delivery shows the outcome.',
        params: IdPath,
        response: { 200: Type.Object({ deliveryId: Type.Integer() }), ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      return database.write(testEndpoint, { by: actorOf(request), id }, clock());
    },
  );
}

/**
 * Returns an endpoint's URL in normal form. Throws a {@link ValidationError} for an invalid one, and for one that
 * `refusalOf` refuses: otherwise its failure would only be noticed days later.
 */
export function checkedUrl(field: string, typed: string, refusalOf: DeskDeps['refusalOfUrl']): string {
  const url = normalizeWebhookUrl(typed);
  if (url === undefined)
    throw new ValidationError(field, 'expected a URL that begins with https:// or http://, without a user');
  const refusal = refusalOf(url);
  if (refusal !== null) throw new ValidationError(field, `nothing could be sent there: ${refusal}`);
  return url;
}

/**
 * Returns an endpoint's URL as the user may see it: only the origin without the right `integrations`, because the path
 * often holds a token.
 */
export function addressFor(request: FastifyRequest, url: string): string {
  return isNowhere(reachFor(request, 'integrations')) ? new URL(url).origin : url;
}

function onceEach<T>(events: readonly T[] | null): T[] | null {
  return events === null ? null : [...new Set(events)];
}
