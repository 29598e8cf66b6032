import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';

/** Serialises responses by the schemas of their routes: undeclared fields are left out. */
export function serializeAnswers(app: FastifyInstance): void {
  // Once for each schema: every route declares those of failures, which would double the time that compiling takes.
  const serializers = new WeakMap<TSchema, (answer: unknown) => string>();
  app.setSerializerCompiler<TSchema>(({ schema }) => {
    const serialize = serializers.get(schema) ?? fastJsonStringify(schema);
    serializers.set(schema, serialize);
    return serialize;
  });
}
