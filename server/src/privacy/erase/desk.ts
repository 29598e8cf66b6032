import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { DeskError } from '../../contract/errors.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { EntryFacts } from '../entry-facts.ts';
import { requireErasureOf } from '../records/gates.ts';
import { HoldSummary } from '../records/hold-summary.ts';
import { findRequest, requestEntries } from '../records/requests.ts';
import { requireOpen } from '../records/steps.ts';
import { eraseOne } from './operations.ts';
import { refuseOtherRequest } from './pending.ts';
import { type ErasureList, maxErased, planErasures } from './plan-list.ts';

const Subjects = Type.Array(exactly({ entryId: integer({ minimum: 1 }) }), {
  minItems: 1,
  maxItems: maxErased,
  description: `Whole entries, at most ${maxErased}.`,
});
const Plans = {
  plans: Type.Array(
    Type.Object({
      entryId: Type.Integer(),
      entry: EntryFacts,
      counts: Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'How many rows would be blanked or deleted, by place.',
      }),
      digest: Type.String(),
      hold: orNull(HoldSummary),
      erased: Type.Boolean({ description: 'It was erased before.' }),
    }),
  ),
  digest: Type.String({
    description: 'Of the whole list: repeat it to erase what was shown, and nothing else.',
  }),
};
const ErasurePlans = Type.Object(Plans);
const Erased = Type.Object({
  pending: Type.Integer({ description: 'How many entries are to be erased.' }),
  alreadyErased: Type.Integer({ description: 'How many had been erased before.' }),
});
const Refused = Type.Object(
  {
    error: DeskError.properties.error,
    ...Plans,
    hold: orNull(
      Type.Object(
        { entryId: Type.Integer(), reason: Type.String(), ...HoldSummary.properties },
        {
          description: 'The hold that forbids it; null when something has changed.',
        },
      ),
    ),
  },
  {
    title: 'ErasureRefused',
    description: 'Something has changed, or an entry is under a hold. The plan as it is now.',
  },
);

const planErasure = deskRoute('planErasure', 'POST /desk/privacy/erasures/plan', {
  ...privacyRoute,
  summary: 'Plan the erasure of entries',
  description: 'Changes nothing.',
  body: exactly({ subjects: Subjects }),
  answer: ErasurePlans,
  run: ({ database, clock }: PrivacyDeps, { subjects }) =>
    planErasures(database.background, entryIdsOf(subjects), clock()),
});

const eraseSubjects = deskRoute('eraseSubjects', 'POST /desk/privacy/erasures', {
  ...privacyRoute,
  summary: 'Erase the personal data of entries',
  description:
    'For an open request for erasure that says how the identity was checked, and that concerns the own person of each entry. An entry is hidden at once, and erased when that can’t be taken back any more. A related person alone is removed by a correction without trace. Entry by entry: when one of them has changed meanwhile, those before it are decided, and the plan in the response says so. A list can be sent again after an interruption.',
  body: exactly({
    subjects: Subjects,
    digest: Type.String({ maxLength: 100, description: 'Of the plan of the whole list.' }),
    word: Type.Literal('EFFACER'),
    requestId: integer({ minimum: 1, description: 'The request for which it is done.' }),
  }),
  answer: Erased,
  responses: { 409: Type.Union([Refused, DeskError]) },
  operation: eraseOne,
  async run({ database, clock }: PrivacyDeps, { subjects, digest, requestId, by }, { reply }) {
    const { background: read } = database;
    const entryIds = entryIdsOf(subjects);
    await requireRequested(read, requestId, entryIds);
    const planNow = () => planErasures(read, entryIds, clock());
    const list = await planNow();
    if (list.digest !== digest || heldIn(list) !== undefined) return refuse(reply, list);
    const counts = { pending: 0, alreadyErased: 0 };
    for (const { entryId, digest: shown } of list.plans) {
      const input = { entryId, digest: shown, requestId, author: authorOf(by), by };
      const state = await database.write(eraseOne, input, clock()).catch(stateOfHeld);
      if (state === 'changed' || state === 'held') return refuse(reply, await planNow());
      counts[state === 'already erased' ? 'alreadyErased' : 'pending']++;
    }
    return counts;
  },
});

/** What an erasure would do, and doing it. */
export const erasureRoutes = [planErasure, eraseSubjects] as const;

/** Rejects before anything of a list is erased; each erasure asks again. */
async function requireRequested(read: Queries, requestId: number, entryIds: readonly number[]) {
  const request = requireOpen(await findRequest(read, requestId));
  const linked = new Map((await requestEntries(read, requestId)).map((one) => [one.entry_id, one]));
  for (const entryId of entryIds) {
    requireErasureOf(entryId, request, linked.get(entryId));
    await refuseOtherRequest(read, entryId, requestId);
  }
}

const entryIdsOf = (subjects: Static<typeof Subjects>) => subjects.map(({ entryId }) => entryId);

const heldIn = ({ plans }: ErasureList) => plans.find(({ hold }) => hold !== null);

function stateOfHeld(error: unknown): 'held' {
  if (error instanceof RequestError && error.code === 'HELD') return 'held';
  throw error;
}

function refuse(reply: FastifyReply, list: ErasureList) {
  const held = heldIn(list);
  reply.code(409);
  if (held === undefined || held.hold === null) {
    const message = 'digest: something has changed since this plan was shown';
    return { error: { message, code: 'CONFLICT' as const }, ...list, hold: null };
  }
  const { entryId, hold } = held;
  const message = `subjects: entry ${entryId} is under a hold until ${hold.until}`;
  return { error: { message, code: 'HELD' as const }, ...list, hold: { entryId, ...hold } };
}
