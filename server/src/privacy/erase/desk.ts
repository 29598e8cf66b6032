import type { FastifyReply } from 'fastify';
import Type from 'typebox';
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
import { FreeText } from '../texts/free-texts.ts';
import { eraseOne } from './operations.ts';
import type { Subject } from './plan.ts';
import { type ErasureList, maxErased, planErasures } from './plan-list.ts';
import { replacementsOf, TextDecision } from './text-decisions.ts';

const subject = {
  entryId: integer({ minimum: 1 }),
  relation: Type.Optional(
    integer({ minimum: 0, description: 'The position of a related person: only their data is erased.' }),
  ),
};
const listed = {
  minItems: 1,
  maxItems: maxErased,
  description: `Whole entries, or one related person of each; at most ${maxErased}.`,
};
const Plans = {
  plans: Type.Array(
    Type.Object({
      entryId: Type.Integer(),
      relation: orNull(Type.Integer({ description: 'The related person; null for the whole entry.' })),
      entry: EntryFacts,
      counts: Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'How many rows would be blanked or deleted, by place.',
      }),
      texts: Type.Array(FreeText, {
        description:
          'For a related person, the free texts of the entry, each once: they may name the person.',
      }),
      digest: Type.String(),
      hold: orNull(HoldSummary),
      erased: Type.Boolean({
        description:
          'No field of the person is left. Texts of the entry can still be decided on for a related person.',
      }),
    }),
  ),
  digest: Type.String({
    description: 'Of the whole list: repeat it to erase what was shown, and nothing else.',
  }),
};
const ErasurePlans = Type.Object(Plans);
const Erased = Type.Object({
  erased: Type.Integer({ description: 'How many were erased.' }),
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
  summary: 'Plan the erasure of entries, or of related persons',
  description: 'Changes nothing.',
  body: exactly({ subjects: Type.Array(exactly(subject), listed) }),
  answer: ErasurePlans,
  run: ({ database, secrets, clock }: PrivacyDeps, { subjects }) =>
    planErasures(database.background, subjects, secrets.contentKey, clock()),
});

const eraseSubjects = deskRoute('eraseSubjects', 'POST /desk/privacy/erasures', {
  ...privacyRoute,
  summary: 'Erase the personal data of entries, or of related persons',
  description:
    'For an open request for erasure that says how the identity was checked, and that concerns each of these persons: the own person of an entry that is erased whole. Of a related person their fields, search terms, values in the history, and phones that no other person of the entry has are erased; each free text of the entry has to be kept, rewritten or emptied. Entry by entry: when one of them has changed meanwhile, those before it are erased, and the plan in the response says so. A list of whole entries can be sent again after an interruption; one with related persons is planned anew.',
  body: exactly({
    subjects: Type.Array(
      exactly({
        ...subject,
        texts: Type.Optional(
          Type.Array(TextDecision, {
            maxItems: 10_000,
            description: 'Beside `relation`: a decision for each text of the plan.',
          }),
        ),
      }),
      listed,
    ),
    digest: Type.String({ maxLength: 100, description: 'Of the plan of the whole list.' }),
    word: Type.Literal('EFFACER'),
    requestId: integer({ minimum: 1, description: 'The request for which it is done.' }),
  }),
  answer: Erased,
  responses: { 409: Type.Union([Refused, DeskError]) },
  operation: eraseOne,
  async run({ database, secrets, clock }: PrivacyDeps, { subjects, digest, requestId, by }, { reply }) {
    const { background: read } = database;
    await requireRequested(read, requestId, subjects);
    const planNow = () => planErasures(read, subjects, secrets.contentKey, clock());
    const list = await planNow();
    if (list.digest !== digest || heldIn(list) !== undefined) return refuse(reply, list);
    const erasures = list.plans.map(({ entryId, relation, digest: shown, texts }) => {
      const i = subjects.findIndex((one) => one.entryId === entryId);
      const decided = subjects[i]?.texts ?? [];
      // Before the first of them is erased.
      replacementsOf(texts, decided, `subjects[${i}].texts`);
      return { entryId, relation: relation ?? undefined, digest: shown, texts: decided };
    });
    const counts = { erased: 0, alreadyErased: 0 };
    for (const erasure of erasures) {
      const input = { ...erasure, requestId, author: authorOf(by), by };
      const state = await database.write(eraseOne, input, clock()).catch(stateOfHeld);
      if (state === 'changed' || state === 'held') return refuse(reply, await planNow());
      counts[state === 'erased' ? 'erased' : 'alreadyErased']++;
    }
    return counts;
  },
});

/** What an erasure would do, and doing it. */
export const erasureRoutes = [planErasure, eraseSubjects] as const;

/** Rejects before anything of a list is erased; each erasure asks again. */
async function requireRequested(read: Queries, requestId: number, subjects: readonly Subject[]) {
  const request = requireOpen(await findRequest(read, requestId));
  const linked = new Map((await requestEntries(read, requestId)).map((one) => [one.entry_id, one]));
  for (const { entryId, relation } of subjects)
    requireErasureOf(relation ?? 'entry', entryId, request, linked.get(entryId));
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
  const message = `subjects: entry ${entryId} is under a hold until ${hold.until}`;
  return { error: { message, code: 'HELD' as const }, ...list, hold: { entryId, ...hold } };
}
