import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';

type Serialize = (answer: unknown) => string;

/** One for all the routes that answer alike: compiling a schema takes milliseconds, and failures are everywhere the same. */
const serializers = new WeakMap<TSchema, Serialize>();

/** Answers by the schemas of their routes: what is not declared is left out. */
export function serializeAnswers(app: FastifyInstance): void {
  const compile: FastifySerializerCompiler<TSchema> = ({ schema }) => {
    let serialize: Serialize | undefined;
    return (answer: unknown) => {
      // At its first answer: those of all routes together would take as long as the rest of the start.
      serialize ??= serializerOf(schema);
      return serialize(answer);
    };
  };
  app.setSerializerCompiler(compile);
}

function serializerOf(schema: TSchema): Serialize {
  const serialize = serializers.get(schema) ?? fastJsonStringify(schema);
  serializers.set(schema, serialize);
  return serialize;
}
