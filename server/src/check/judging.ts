import type { Answer } from './request.ts';
import { Unmet } from './sentence.ts';

const longestShown = 240;

/** An answer as a reader is shown it: `200 "ok"`. */
export function shown({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const text = body.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return `${status} ${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}`.trimEnd();
}

/** Throws {@link Unmet} unless it holds. `seen`: what was seen, in words. */
export function must(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Unmet(seen);
}

/** The JSON string `ok`, quotes included. */
export function mustBeOk(answer: Answer): string {
  must(answer.status === 200 && answer.json === 'ok', shown(answer));
  return shown(answer);
}

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON object with status 200. */
export function mustBeObject(answer: Answer): Json {
  must(answer.status === 200 && isObject(answer.json), shown(answer));
  return answer.json;
}

/** A JSON array of objects with status 200. */
export function mustBeObjects(answer: Answer): readonly Json[] {
  must(answer.status === 200 && Array.isArray(answer.json), shown(answer));
  must(answer.json.every(isObject), shown(answer));
  return answer.json;
}

/** An object under a key. */
export function objectAt(holder: Json, key: string, answer: Answer): Json {
  const value = holder[key];
  must(isObject(value), `${key}: ${JSON.stringify(value)} in ${shown(answer)}`);
  return value;
}

/** Exactly these keys, in whatever order. */
export function mustHaveKeys(object: Json, keys: readonly string[], what: string): void {
  const missing = keys.filter((key) => !(key in object));
  const others = Object.keys(object).filter((key) => !keys.includes(key));
  must(missing.length === 0, `${what} without ${missing.join(', ')}`);
  must(others.length === 0, `${what} with ${others.join(', ')}`);
}

/** Contract 7: a failure of the main API, whatever its status. */
export function mustBeRefused(answer: Answer): string {
  const { status, json } = answer;
  must(status >= 400, shown(answer));
  const error = isObject(json) ? json.error : undefined;
  must(
    isObject(error) && typeof error.message === 'string' && typeof error.code === 'string',
    `no error with message and code: ${shown(answer)}`,
  );
  return shown(answer);
}

/** A failure of the main API with its status and code; its message names these things. */
export function mustFail(answer: Answer, status: number, code: string, ...named: string[]): string {
  mustBeRefused(answer);
  const { error } = answer.json as { error: { message: string; code: string } };
  must(answer.status === status && error.code === code, shown(answer));
  mustName(error.message, named, answer);
  return shown(answer);
}

/** Contract 7: a failure of the orientation exchange, whatever its status. */
export function mustBeRefusedPartner(answer: Answer): string {
  const { status, json } = answer;
  must(status >= 400, shown(answer));
  must(isObject(json) && typeof json.error === 'string', `no error that is a string: ${shown(answer)}`);
  return shown(answer);
}

/** A failure of the orientation exchange with its status; its message names these things. */
export function mustFailPartner(answer: Answer, status: number, ...named: string[]): string {
  mustBeRefusedPartner(answer);
  must(answer.status === status, shown(answer));
  mustName((answer.json as { error: string }).error, named, answer);
  return shown(answer);
}

function mustName(message: string, named: readonly string[], answer: Answer): void {
  for (const name of named) {
    must(message.includes(name), `a message that does not name ${name}: ${shown(answer)}`);
  }
}

/** Tries every value, one after the other. Answers a word on all, or throws for the first that is not as it should be. */
export async function each<Value>(
  values: readonly Value[],
  attempt: (value: Value) => Promise<string>,
): Promise<string> {
  let seen = 'nothing to try';
  for (const value of values) {
    try {
      seen = await attempt(value);
    } catch (error) {
      if (error instanceof Unmet) throw new Unmet(`${JSON.stringify(value)}: ${error.message}`);
      throw error;
    }
  }
  return values.length > 1 ? `${values.length} times, at last ${seen}` : seen;
}
