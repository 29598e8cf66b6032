import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';

/** Serialises responses by the schemas of their routes, which drops undeclared fields. */
export function serializeAnswers(app: FastifyInstance): void {
  // Compiled once per schema, at the first answer that needs it: every route declares the error schemas.
  const serializers = new WeakMap<TSchema, (answer: unknown) => string>();
  app.setSerializerCompiler<TSchema>(({ schema }) => (answer) => {
    let serialize = serializers.get(schema);
    if (serialize === undefined) {
      serialize = fastJsonStringify(schema);
      serializers.set(schema, serialize);
    }
    return serialize(answer);
  });
}
