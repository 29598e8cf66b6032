import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from '#typebox';

/** Answers by the schemas of their routes: what is not declared is left out. */
export function serializeAnswers(app: FastifyInstance): void {
  const compile: FastifySerializerCompiler<TSchema> = ({ schema }) => {
    let serialize: ((answer: unknown) => string) | undefined;
    return (answer: unknown) => {
      // At its first answer: those of all routes together would take as long as the rest of the start.
      serialize ??= fastJsonStringify(schema);
      return serialize(answer);
    };
  };
  app.setSerializerCompiler(compile);
}
