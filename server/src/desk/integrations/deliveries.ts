import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, writing } from '../../http/desk-route.ts';
import { countDeliveries, deliveryStates, findDeliveries, showDelivery } from '../../outbox/deliveries.ts';
import { countFailedSince } from '../../outbox/resend.ts';
import { momentOf } from '../../validation/days.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, Page, PageQuery, readPage } from '../pages.ts';
import { integrations } from './credentials.ts';
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
const DeliveryResponse = Type.Object({
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

const listDeliveries = deskRoute('listDeliveries', 'GET /desk/deliveries', {
  ...integrations,
  summary: 'List deliveries, newest first',
  query: Type.Object({
    state: Type.Optional(State),
    endpointId: id('Only deliveries to this endpoint.'),
    entryId: id('Only deliveries about this entry.'),
    customId: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Only deliveries about entries with exactly this customId.',
      }),
    ),
    ...PageQuery,
  }),
  answer: Page(Type.Object(delivery)),
  run: ({ database }: DeskDeps, query) =>
    readPage(query, {
      keyOf: idKey,
      cursorOf: (row) => row.id,
      find: (page) => findDeliveries(database.background, query, page),
      count: (limit) => countDeliveries(database.background, query, limit),
    }),
});

const readDelivery = deskRoute('readDelivery', 'GET /desk/deliveries/:id', {
  ...integrations,
  summary: 'Show a delivery with its body and every attempt',
  answer: DeliveryResponse,
  async run({ database, clock }: DeskDeps, { id: wanted, by }) {
    const shown = await showDelivery(database.background, wanted);
    if (shown === undefined) throw deliveryNotFound(wanted);
    // The body may hold personal data: it includes the comment.
    const detail = shown.entryId === null ? {} : { entryId: shown.entryId };
    const act = { action: 'read', subject: 'delivery', subjectId: wanted, detail } as const;
    await database.write(recordActivity, { by, act }, clock());
    return shown;
  },
});

const resendDelivery = deskRoute('resendDelivery', 'POST /desk/deliveries/:id/resend', {
  ...integrations,
  summary: 'Resend a delivery',
  description:
    'In any state, any number of times, with the same `webhook-id`: at once, or when its endpoint is on again.',
  ...writing(resendOneDelivery),
});

const resendFailed = deskRoute('resendFailed', 'POST /desk/deliveries/resend', {
  ...integrations,
  summary: 'Resend all deliveries given up since a moment',
  body: exactly({
    since: Type.String({
      format: 'moment',
      description:
        'Deliveries given up since this moment: `2026-03-04`, at midnight UTC, or `2026-03-04T09:15:00+01:00`.',
    }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Only count them.' })),
  }),
  answer: Type.Object({ count: Type.Integer() }),
  operation: resendFailedDeliveries,
  async run({ database, clock }: DeskDeps, { since: typed, dryRun = false, by }) {
    const since = momentOf(typed);
    if (since === undefined) throw new ValidationError('since', 'expected a moment');
    if (dryRun) return { count: await countFailedSince(database.background, since) };
    return database.write(resendFailedDeliveries, { by, since }, clock());
  },
});

export const deliveryRoutes = [listDeliveries, readDelivery, resendDelivery, resendFailed] as const;
