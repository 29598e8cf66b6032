import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { dueDay } from '../records/due.ts';
import { type StoredRequest, selectRequests } from '../records/requests.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { detailOf, summaryOf } from './detail.ts';
import { Asker, Channel, Decision, Kind, RequestDetail, RequestSummary, written } from './schema.ts';

const subject = 'privacy-request';
const maxListed = 500;

const openRequests = statement()((db) =>
  selectRequests(db)
    .where('closed_at', 'is', null)
    .orderBy('due_on')
    .orderBy('id')
    .limit(sql.lit(maxListed + 1)),
);
const closedRequests = statement()((db) =>
  selectRequests(db)
    .where('closed_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(maxListed + 1)),
);

export const listPrivacyRequests = deskRoute('listPrivacyRequests', 'GET /desk/privacy/requests', {
  ...privacyRoute,
  summary: 'List the requests of persons',
  query: Type.Object({
    state: Type.Optional(
      Type.Enum(['open', 'closed'], { type: 'string', description: '`open` by default.' }),
    ),
  }),
  answer: Type.Object({
    data: Type.Array(RequestSummary, {
      description: `Open ones: those due first come first. Closed ones: the last closed first. At most ${maxListed}.`,
    }),
    truncated: Type.Boolean({ description: 'Whether there are more.' }),
  }),
  async run({ database, clock }: PrivacyDeps, { state = 'open' }) {
    const found = await database.background.all(state === 'open' ? openRequests : closedRequests, {});
    const today = parisDay(clock());
    const data = found.slice(0, maxListed).map((one) => summaryOf(one, today));
    return { data, truncated: found.length > maxListed };
  },
});

const insertRequest = statement<
  Pick<
    StoredRequest,
    'kind' | 'asker' | 'person' | 'represented' | 'receivedOn' | 'channel' | 'dueOn' | 'createdAt'
  >
>()((db, p) =>
  db
    .insertInto('privacy_requests')
    .values({
      kind: p.kind,
      person: p.person,
      received_on: p.receivedOn,
      channel: p.channel,
      identity_check: null,
      due_on: p.dueOn,
      extension_reason: null,
      decision: null,
      ground: null,
      created_at: p.createdAt,
      closed_at: null,
      asker: p.asker,
      represented: p.represented,
    })
    .returning('id'),
);

export const noteRequest = deskWrite('noteRequest', 'POST /desk/privacy/requests', {
  ...privacyRoute,
  summary: 'Note a request of a person',
  description:
    'It is due one calendar month after it was received, on the last day of that month when it is shorter.',
  body: exactly({
    kind: Kind,
    asker: Asker,
    person: written('Who asks, and how to reply.'),
    represented: Type.Optional(
      written('For whom a representative asks, and by what right; required for one, and for nobody else.'),
    ),
    receivedOn: Type.String({ format: 'date', description: 'The day on which the request was received.' }),
    channel: Channel,
  }),
  answer: Type.Object({ id: Type.Integer() }),
  async run(tx, { by, ...request }, { now, record }) {
    const { kind, asker, receivedOn, represented = null } = request;
    if ((asker === 'representative') !== (represented !== null))
      throw new ValidationError('represented', 'expected for a representative, and for nobody else');
    if (receivedOn > parisDay(now)) throw new ValidationError('receivedOn', 'expected no day to come');
    const dueOn = dueDay(receivedOn, false);
    const at = now.toISOString();
    const row = await tx.first(insertRequest, { ...request, represented, dueOn, createdAt: at });
    if (row === undefined) throw new Error('The new request has no id');
    await recordStep(tx, row.id, { at, author: authorOf(by), step: 'received', detail: { dueOn } });
    await record({ action: 'added', subject, subjectId: row.id, detail: { kind, asker } });
    return { id: row.id };
  },
});

export const showRequest = deskRoute('showRequest', 'GET /desk/privacy/requests/:id', {
  ...privacyRoute,
  summary: 'Show a request with its entries and steps',
  answer: RequestDetail,
  run: ({ database, clock }: PrivacyDeps, { id }) => detailOf(database.background, id, parisDay(clock())),
});

const RequestPatch = exactly(
  {
    identityCheck: Type.Optional(written('How the identity was checked, in words.')),
    extensionReason: Type.Optional(
      written('Why the request needs longer: it is then due two months later. Once only.'),
    ),
    decision: Type.Optional(Decision),
    ground: Type.Optional(written('The ground of the decision.')),
    close: Type.Optional(Type.Literal(true, { description: 'Nothing of it changes any more.' })),
  },
  { minProperties: 1 },
);

const updateRequest = statement<
  Pick<
    StoredRequest,
    'id' | 'identityCheck' | 'dueOn' | 'extensionReason' | 'decision' | 'ground' | 'closedAt'
  >
>()((db, p) =>
  db
    .updateTable('privacy_requests')
    .set({
      identity_check: p.identityCheck,
      due_on: p.dueOn,
      extension_reason: p.extensionReason,
      decision: p.decision,
      ground: p.ground,
      closed_at: p.closedAt,
    })
    .where('id', '=', p.id),
);

const changeRequest = auditedOperation(
  'changeRequest',
  async (
    tx,
    { id, by, ...patch }: Static<typeof RequestPatch> & { readonly id: number; readonly by: Actor },
    { now, record },
  ) => {
    const after = requestAfter(await lockOpenRequest(tx, id), patch, now);
    await tx.run(updateRequest, after);
    const step = { at: now.toISOString(), author: authorOf(by) };
    if (patch.identityCheck !== undefined) await recordStep(tx, id, { ...step, step: 'identity' });
    if (patch.extensionReason !== undefined)
      await recordStep(tx, id, { ...step, step: 'extended', detail: { dueOn: after.dueOn } });
    if (patch.decision !== undefined)
      await recordStep(tx, id, { ...step, step: 'decided', detail: { decision: patch.decision } });
    if (patch.close) await recordStep(tx, id, { ...step, step: 'closed' });
    await record({ action: 'changed', subject, subjectId: id, detail: { changed: Object.keys(patch) } });
  },
);

export const patchRequest = deskRoute('patchRequest', 'PATCH /desk/privacy/requests/:id', {
  ...privacyRoute,
  summary: 'Check, extend, decide or close a request',
  description:
    'A request is closed with a decision, and with its ground unless it is granted. Nothing of a closed request changes.',
  body: RequestPatch,
  answer: RequestDetail,
  operation: changeRequest,
  async run({ database, clock }: PrivacyDeps, input) {
    await database.write(changeRequest, input, clock());
    // A request may list hundreds of entries: they are read beside the writer.
    return detailOf(database.background, input.id, parisDay(clock()));
  },
});

/** Throws a `ValidationError` for what the state of the request does not allow. */
function requestAfter(before: StoredRequest, patch: Static<typeof RequestPatch>, now: Date): StoredRequest {
  const { extensionReason, close } = patch;
  const decision = patch.decision ?? before.decision;
  const ground = patch.ground ?? before.ground;
  if (extensionReason !== undefined) {
    if (before.extensionReason !== null)
      throw new ValidationError('extensionReason', 'expected once: this request is already extended');
    if (parisDay(now) > before.dueOn)
      throw new ValidationError('extensionReason', `expected until ${before.dueOn}, when it was due`);
  }
  if (close && decision === null) throw new ValidationError('decision', 'expected before it is closed');
  if (close && decision !== 'granted' && ground === null)
    throw new ValidationError('ground', 'expected for what is not granted');
  return {
    ...before,
    identityCheck: patch.identityCheck ?? before.identityCheck,
    decision,
    ground,
    ...(extensionReason !== undefined && {
      extensionReason,
      dueOn: dueDay(before.receivedOn, true),
    }),
    closedAt: close ? now.toISOString() : null,
  };
}
