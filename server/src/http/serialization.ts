import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';

/** Serialises responses by the schemas of their routes, which drops undeclared fields. */
export function serializeAnswers(app: FastifyInstance): void {
  // Compiled once per schema: every route declares the error schemas, which would double the compile time.
  const serializers = new WeakMap<TSchema, (answer: unknown) => string>();
  app.setSerializerCompiler<TSchema>(({ schema }) => {
    const serialize = serializers.get(schema) ?? fastJsonStringify(schema);
    serializers.set(schema, serialize);
    return serialize;
  });
}
