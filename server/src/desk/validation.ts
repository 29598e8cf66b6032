import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { WireNames } from '../contract/wire-names.ts';
import { strictValidator } from '../reading/strict-validator.ts';
import { validator } from '../reading/validator.ts';

/** Paths and queries are text and are read as everywhere; bodies come from our own pages and must be right. */
export function validateDeskRequests(scope: FastifyInstance, wireNames: WireNames): void {
  const compile: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
    const validate = httpPart === 'body' ? strictValidator(schema) : validator(schema, wireNames);
    return (value: unknown) => {
      try {
        return { value: validate(value) };
      } catch (error) {
        return { error: error as Error };
      }
    };
  };
  scope.setValidatorCompiler(compile);
}
