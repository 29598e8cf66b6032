import { CheckFailed } from './check.ts';
import type { HttpResponse } from './http.ts';

const excerptLength = 240;

/** Status and beginning of the body, for reports: `200 "ok"`. */
export function excerpt({ status, body }: Pick<HttpResponse, 'status' | 'body'>): string {
  const text = body.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return `${status} ${text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text}`.trimEnd();
}

/** Throws {@link CheckFailed} with what was observed unless the condition holds. */
export function expect(holds: boolean, observed: string): asserts holds {
  if (!holds) throw new CheckFailed(observed);
}

/** Like {@link expect}, and returns what was observed. */
export function verify(holds: boolean, observed: string): string {
  expect(holds, observed);
  return observed;
}

/** Expects the JSON string `ok`, quotes included. */
export function expectOk(response: HttpResponse): string {
  return verify(response.status === 200 && response.json === 'ok', excerpt(response));
}

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Expects a JSON object with status 200. */
export function expectObject(response: HttpResponse): Json {
  expect(response.status === 200 && isObject(response.json), excerpt(response));
  return response.json;
}

/** The same; returns an excerpt. */
export function expectAnyObject(response: HttpResponse): string {
  expectObject(response);
  return excerpt(response);
}

/** Expects a JSON array of objects with status 200. */
export function expectObjects(response: HttpResponse): readonly Json[] {
  expect(response.status === 200 && Array.isArray(response.json), excerpt(response));
  expect(response.json.every(isObject), excerpt(response));
  return response.json;
}

/** Expects an object under `key`. */
export function expectObjectAt(holder: Json, key: string, response: HttpResponse): Json {
  const value = holder[key];
  expect(isObject(value), `${key}: ${JSON.stringify(value)} in ${excerpt(response)}`);
  return value;
}

/** Expects exactly these keys, in any order. */
export function expectKeys(object: Json, keys: readonly string[], what: string): void {
  const missing = keys.filter((key) => !(key in object));
  const others = Object.keys(object).filter((key) => !keys.includes(key));
  expect(missing.length === 0, `${what} without ${missing.join(', ')}`);
  expect(others.length === 0, `${what} with ${others.join(', ')}`);
}

/** Expects values for which `isRight` holds under these keys. */
export function expectValues(
  object: Json,
  keys: readonly string[],
  isRight: (value: unknown) => boolean,
  what = '',
): void {
  for (const key of keys) expect(isRight(object[key]), `${what}${key}: ${JSON.stringify(object[key])}`);
}

export const isText = (value: unknown): boolean => typeof value === 'string';

/** Contract 7: expects a failure of the main API, whatever its status and code. */
export function expectRefusal(response: HttpResponse): string {
  errorOf(response);
  return excerpt(response);
}

/** Expects a failure of the main API with this status and code, whose message contains each of `named`. */
export function expectFailure(
  response: HttpResponse,
  status: number,
  code: string,
  ...named: string[]
): string {
  const error = errorOf(response);
  expect(response.status === status && error.code === code, excerpt(response));
  return expectNamed(error.message, named, response);
}

/** Expects 400 INVALID with a message that contains each of `named`. */
export function expectInvalid(response: HttpResponse, ...named: string[]): string {
  return expectFailure(response, 400, 'INVALID', ...named);
}

function errorOf(response: HttpResponse): { readonly message: string; readonly code: string } {
  const { status, json } = response;
  expect(status >= 400, excerpt(response));
  const { message, code } = isObject(json) && isObject(json.error) ? json.error : {};
  expect(
    typeof message === 'string' && typeof code === 'string',
    `no error with message and code: ${excerpt(response)}`,
  );
  return { message, code };
}

/** Contract 7: expects a failure of the orientation exchange, whatever its status. */
export function expectPartnerRefusal(response: HttpResponse): string {
  partnerErrorOf(response);
  return excerpt(response);
}

/** Expects a failure of the orientation exchange with this status, whose message contains each of `named`. */
export function expectPartnerFailure(response: HttpResponse, status: number, ...named: string[]): string {
  const error = partnerErrorOf(response);
  expect(response.status === status, excerpt(response));
  return expectNamed(error, named, response);
}

function partnerErrorOf(response: HttpResponse): string {
  const { status, json } = response;
  expect(status >= 400, excerpt(response));
  const error = isObject(json) ? json.error : undefined;
  expect(typeof error === 'string', `no error that is a string: ${excerpt(response)}`);
  return error;
}

function expectNamed(message: string, named: readonly string[], response: HttpResponse): string {
  for (const name of named) {
    expect(message.includes(name), `a message that does not name ${name}: ${excerpt(response)}`);
  }
  return excerpt(response);
}

/** Runs `attempt` for each value in turn; summarises what was observed, or throws for the first value that fails. */
export async function each<Value>(
  values: readonly Value[],
  attempt: (value: Value) => Promise<string>,
): Promise<string> {
  let observed = 'nothing to try';
  for (const value of values) {
    try {
      observed = await attempt(value);
    } catch (error) {
      if (error instanceof CheckFailed) throw new CheckFailed(`${JSON.stringify(value)}: ${error.message}`);
      throw error;
    }
  }
  return values.length > 1 ? `${values.length} times, at last ${observed}` : observed;
}
