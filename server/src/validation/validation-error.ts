import { RequestError } from '../contract/request-error.ts';

/** A request's wrong field, as the sender named it, and what was expected there. */
export class ValidationError extends RequestError {
  override readonly name = 'ValidationError';
  readonly field: string;
  readonly expected: string;
  /** The field for the log, where « … » stands for names that no schema declares: the sender made them up. */
  readonly declaredField: string;

  constructor(field: string, expected: string, declaredField = field) {
    // The name comes from the sender and may be pages long.
    super('INVALID', `${shortened(field) || 'body'}: ${expected}`);
    this.field = field;
    this.expected = expected;
    this.declaredField = declaredField;
  }

  /** The same error, its path prefixed with the key of the object or array that holds the field. */
  under(key: string | number, isDeclared = true): ValidationError {
    const holder = typeof key === 'number' ? `[${key}]` : key;
    return new ValidationError(
      joined(holder, this.field),
      this.expected,
      isDeclared ? joined(holder, this.declaredField) : '…',
    );
  }
}

function joined(holder: string, field: string): string {
  return field === '' || field.startsWith('[') ? holder + field : `${holder}.${field}`;
}

function shortened(field: string): string {
  const shown = field.toWellFormed().replace(/\p{Cc}/gu, ' ');
  return shown.length > 120 ? `${shown.slice(0, 120)}…` : shown;
}
