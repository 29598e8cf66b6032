import Type from 'typebox';
import { DeskError } from '../../contract/errors.ts';
import { integer, longestText } from '../../contract/fields.ts';
import { entryNotFound, findEntry } from '../../entries/change/row.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { PrivacyDeps } from '../deps.ts';
import { FreeText } from '../texts/free-texts.ts';
import { planRelation } from './plan-relation.ts';
import { eraseOneRelation } from './relation-operations.ts';

const Path = Type.Object({
  id: integer({ minimum: 1, description: 'Of the entry.' }),
  position: integer({ minimum: 0, description: 'Of the related person.' }),
});
const Plan = {
  counts: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many rows hold data of the person, by place. None: erased already.',
  }),
  digest: Type.String({ description: 'Repeat it to erase what was shown, and nothing else.' }),
  texts: Type.Array(FreeText, {
    description: 'The free texts of the entry, each once: they may name the person.',
  }),
};
const RelationPlan = Type.Object(Plan);
const Changed = Type.Object(
  { error: DeskError.properties.error, ...Plan },
  { title: 'RelationPlanChanged', description: 'Something has changed. The plan as it is now.' },
);
const RelationErased = Type.Object({
  erased: Type.Boolean({ description: 'False when the person had been erased before.' }),
  version: Type.Integer({ description: 'Of the entry.' }),
});

const planRelationErasure = deskRoute(
  'planRelationErasure',
  'POST /desk/privacy/entries/:id/relations/:position/plan',
  {
    right: 'privacy',
    tag: 'Privacy',
    summary: 'Plan the erasure of a related person',
    description: 'Changes nothing.',
    params: Path,
    answer: RelationPlan,
    async run({ database: { background: read }, secrets }: PrivacyDeps, { id, position }) {
      const entry = await findEntry(read, id);
      if (entry === undefined) throw entryNotFound(id);
      const { plan } = await planRelation(read, entry, position, secrets.contentKey);
      return { ...plan, texts: [...plan.texts] };
    },
  },
);

const eraseRelation = deskRoute('eraseRelation', 'POST /desk/privacy/entries/:id/relations/:position/erase', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Erase a related person',
  description:
    'For an open request for erasure that says how the identity was checked, and that concerns this person. Their fields, search terms, values in the history, and phones that no other person of the entry has. Each free text of the entry has to be kept, rewritten or emptied.',
  params: Path,
  body: exactly({
    digest: Type.String({ maxLength: 100, description: 'Of the plan.' }),
    word: Type.Literal('EFFACER'),
    requestId: integer({ minimum: 1, description: 'The request for which it is done.' }),
    texts: Type.Array(
      exactly({
        key: Type.String({ maxLength: 100 }),
        decision: Type.Enum(['keep', 'rewrite', 'empty'], { type: 'string' }),
        text: Type.Optional(
          Type.String({ minLength: 1, maxLength: longestText, description: 'For `rewrite`.' }),
        ),
      }),
      { maxItems: 10_000 },
    ),
  }),
  answer: RelationErased,
  responses: { 409: Type.Union([Changed, DeskError]) },
  operation: eraseOneRelation,
  async run({ database, clock }: PrivacyDeps, { id: entryId, word: _, ...input }, { reply }) {
    const result = await database.write(eraseOneRelation, { entryId, ...input }, clock());
    if (result.state !== 'changed') return { erased: result.state === 'erased', version: result.version };
    const message = 'digest: something has changed since this plan was shown';
    reply.code(409);
    return {
      error: { message, code: 'CONFLICT' as const },
      ...result.plan,
      texts: [...result.plan.texts],
    };
  },
});

/** Erasure of one related person of an entry. */
export const relationRoutes = [planRelationErasure, eraseRelation] as const;
