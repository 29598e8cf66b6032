import { RequestError } from '../contract/request-error.ts';

/** A request's wrong field, as the sender named it, and what was expected there. */
export class ValidationError extends RequestError {
  override readonly name = 'ValidationError';
  readonly field: string;
  readonly expected: string;

  constructor(field: string, expected: string) {
    // The name comes from the sender and may be pages long.
    super('INVALID', `${shortened(field) || 'body'}: ${expected}`);
    this.field = field;
    this.expected = expected;
  }

  /** The same error, its path prefixed with the key of the object or array that holds the field. */
  under(key: string | number): ValidationError {
    const holder = typeof key === 'number' ? `[${key}]` : key;
    const between = this.field === '' || this.field.startsWith('[') ? '' : '.';
    return new ValidationError(holder + between + this.field, this.expected);
  }
}

function shortened(field: string): string {
  const shown = field.toWellFormed().replace(/\p{Cc}/gu, ' ');
  return shown.length > 120 ? `${shown.slice(0, 120)}…` : shown;
}
