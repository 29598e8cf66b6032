import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { WireNames } from '../contract/wire-names.ts';
import { strictValidator } from '../validation/strict-validator.ts';
import { type Validator, validator } from '../validation/validator.ts';

/** Normalizes every path, query and body before its schema checks it. */
export function validateRequests(app: FastifyInstance, wireNames: WireNames): void {
  validateWith(app, (schema, part) => validator(schema, wireNames, part === 'body'));
}

/** Normalizes only paths and queries; bodies come from our own pages and are checked strictly. */
export function validateStrictly(scope: FastifyInstance, wireNames: WireNames): void {
  validateWith(scope, (schema, part) =>
    part === 'body' ? strictValidator(schema) : validator(schema, wireNames, false),
  );
}

function validateWith(
  app: FastifyInstance,
  validatorOf: (schema: TSchema, part: string | undefined) => Validator,
): void {
  const compile: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
    const validate = validatorOf(schema, httpPart);
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
