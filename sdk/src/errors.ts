import { type ErrorCode, errorCodes } from './enumerations.ts';

/** An error code of the service, or one of the client when there is no response of the service. */
export type FailureCode = ErrorCode | 'CONNECTION' | 'TIMEOUT' | 'UNEXPECTED';

/** Details of a failure. */
export interface FailureFacts {
  readonly code: FailureCode;
  /** One English sentence; the service's names the field and what was expected. Never holds a password or token. */
  readonly message: string;
  /** HTTP status; undefined without a response. */
  readonly status?: number | undefined;
  /** `X-Request-Id` of the response: quote it when you ask about the failure. */
  readonly requestId?: string | undefined;
  /** `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A call that failed. {@link code} says why, and so does the class. */
export class AccueilError extends Error {
  override readonly name: string = 'AccueilError';
  readonly code: FailureCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, status, requestId, retryAfterSeconds }: FailureFacts) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: a value breaks the contract. {@link field} is its name, such as `email`. */
export class InvalidError extends AccueilError {
  override readonly name = 'InvalidError';
  readonly field: string | undefined;

  constructor(facts: FailureFacts) {
    super(facts);
    this.field = /^([^:]+): /.exec(facts.message)?.[1];
  }
}

/** 401: the password or token is missing or unknown. */
export class UnauthorizedError extends AccueilError {
  override readonly name = 'UnauthorizedError';
}

/** 403: the password or token is valid, but does not allow this. */
export class ForbiddenError extends AccueilError {
  override readonly name = 'ForbiddenError';
}

/** 404: no such establishment, group, partner or orientation number. */
export class NotFoundError extends AccueilError {
  override readonly name = 'NotFoundError';
}

/** 409: an idempotency key that was used before with other content. */
export class ConflictError extends AccueilError {
  override readonly name = 'ConflictError';
}

/** 413: the body, or the CV in it, is over the limit. */
export class TooLargeError extends AccueilError {
  override readonly name = 'TooLargeError';
}

/** 429: too many entries or wrong passwords from this address. */
export class RateLimitError extends AccueilError {
  override readonly name = 'RateLimitError';
}

/** 500: a fault of the service. Whether anything was stored is not known; the same call again is safe. */
export class InternalError extends AccueilError {
  override readonly name = 'InternalError';
}

/** 502, 503, 504: the service, or what stands in front of it, can't answer at the moment. */
export class UnavailableError extends AccueilError {
  override readonly name = 'UnavailableError';
}

/** The connection failed, or broke before the response was complete. */
export class ConnectionLost extends AccueilError {
  override readonly name = 'ConnectionLost';
}

/** The response did not arrive in time. */
export class TimedOut extends AccueilError {
  override readonly name = 'TimedOut';
}

/** The response is not one of accueil: is the URL right? */
export class UnexpectedAnswer extends AccueilError {
  override readonly name = 'UnexpectedAnswer';

  constructor(message: string, facts: Omit<FailureFacts, 'code' | 'message'> = {}) {
    super({ ...facts, code: 'UNEXPECTED', message });
  }
}

/** Creates the error, of the class that fits its code. */
export function errorOf(facts: FailureFacts): AccueilError {
  return new (classes[facts.code] ?? AccueilError)(facts);
}

/** Whether a value is an error code of the service. */
export function isErrorCode(text: unknown): text is ErrorCode {
  return errorCodes.some((code) => code === text);
}

const classes: Readonly<Partial<Record<FailureCode, typeof AccueilError>>> = {
  INVALID: InvalidError,
  UNAUTHORIZED: UnauthorizedError,
  FORBIDDEN: ForbiddenError,
  NORESULT: NotFoundError,
  NOTFOUND: NotFoundError,
  CONFLICT: ConflictError,
  TOOLARGE: TooLargeError,
  RATELIMIT: RateLimitError,
  INTERNAL: InternalError,
  UNAVAILABLE: UnavailableError,
  CONNECTION: ConnectionLost,
  TIMEOUT: TimedOut,
};
