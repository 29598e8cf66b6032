import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { pick } from '../../store/entry-columns.ts';
import { insert, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import {
  pendingFor,
  requestEntries,
  requireNonePending,
  type StoredRequest,
  selectRequests,
} from '../records/requests.ts';
import { lockOpenRequest, type RequestStep, recordStep, requestSteps } from '../records/steps.ts';
import { validateDecision } from './decisions.ts';
import { detailOf } from './detail.ts';
import { AnswerChannel, Asker, Channel, Decision, IdentityKind, Kind, written } from './schema.ts';

/** Months in which a request must be dealt with, and with its extension (RGPD, article 12(3)). */
const months = 1;
const extendedMonths = 3;

/** The last day on which a request received on this day must be dealt with. */
export function dueDay(receivedOn: Day, extended: boolean): Day {
  return addMonths(receivedOn, extended ? extendedMonths : months);
}

/** The same day of a later month, or the last day of that month when it is shorter. */
function addMonths(day: Day, added: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + added, 0)).getUTCDate();
  const later = Date.UTC(year, month - 1 + added, Math.min(date, lastDate));
  return new Date(later).toISOString().slice(0, 10);
}

const subject = 'privacy-request';
const maxListed = 500;
/** Not how identity was checked. */
const listed = [
  ...(['id', 'kind', 'asker', 'person', 'represented', 'receivedOn', 'channel'] as const),
  ...(['dueOn', 'decision', 'closedAt'] as const),
] as const;

export const listPrivacyRequests = deskRoute('listPrivacyRequests', 'GET /desk/privacy/requests', {
  ...privacyRoute,
  query: Type.Object({
    state: Type.Optional(Type.Enum(['open', 'closed'], { type: 'string' })),
  }),
  async run({ database }: PrivacyDeps, { state = 'open' }) {
    const found = await database.background.all(
      query((db) => {
        const all = selectRequests(db).limit(maxListed + 1);
        return state === 'open'
          ? all.where('closed_at', 'is', null).orderBy('due_on').orderBy('id')
          : all.where('closed_at', 'is not', null).orderBy('closed_at', 'desc').orderBy('id', 'desc');
      }),
    );
    const data = found.slice(0, maxListed).map((request) => pick(request, listed));
    return { data, truncated: found.length > maxListed };
  },
});

export const noteRequest = deskWrite('noteRequest', 'POST /desk/privacy/requests', {
  ...privacyRoute,
  body: exactly({
    kind: Kind,
    asker: Asker,
    person: written,
    represented: Type.Optional(written),
    authority: Type.Optional(written),
    receivedOn: Type.String({ format: 'date' }),
    channel: Channel,
  }),
  async run(tx, { by, receivedOn, represented = null, authority = null, ...request }, { now, record }) {
    const { kind, asker } = request;
    const isForOther = asker !== 'self' && asker !== 'controller';
    if (isForOther !== (represented !== null))
      throw new ValidationError('represented', 'expected for a representative, and for nobody else');
    if (authority === null ? isForOther && asker !== 'relative' : !isForOther)
      throw new ValidationError('authority', 'expected for a representative, and for nobody else');
    if (asker === 'controller' && (kind === 'access' || kind === 'portability'))
      throw new ValidationError('kind', 'expected no export where nobody asks for it');
    validateAuthority(authority);
    if (receivedOn > parisDay(now)) throw new ValidationError('receivedOn', 'expected no day to come');
    const dueOn = dueDay(receivedOn, false);
    const days = { received_on: receivedOn, due_on: dueOn, created_at: now.toISOString() };
    const id = await insert(tx, 'privacy_requests', { ...request, represented, authority, ...days });
    await recordStep(tx, id, { by, now, step: 'received', detail: { dueOn } });
    await record({ action: 'added', subject, subjectId: id, detail: { kind, asker } });
    return { id };
  },
});

export const showRequest = deskRoute('showRequest', 'GET /desk/privacy/requests/:id', {
  ...privacyRoute,
  run: ({ database, clock }: PrivacyDeps, { id }) => detailOf(database.background, id, parisDay(clock())),
});

export const patchRequest = deskWrite('patchRequest', 'PATCH /desk/privacy/requests/:id', {
  ...privacyRoute,
  body: exactly(
    {
      identityKind: Type.Optional(IdentityKind),
      identityCheck: Type.Optional(orNull(written)),
      authority: Type.Optional(orNull(written)),
      extensionReason: Type.Optional(written),
      decision: Type.Optional(Decision),
      ground: Type.Optional(orNull(written)),
      answeredOn: Type.Optional(Type.String({ format: 'date' })),
      answerChannel: Type.Optional(AnswerChannel),
      close: Type.Optional(Type.Literal(true)),
    },
    { minProperties: 1 },
  ),
  async run(tx, { id, by, ...patch }, { now, record }) {
    const before = await lockOpenRequest(tx, id);
    const { extensionReason } = patch;
    const after = { ...before, ...patch };
    if (extensionReason !== undefined) {
      validateExtension(before, parisDay(now));
      after.dueOn = dueDay(before.receivedOn, true);
    }
    validateSteps(before, after, parisDay(now));
    if (after.decision === 'refused' || patch.close) await requireNonePending(tx, id);
    if (after.decision !== null) {
      const isDecided = (await pendingFor(tx, id)) !== undefined;
      const done = { isDecided, entries: await requestEntries(tx, id), steps: await requestSteps(tx, id) };
      validateDecision(after.decision, { request: after, ...done });
    }
    await update(tx, 'privacy_requests', id, {
      identity_kind: after.identityKind,
      identity_check: after.identityCheck,
      authority: after.authority,
      extension_reason: after.extensionReason,
      due_on: after.dueOn,
      decision: after.decision,
      ground: after.ground,
      answered_on: after.answeredOn,
      answer_channel: after.answerChannel,
      closed_at: patch.close ? now.toISOString() : null,
    });
    const note = (step: RequestStep['step'], detail = {}) => recordStep(tx, id, { by, now, step, detail });
    if (patch.identityKind !== undefined) await note('identity', { kind: patch.identityKind });
    if (extensionReason !== undefined) await note('extended', { dueOn: after.dueOn });
    if (patch.decision !== undefined) await note('decided', { decision: patch.decision });
    if (patch.answeredOn !== undefined)
      await note('answered', { on: after.answeredOn, channel: after.answerChannel });
    if (patch.close) await note('closed');
    await record({ action: 'changed', subject, subjectId: id, detail: { changed: Object.keys(patch) } });
  },
});

/** Throws a `ValidationError` for a paper that is named by no word. */
function validateAuthority(authority: string | null): void {
  if (authority !== null && (authority.match(/\p{L}/gu)?.length ?? 0) < 3)
    throw new ValidationError('authority', 'expected which paper, in words');
}

function validateExtension({ extensionReason, dueOn }: StoredRequest, today: Day): void {
  if (extensionReason !== null)
    throw new ValidationError('extensionReason', 'expected once: this request is already extended');
  if (today > dueOn) throw new ValidationError('extensionReason', `expected until ${dueOn}, when it was due`);
}

/** Throws a `ValidationError` for a step before the one it follows: identity, decision, answer, closing. */
function validateSteps(
  before: StoredRequest,
  after: StoredRequest & { readonly close?: true },
  today: Day,
): void {
  const { asker, represented, authority, identityKind, identityCheck } = after;
  const { decision, ground, receivedOn, answeredOn, answerChannel } = after;
  const expect = (isMet: boolean, field: string, expected: string) => {
    if (!isMet) throw new ValidationError(field, `expected ${expected}`);
  };
  const needsWords = identityKind === 'other' || identityKind === 'failed';
  expect(!needsWords || identityCheck !== null, 'identityCheck', `in words for ${identityKind}`);
  expect(identityCheck === null || identityKind !== null, 'identityKind', 'beside its words');
  expect(
    authority === null || represented !== null,
    'authority',
    'for a representative, and for nobody else',
  );
  if (authority !== before.authority) validateAuthority(authority);
  expect((answeredOn === null) === (answerChannel === null), 'answerChannel', 'beside the day of the answer');
  if (answeredOn !== null) {
    expect(decision !== null, 'decision', 'before the answer');
    const isPast = answeredOn >= receivedOn && answeredOn <= today;
    expect(isPast, 'answeredOn', `a day from ${receivedOn} until today`);
  }
  if (before.answeredOn !== null && decision !== before.decision)
    expect(after.answeredOn !== before.answeredOn, 'answeredOn', 'anew with another decision');
  if (!after.close) return;
  expect(decision !== null, 'decision', 'before it is closed');
  const isWhole = decision === 'granted' || decision === 'nothing';
  expect(isWhole || ground !== null, 'ground', 'for what is not granted');
  expect(answeredOn !== null || asker === 'controller', 'answeredOn', 'before it is closed');
}
