import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, writing } from '../../http/desk-route.ts';
import { countDeliveries, deliveryStates, findDeliveries, showDelivery } from '../../outbox/deliveries.ts';
import { countFailedSince } from '../../outbox/resend.ts';
import { momentOf } from '../../validation/days.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, PageQuery, readPage } from '../pages.ts';
import { integrations } from './credentials.ts';
import { deliveryNotFound, resendFailedDeliveries, resendOneDelivery } from './operations.ts';

const State = Type.Enum(deliveryStates, {
  type: 'string',
});
const id = Type.Optional(integer({ minimum: 1 }));

const listDeliveries = deskRoute('listDeliveries', 'GET /desk/deliveries', {
  ...integrations,
  query: Type.Object({
    state: Type.Optional(State),
    endpointId: id,
    entryId: id,
    customId: Type.Optional(Type.String({ maxLength: 255 })),
    ...PageQuery,
  }),
  async run({ database: { background: read } }: DeskDeps, query) {
    return readPage(query, {
      keyOf: idKey,
      find: (keys) => findDeliveries(read, query, keys),
      cursorOf: (row) => row.id,
      count: (limit) => countDeliveries(read, query, limit),
    });
  },
});

const readDelivery = deskRoute('readDelivery', 'GET /desk/deliveries/:id', {
  ...integrations,
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
  ...writing(resendOneDelivery),
});

const resendFailed = deskRoute('resendFailed', 'POST /desk/deliveries/resend', {
  ...integrations,
  body: exactly({
    since: Type.String({ format: 'moment' }),
    dryRun: Type.Optional(Type.Boolean()),
  }),
  operation: resendFailedDeliveries,
  async run({ database, clock }: DeskDeps, { since: typed, dryRun = false, by }) {
    const since = momentOf(typed);
    if (since === undefined) throw new ValidationError('since', 'expected a moment');
    if (dryRun) return { count: await countFailedSince(database.background, since) };
    return database.write(resendFailedDeliveries, { by, since }, clock());
  },
});

export const deliveryRoutes = [listDeliveries, readDelivery, resendDelivery, resendFailed] as const;
