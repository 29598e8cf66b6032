import type { FastifyReply } from 'fastify';
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Right } from '../../access/roles.ts';
import { DeskError } from '../../contract/errors.ts';
import { integer } from '../../contract/fields.ts';
import { exactly, IdPath } from '../../http/desk-answers.ts';
import { type DeskRoute, deskRoute, type WriteDeps } from '../../http/desk-route.ts';
import type { Secrets } from '../../secrets.ts';
import type { Operation, Transaction } from '../../store/database.ts';
import { HistoryLine, type HistoryRow } from '../entries/versions.ts';
import type { ChannelSettings } from '../messages/letter.ts';
import {
  type ActInput,
  type ActOptions,
  type ActOutcome,
  type ActSubject,
  type Done,
  entryAct,
} from './act.ts';
import { writeOnce } from './once.ts';

/** The 200 body of every act on an entry. */
export const ActResponse = Type.Object(
  {
    id: Type.Integer(),
    version: Type.Integer(),
    messages: Type.Optional(Type.Array(Type.Object({ id: Type.Integer(), sendsAt: Type.String() }))),
  },
  { title: 'ChangedEntry' },
);

/** The 200 body of the act that unites two entries or separates them. */
export const SeparatedResponse = Type.Object({
  ...ActResponse.properties,
  stayed: Type.Optional(Type.Array(Type.String())),
});

/** Optimistic locking, in the body of an act. */
export const ExpectedVersion = Type.Optional(
  integer({
    minimum: 0,
  }),
);

/** The 409 body of an edit conflict. */
const EditConflict = Type.Object(
  {
    error: DeskError.properties.error,
    version: Type.Integer(),
    changes: Type.Array(HistoryLine),
  },
  {
    title: 'EditConflict',
  },
);

/** The 409 of an act with a version. */
export const ConflictResponse = Type.Union([EditConflict, DeskError]);

interface Act<F extends TProperties, Input> extends ActOptions<Input> {
  /** `entries.change` by default. */
  readonly right?: Right;
  /** What its body has besides {@link ExpectedVersion}; absent for an act without a body. */
  readonly fields?: F;
  /** {@link ActResponse} by default. */
  readonly answer?: TSchema;
  /** Throws for a body that the schema can't tell to be wrong. */
  readonly check?: (input: Input, deps: ActDeps) => void;
  /** The text that it sends to the person of the entry, if any: then it is done once for an `Idempotency-Key`. */
  readonly sends?: (input: Input) => string | null | undefined;
  readonly run: (tx: Transaction, subject: ActSubject, input: Input) => Promise<Done | undefined>;
}

export interface ActDeps extends WriteDeps, ChannelSettings {
  readonly secrets: Pick<Secrets, 'contentKey'>;
}
type InputOf<F extends TProperties> = ActInput & Static<TObject<F>>;

/** Defines an act on an entry: its route and its operation, an {@link entryAct}. */
export function actRoute<const Path extends string, F extends TProperties = Record<never, never>>(
  name: string,
  path: Path,
  { right = 'entries.change', fields, answer, check, sends, run, ...options }: Act<F, InputOf<F>>,
) {
  const operation = entryAct(name, run, options);
  const hasBody = fields !== undefined;
  const route = deskRoute(name, path, {
    ...{ right, params: IdPath, answer: answer ?? ActResponse },
    ...(hasBody && {
      body: exactly({ version: ExpectedVersion, ...fields }),
      responses: { 409: ConflictResponse },
    }),
    async run(deps: ActDeps, { id: entryId, ...rest }, { request, reply }) {
      const { database, clock } = deps;
      // The body has what `fields` declares.
      const input = { ...rest, entryId } as unknown as InputOf<F>;
      check?.(input, deps);
      const write = (key: string | null) => database.write(operation, { ...input, key }, clock());
      const text = sends?.(input);
      const outcome =
        text === undefined
          ? await write(null)
          : await writeOnce(deps, { request, by: input.by }, { entryId, person: 'entry', text }, write);
      return sendOutcome(reply, outcome);
    },
  });
  return { ...route, operation } as DeskRoute<
    Path,
    { id: number; version?: number } & Static<TObject<F>>,
    Static<typeof SeparatedResponse>,
    ActDeps
  > & { readonly operation: Operation<InputOf<F>, ActOutcome> };
}

/** Returns the body for an outcome; sets status 409 for a conflict. */
function sendOutcome(reply: FastifyReply, { id, version, conflict, stayed, messages }: ActOutcome) {
  if (conflict !== undefined) return sendConflict(reply, version, conflict);
  return {
    ...{ id, version },
    ...(stayed !== undefined && { stayed: [...stayed] }),
    ...(messages !== undefined && { messages: [...messages] }),
  };
}

/** Returns the body for changes that others have made first, and sets its status. */
export function sendConflict(reply: FastifyReply, version: number, changes: HistoryRow[]) {
  const message = 'version: somebody else has changed this entry since';
  reply.code(409);
  return { error: { message, code: 'CONFLICT' as const }, version, changes };
}
