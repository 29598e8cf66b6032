import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { countDeliveries, deliveryStates, findDeliveries, showDelivery } from '../../outbox/deliveries.ts';
import { countFailedSince, resendDelivery, resendFailedSince } from '../../outbox/resend.ts';
import { momentOf } from '../../validation/days.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, PageQuery, readPage } from '../pages.ts';
import { integrations } from './credentials.ts';

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
    if (shown === undefined) throw notFound('delivery', wanted);
    // The body may hold personal data: it includes the comment.
    const detail = shown.entryId === null ? {} : { entryId: shown.entryId };
    const act = { action: 'read', subject: 'delivery', subjectId: wanted, detail } as const;
    await database.write(recordActivity, { by, act }, clock());
    return shown;
  },
});

const sendDeliveryAgain = deskWrite('sendDeliveryAgain', 'POST /desk/deliveries/:id/resend', {
  ...integrations,
  async run(tx, { id }, { now, record }) {
    const outcome = await resendDelivery(tx, id, now.toISOString());
    if (outcome === 'unknown') throw notFound('delivery', id);
    if (outcome === 'erased')
      throw new RequestError('ERASED', 'The data of this event was erased: only « erased » is sent again');
    await record({ action: 'sent-again', subject: 'delivery', subjectId: id });
  },
});

const sendFailedAgain = deskWrite('sendFailedAgain', 'POST /desk/deliveries/resend', {
  ...integrations,
  body: exactly({
    since: Type.String({ format: 'moment' }),
    dryRun: Type.Optional(Type.Boolean()),
  }),
  async run(tx, { since: typed, dryRun = false }, { now, record }) {
    const since = momentOf(typed);
    if (since === undefined) throw new ValidationError('since', 'expected a moment');
    if (dryRun) return { count: await countFailedSince(tx, since) };
    const count = await resendFailedSince(tx, since, now.toISOString());
    await record({ action: 'sent-again', subject: 'delivery', detail: { since, count } });
    return { count };
  },
});

export const deliveryRoutes = [listDeliveries, readDelivery, sendDeliveryAgain, sendFailedAgain] as const;
