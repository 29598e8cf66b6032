import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { type Actor, type AuditedContext, auditedOperation } from '../access/audit.ts';
import type { Grant, Right } from '../access/roles.ts';
import type { Clock } from '../clock.ts';
import type { Database, Operation, Transaction } from '../store/database.ts';
import { done, IdPath } from './desk-answers.ts';

/** The signed-in user, as data for an operation. */
export interface DeskActor extends Actor {
  readonly userId: number;
  readonly address: string;
  /** Visible to other users and to callers. */
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** A route of the desk as data. {@link serveDesk} registers it; the pages take the types of their requests from it. */
export interface DeskRoute<Path extends string, Input, Answer, Deps> {
  /** That of the constant, and of its operation. */
  readonly name: string;
  /** Method and path: `GET /desk/holds/:id`. */
  readonly path: Path;
  readonly config: FastifyContextConfig;
  readonly schema: RouteSchema;
  readonly bodyLimitBytes: number | undefined;
  readonly handle: (deps: Deps, input: Input & { readonly by: DeskActor }, http: Http) => Promise<Answer>;
  /** The write that it consists of, for the thread that runs writes. */
  readonly operation?: Operation<never, unknown>;
}

interface RouteSchema {
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  readonly response?: { readonly 200: TSchema };
}

interface Http {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const Nothing = Type.Object({});
type Nothing = typeof Nothing;
/** The path parameters of a route that declares none. */
type ParamsIn<Path extends string> = Path extends `${string}:id${string}` ? typeof IdPath : Nothing;
/** Parameters of path and query and the fields of the body, as one object. */
type InputOf<P extends TSchema, Q extends TSchema, B extends TSchema> = Static<P> & Static<Q> & Static<B>;
/** What goes over the wire: that it is done, where `run` returns nothing. */
type AnswerOf<Outcome> = Promise<Outcome> extends Promise<void> ? typeof done : Outcome;

interface Definition<P extends TSchema, Q extends TSchema, B extends TSchema> {
  /** Who may use it: any signed-in user, or users with this right at some residence. */
  readonly right: 'signed-in' | Right;
  /** {@link IdPath} by default for a path with `:id`. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** For a body that may be larger than others: it waits until there is memory for it. */
  readonly bodyLimitBytes?: number;
  /** Where a secret is near: nothing else leaves, whatever `run` returns. */
  readonly answer?: TSchema;
  readonly config?: Pick<FastifyContextConfig, 'askedByPages' | 'largeText'>;
}

/**
 * Defines a route that reads, or that is more than one write. `run` gets the dependencies that the routes are served with,
 * and what it returns is the answer, as JSON.
 */
export function deskRoute<
  const Path extends string,
  Deps,
  Outcome,
  P extends TSchema = ParamsIn<Path>,
  Q extends TSchema = Nothing,
  B extends TSchema = Nothing,
>(
  name: string,
  path: Path,
  definition: Definition<P, Q, B> & {
    readonly operation?: Operation<never, unknown>;
    readonly run: (
      deps: Deps,
      input: InputOf<P, Q, B> & { readonly by: DeskActor },
      http: Http,
    ) => Promise<Outcome>;
  },
): DeskRoute<Path, InputOf<P, Q, B>, AnswerOf<Outcome>, Deps> {
  const { right, config, params, query, body, answer, bodyLimitBytes, operation, run } = definition;
  return {
    name,
    path,
    bodyLimitBytes,
    ...(operation !== undefined && { operation }),
    config: { desk: right, ...config, ...(body !== undefined && { readsBody: true }) },
    schema: {
      ...(path.includes('/:') && { params: params ?? IdPath }),
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body }),
      ...(answer !== undefined && { response: { 200: answer } }),
    },
    // `AnswerOf`: what `run` returns, unless there is nothing to say.
    handle: async (deps, input, http) => ((await run(deps, input, http)) ?? done) as AnswerOf<Outcome>,
  };
}

/**
 * Defines a route that is one write with its line in the audit trail. `run` is its operation. `prepare` has the dependencies,
 * which the transaction has not: before the write it refuses, or returns what is added to the input.
 */
export function deskWrite<
  const Path extends string,
  Outcome,
  P extends TSchema = ParamsIn<Path>,
  Q extends TSchema = Nothing,
  B extends TSchema = Nothing,
  Deps extends WriteDeps = WriteDeps,
  Prepared extends object = object,
  const ByCommand extends boolean = false,
>(
  name: string,
  path: Path,
  {
    run,
    prepare,
    ...definition
  }: Definition<P, Q, B> & {
    /** Whether a command runs it too: then its actor may be no user. */
    readonly byCommand?: ByCommand;
    readonly prepare?: (
      deps: Deps,
      input: InputOf<P, Q, B> & { readonly by: DeskActor },
      http: Http,
    ) => Prepared | Promise<Prepared>;
    readonly run: (
      tx: Transaction,
      input: InputOf<P, Q, B> &
        Prepared & { readonly by: DeskActor | (ByCommand extends true ? Actor : never) },
      context: AuditedContext,
    ) => Promise<Outcome>;
  },
) {
  const operation = auditedOperation(name, run);
  const route = deskRoute<Path, Deps, Outcome, P, Q, B>(name, path, {
    ...definition,
    async run(deps, input, http) {
      // Without `prepare` it is any object, and nothing is added.
      const prepared = (await prepare?.(deps, input, http)) as Prepared;
      return deps.database.write(operation, { ...input, ...prepared }, deps.clock());
    },
  });
  return { ...route, operation };
}

export interface WriteDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** The operations of routes, for the thread that runs writes. */
export function operationsOf(
  routes: readonly { readonly operation?: Operation<never, unknown> }[],
): Operation<never, unknown>[] {
  return routes.flatMap(({ operation }) => operation ?? []);
}
