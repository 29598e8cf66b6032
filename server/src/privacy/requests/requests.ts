import Type, { type Static } from 'typebox';
import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { insert, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { dueDay } from '../records/due.ts';
import { type StoredRequest, selectRequests } from '../records/requests.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { detailOf, summaryOf } from './detail.ts';
import { Asker, Channel, Decision, Kind, RequestDetail, RequestSummary, written } from './schema.ts';

const subject = 'privacy-request';
const maxListed = 500;

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
    const found = await database.background.all(
      query((db) => {
        const all = selectRequests(db).limit(maxListed + 1);
        return state === 'open'
          ? all.where('closed_at', 'is', null).orderBy('due_on').orderBy('id')
          : all.where('closed_at', 'is not', null).orderBy('closed_at', 'desc').orderBy('id', 'desc');
      }),
    );
    const today = parisDay(clock());
    const data = found.slice(0, maxListed).map((one) => summaryOf(one, today));
    return { data, truncated: found.length > maxListed };
  },
});

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
  async run(tx, { by, receivedOn, represented = null, ...request }, { now, record }) {
    const { kind, asker } = request;
    if ((asker === 'representative') !== (represented !== null))
      throw new ValidationError('represented', 'expected for a representative, and for nobody else');
    if (receivedOn > parisDay(now)) throw new ValidationError('receivedOn', 'expected no day to come');
    const dueOn = dueDay(receivedOn, false);
    const at = now.toISOString();
    const days = { received_on: receivedOn, due_on: dueOn, created_at: at };
    const id = await insert(tx, 'privacy_requests', { ...request, represented, ...days });
    await recordStep(tx, id, { at, author: authorOf(by), step: 'received', detail: { dueOn } });
    await record({ action: 'added', subject, subjectId: id, detail: { kind, asker } });
    return { id };
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

const changeRequest = auditedOperation(
  'changeRequest',
  async (
    tx,
    { id, by, ...patch }: Static<typeof RequestPatch> & { readonly id: number; readonly by: Actor },
    { now, record },
  ) => {
    const { dueOn, ...after } = requestAfter(await lockOpenRequest(tx, id), patch, now);
    await update(tx, 'privacy_requests', id, { ...after, due_on: dueOn });
    const step = { at: now.toISOString(), author: authorOf(by) };
    if (patch.identityCheck !== undefined) await recordStep(tx, id, { ...step, step: 'identity' });
    if (patch.extensionReason !== undefined)
      await recordStep(tx, id, { ...step, step: 'extended', detail: { dueOn } });
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
function requestAfter(before: StoredRequest, patch: Static<typeof RequestPatch>, now: Date) {
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
    identity_check: patch.identityCheck ?? before.identityCheck,
    decision,
    ground,
    extension_reason: extensionReason ?? before.extensionReason,
    dueOn: extensionReason === undefined ? before.dueOn : dueDay(before.receivedOn, true),
    closed_at: close ? now.toISOString() : null,
  };
}
