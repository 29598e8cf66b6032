import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { WireNames } from '../contract/wire-names.ts';
import { validator } from '../reading/validator.ts';

/** Reads every path, query and body with our own cleaning before its schema checks it. */
export function validateRequests(app: FastifyInstance, wireNames: WireNames): void {
  const compile: FastifySchemaCompiler<TSchema> = ({ schema }) => {
    const validate = validator(schema, wireNames);
    return (value: unknown) => {
      try {
        return { value: validate(value) };
      } catch (error) {
        return { error: error as Error };
      }
    };
  };
  app.setValidatorCompiler(compile);
}
