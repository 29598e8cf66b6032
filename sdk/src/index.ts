export { AccueilClient, type AccueilOptions } from './accueil-client.ts';
export type { CallOptions, CreationOptions, TestableOptions } from './calls.ts';
export type { ConnectionOptions } from './connection.ts';
export * from './enumerations.ts';
export {
  AccueilError,
  ConflictError,
  ConnectionLost,
  type FailureCode,
  type FailureFacts,
  ForbiddenError,
  InternalError,
  InvalidError,
  NotFoundError,
  RateLimitError,
  TimedOut,
  TooLargeError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedAnswer,
} from './errors.ts';
export type { Fetch, FetchAnswer, FetchInit } from './fetch.ts';
export type * from './messages.ts';
export { OrientationClient, type OrientationOptions } from './orientation-client.ts';
export type { Wait } from './pauses.ts';
export { type WireName, type WireNames, wireDefaults } from './wire-names.ts';
