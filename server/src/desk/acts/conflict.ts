import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { MainError } from '../../contract/errors.ts';
import { integer } from '../../contract/fields.ts';
import type { Outcome } from './act.ts';
import { HistoryLine } from './versions.ts';

/** The version that the user has seen, in the body of an act. */
export const SeenVersion = Type.Optional(
  integer({
    minimum: 0,
    description: 'The version that you have seen: with it, a change of others is a conflict.',
  }),
);

/** What whoever comes second is answered. */
export const Conflict = Type.Object(
  {
    error: MainError.properties.error,
    version: Type.Integer({ description: 'Of the entry now.' }),
    changes: Type.Array(HistoryLine, {
      description: 'What others have changed since, newest first; at most 50.',
    }),
  },
  {
    title: 'EditConflict',
    description: 'Somebody else has changed the entry first; nothing of yours was changed.',
  },
);

/** What became of an act, as the answer: 409 when somebody else was first. */
export function answerOutcome(reply: FastifyReply, { id, version, conflict }: Outcome) {
  if (conflict === undefined) return { id, version };
  const message = 'version: somebody else has changed this entry since';
  reply.code(409);
  return { error: { message, code: 'CONFLICT' as const }, version, changes: [...conflict] };
}
