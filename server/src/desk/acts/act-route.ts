import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { DeskError } from '../../contract/errors.ts';
import { integer } from '../../contract/fields.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import type { ActInput, ActOutcome, StaffActor } from './act.ts';
import { HistoryLine } from './versions.ts';

/** The 200 body of every act on an entry. */
export const ActResponse = Type.Object(
  {
    id: Type.Integer({ description: 'Of the entry.' }),
    version: Type.Integer({ description: 'Grows with each change of the entry.' }),
  },
  { description: 'The entry and its current version.' },
);

/** The 200 body of the act that unites two entries or separates them. */
export const SeparatedResponse = Type.Object(
  {
    ...ActResponse.properties,
    stayed: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'After a separation, what was changed since and stays with the kept entry: names of fields, `relations[0]`, `actions[3]`.',
      }),
    ),
  },
  { description: 'The entry and its current version.' },
);

/** Optimistic locking, in the body of an act. */
export const ExpectedVersion = Type.Optional(
  integer({
    minimum: 0,
    description: 'The version that you have seen. With it, a change by others since then is a conflict.',
  }),
);

/** The 409 body of an edit conflict. */
const ConflictResponse = Type.Object(
  {
    error: DeskError.properties.error,
    version: Type.Integer({ description: 'The current version of the entry.' }),
    changes: Type.Array(HistoryLine, {
      description: 'What others have changed since, newest first; at most 50.',
    }),
  },
  {
    title: 'EditConflict',
    description: 'Somebody else has changed the entry first; your change was not applied.',
  },
);

/** What the schemas of acts on an entry have in common. */
export const actSchema = {
  tags: ['Entries'],
  params: IdPath,
  response: { 200: ActResponse, 409: Type.Union([ConflictResponse, DeskError]), ...deskErrors },
};

/** The signed-in user as data for an operation. */
export function staffActorOf(request: FastifyRequest): StaffActor {
  const { id: userId, name, grants } = signedIn(request);
  return { ...actorOf(request), userId, name, grants };
}

/** Returns the input that all acts have in common. */
export function actInput(
  request: FastifyRequest & { readonly params: { readonly id: number } },
  version?: number,
): ActInput {
  return {
    entryId: request.params.id,
    by: staffActorOf(request),
    ...(version !== undefined && { version }),
  };
}

/** Returns the body for an outcome; sets status 409 for a conflict. */
export function sendOutcome(reply: FastifyReply, { id, version, conflict, stayed }: ActOutcome) {
  if (conflict === undefined) return { id, version, ...(stayed !== undefined && { stayed: [...stayed] }) };
  const message = 'version: somebody else has changed this entry since';
  reply.code(409);
  return { error: { message, code: 'CONFLICT' as const }, version, changes: conflict };
}
