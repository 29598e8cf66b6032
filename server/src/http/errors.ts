import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, type ExchangeError, errorStatuses } from '../contract/errors.ts';
import { RequestError } from '../contract/request-error.ts';
import { DatabaseUnavailable } from '../store/database.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { allowRefusal } from './cors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused, for the log. */
    refusal: { readonly code: ErrorCode; readonly field: string | undefined } | null;
  }
}

/** `Retry-After` of 503 responses, in seconds. */
export const retryAfterSeconds = 5;

/** Sends an error in the format of the API it occurred on (contract 7), and logs it when it is not the caller's fault. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error);
  request.refusal = { code: failure.code, field: fieldOf(failure) };
  let { message } = failure;
  if (failure.code === 'INTERNAL') {
    request.log.error({ reqId: request.id, err: error }, 'request failed');
    message = `Something went wrong on our side; please quote the reference ${request.id}`;
  } else if (failure.code === 'UNAVAILABLE') {
    request.log.error(
      { reqId: request.id, cause: error instanceof Error ? error.message : String(error) },
      'request refused: unavailable',
    );
  }
  // By the route where there is one: the URL may be written in several ways.
  const onExchange = (request.routeOptions.url ?? request.url).startsWith('/appli/');
  const body: { error: { message: string; code: ErrorCode } } | ExchangeError = onExchange
    ? { error: message }
    : { error: { message, code: failure.code }, ...failure.more };
  allowRefusal(request, reply);
  if (failure.code === 'UNAUTHORIZED' && onExchange) reply.header('www-authenticate', 'Bearer');
  reply
    .code(errorStatuses[failure.code])
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function failureOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof DatabaseUnavailable) {
    return unavailable('Nothing can be stored or read at the moment: please try again');
  }
  return (isFastifyError(error) && ofFastify(error)) || new RequestError('INTERNAL', 'internal');
}

/** Returns the field that the message begins with, in a word of ours: `password: expected …`. */
function fieldOf(failure: RequestError): string | undefined {
  if (failure instanceof ValidationError) return failure.declaredField || 'body';
  return /^([\w-]+): /.exec(failure.message)?.[1];
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function ofFastify({ code }: FastifyError): RequestError | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new RequestError('TOOLARGE', 'body: larger than this route takes');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new RequestError('INVALID', 'body: expected a JSON object');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return new RequestError('INVALID', 'body: its length is not the one announced');
    case 'FST_ERR_BAD_URL':
      return new RequestError('INVALID', 'path: expected percent-encoded UTF-8');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new RequestError('INVALID', 'path: longer than any that is here');
    default:
      return undefined;
  }
}

/** 503 with `Retry-After`. */
export function unavailable(message: string, headers: Readonly<Record<string, string>> = {}): RequestError {
  return new RequestError('UNAVAILABLE', message, { 'retry-after': String(retryAfterSeconds), ...headers });
}

/** 404 for a path that is not there, and for one that the user must not know of. */
export function nothingThere(): RequestError {
  return new RequestError('NOTFOUND', 'path: there is nothing here');
}

/** 415: the body is not JSON, or not in UTF-8. */
export function unsupportedMediaType(): RequestError {
  return new RequestError('UNSUPPORTED', 'Content-Type: expected application/json in UTF-8, not compressed');
}
