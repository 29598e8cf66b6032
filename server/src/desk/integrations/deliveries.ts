import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { countDeliveries, deliveryStates, findDeliveries, showDelivery } from '../../outbox/deliveries.ts';
import { countFailedSince } from '../../outbox/resend.ts';
import { momentOf } from '../../validation/days.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, Page, PageQuery, readPage } from '../pages.ts';
import { deliveryNotFound, resendFailedDeliveries, resendOneDelivery } from './operations.ts';

const State = Type.Enum(deliveryStates, {
  type: 'string',
  description: '`held`: it waits for an endpoint that is not on. `failed`: it was given up.',
});
const delivery = {
  id: Type.Integer(),
  webhookId: Type.String({ description: 'The same at each attempt.' }),
  endpointId: Type.Integer(),
  caller: Type.String({ description: 'The name of its caller.' }),
  url: Type.String({ description: 'The URL it is sent to.' }),
  entryId: orNull(Type.Integer({ description: 'Null for the test of an endpoint.' })),
  customId: orNull(Type.String({ description: 'The id that the caller gave to the entry.' })),
  event: Type.String(),
  sequence: Type.Integer({ description: 'Grows with each event of the entry.' }),
  state: State,
  attempts: Type.Integer({ description: 'All attempts, those before it was sent again included.' }),
  createdAt: Type.String(),
  nextAt: orNull(Type.String({ description: 'When the next attempt is due.' })),
  finishedAt: orNull(Type.String()),
};
export const DeliveryResponse = Type.Object({
  ...delivery,
  body: Type.String({ description: 'The bytes that are signed and sent.' }),
  log: Type.Array(
    Type.Object({
      at: Type.String(),
      status: orNull(Type.Integer({ description: 'Null without a response.' })),
      ms: Type.Integer(),
      cause: orNull(Type.String({ description: 'What went wrong.' })),
      answer: Type.String({
        description: 'The first KiB of the response. It may hold anything: never show it as HTML.',
      }),
    }),
    { description: 'Every attempt, oldest first.' },
  ),
});
const id = (description: string) => Type.Optional(integer({ minimum: 1, description }));
const Query = Type.Object({
  state: Type.Optional(State),
  endpointId: id('Only deliveries to this endpoint.'),
  entryId: id('Only deliveries about this entry.'),
  customId: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only deliveries about entries with exactly this customId.' }),
  ),
  ...PageQuery,
});
const Resend = exactly({
  since: Type.String({
    format: 'moment',
    description:
      'Deliveries given up since this moment: `2026-03-04`, at midnight UTC, or `2026-03-04T09:15:00+01:00`.',
  }),
  dryRun: Type.Optional(Type.Boolean({ description: 'Only count them.' })),
});

const tags = ['Integrations'];
const config = { desk: 'integrations' } as const;

export function deliveryRoutes(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/deliveries',
    {
      config,
      schema: {
        tags,
        summary: 'List deliveries, newest first',
        querystring: Query,
        response: { 200: Page(Type.Object(delivery)), ...deskErrors },
      },
    },
    ({ query }) =>
      readPage(query, {
        keyOf: idKey,
        cursorOf: (row) => row.id,
        find: (page) => findDeliveries(database.background, query, page),
        count: (limit) => countDeliveries(database.background, query, limit),
      }),
  );

  scope.get(
    '/desk/deliveries/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Show a delivery with its body and every attempt',
        params: IdPath,
        response: { 200: DeliveryResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { id: wanted } = request.params;
      const shown = await showDelivery(database.background, wanted);
      if (shown === undefined) throw deliveryNotFound(wanted);
      // The body may hold personal data: it includes the comment.
      const detail = shown.entryId === null ? {} : { entryId: shown.entryId };
      const act = { action: 'read', subject: 'delivery', subjectId: wanted, detail } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, clock());
      return shown;
    },
  );

  scope.post(
    '/desk/deliveries/:id/resend',
    {
      config,
      schema: {
        tags,
        summary: 'Resend a delivery',
        description:
          'In any state, any number of times, with the same `webhook-id`: at once, or when its endpoint is on again.',
        params: IdPath,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const { id: wanted } = request.params;
      await database.write(resendOneDelivery, { by: actorOf(request), id: wanted }, clock());
      return done;
    },
  );

  scope.post(
    '/desk/deliveries/resend',
    {
      config: { ...config, readsBody: true },
      schema: {
        tags,
        summary: 'Resend all deliveries given up since a moment',
        body: Resend,
        response: { 200: Type.Object({ count: Type.Integer() }), ...deskErrors },
      },
    },
    async (request) => {
      const { since: typed, dryRun = false } = request.body;
      const since = momentOf(typed);
      if (since === undefined) throw new ValidationError('since', 'expected a moment');
      if (dryRun) return { count: await countFailedSince(database.background, since) };
      return database.write(resendFailedDeliveries, { by: actorOf(request), since }, clock());
    },
  );
}
