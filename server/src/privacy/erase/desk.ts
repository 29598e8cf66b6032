import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { DeskError } from '../../contract/errors.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import type { PrivacyDeps } from '../deps.ts';
import { EntryFacts } from '../entry-facts.ts';
import { requireErasureOf } from '../records/gates.ts';
import { HoldSummary } from '../records/hold-summary.ts';
import { findRequest, requestEntries } from '../records/requests.ts';
import { requestNotFound } from '../records/steps.ts';
import { eraseOneEntry } from './operations.ts';
import { type ErasureList, maxErased, planErasures } from './plan-list.ts';

const entryIds = Type.Array(integer({ minimum: 1 }), {
  minItems: 1,
  maxItems: maxErased,
  description: `The entries, at most ${maxErased}.`,
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
      erased: Type.Boolean({ description: 'Erased already: nothing will be done.' }),
    }),
  ),
  digest: Type.String({
    description: 'Of the whole list: repeat it to erase what was shown, and nothing else.',
  }),
};
const ErasurePlans = Type.Object(Plans);
const Erased = Type.Object({
  erased: Type.Integer({ description: 'How many entries were erased.' }),
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
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Plan the erasure of entries',
  description: 'Changes nothing.',
  body: exactly({ entryIds }),
  answer: ErasurePlans,
  run: ({ database, clock }: PrivacyDeps, { entryIds: ids }) =>
    planErasures(database.background, ids, clock()),
});

const eraseEntries = deskRoute('eraseEntries', 'POST /desk/privacy/erasures', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Erase the personal data of entries',
  description:
    'For an open request for erasure that says how the identity was checked, and that concerns the own person of each of these entries. Entry by entry: when one of them has changed meanwhile, those before it are erased, and the plan in the response says so. The same request can be sent again after an interruption.',
  body: exactly({
    entryIds,
    digest: Type.String({ maxLength: 100, description: 'Of the plan of the whole list.' }),
    word: Type.Literal('EFFACER'),
    requestId: integer({ minimum: 1, description: 'The request for which it is done.' }),
  }),
  answer: Erased,
  responses: { 409: Type.Union([Refused, DeskError]) },
  operation: eraseOneEntry,
  async run({ database, clock }: PrivacyDeps, { entryIds: ids, digest, requestId, by }, { reply }) {
    const { background: read } = database;
    await requireRequested(read, requestId, ids);
    const list = await planErasures(read, ids, clock());
    if (list.digest !== digest || heldIn(list) !== undefined) return refuse(reply, list);
    const counts = { erased: 0, alreadyErased: 0 };
    for (const { entryId, digest: shown } of list.plans) {
      const erasure = { author: authorOf(by), requestId, by, entryId, digest: shown };
      const state = await database.write(eraseOneEntry, erasure, clock()).catch(stateOfHeld);
      if (state === 'changed' || state === 'held')
        return refuse(reply, await planErasures(read, ids, clock()));
      counts[state === 'erased' ? 'erased' : 'alreadyErased']++;
    }
    return counts;
  },
});

/** What an erasure would do, and doing it. */
export const erasureRoutes = [planErasure, eraseEntries] as const;

/** Rejects before anything of a list is erased; each erasure asks again. */
async function requireRequested(
  read: Queries,
  requestId: number,
  entryIds: readonly number[],
): Promise<void> {
  const request = await findRequest(read, requestId);
  if (request === undefined) throw requestNotFound(requestId);
  const linked = new Map((await requestEntries(read, requestId)).map((one) => [one.entry_id, one]));
  for (const id of entryIds) requireErasureOf('entry', id, request, linked.get(id));
}

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
  const message = `entryIds: entry ${entryId} is under a hold until ${hold.until}`;
  return { error: { message, code: 'HELD' as const }, ...list, hold: { entryId, ...hold } };
}
