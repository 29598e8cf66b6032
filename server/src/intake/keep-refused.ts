import type { onErrorAsyncHookHandler } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { keepRefusedCreation } from '../entries/create/refused-creations.ts';
import { expectationText } from '../french/expectations.ts';
import { ValidationError } from '../validation/validation-error.ts';
import type { IntakeDeps } from './submit.ts';

/** A file is base64, wrapped or not; no person writes so much without a space. */
const unbroken = /[A-Za-z0-9+/_=\\-]+/g;
const longestWord = 500;

/** Keeps a creation for staff before it is answered 400. If that fails it is answered all the same. */
export function keepRefused(deps: IntakeDeps): onErrorAsyncHookHandler {
  return async (request, _reply, error) => {
    const { caller, directory, query, params, body, unparsedBody, log, id } = request;
    const { entryKind: kind } = request.routeOptions.config;
    if (!(error instanceof RequestError) || error.code !== 'INVALID') return;
    if (caller === null || kind === undefined) return;
    if (Number(member(query, deps.testName)) === 1) return;
    const named = Number(member(params, 'id') ?? member(body, 'etablissementId'));
    const { field, expected } =
      error instanceof ValidationError ? error : { field: '', expected: error.message };
    try {
      // Throws for a body of thousands of levels.
      const text = body === undefined ? unparsedBody : JSON.stringify(body);
      if (!text) return;
      const refused = {
        caller_id: caller.id,
        establishment_id: directory?.establishments.has(named) === true ? named : null,
        kind,
        reason: storable(
          `${field === '' ? '' : `« ${field.slice(0, 120)} » : `}${expectationText(expected)}`,
        ),
        browser: caller.scope === 'browser' ? 1 : 0,
        body: storable(text).replace(unbroken, (run) => (run.length > longestWord ? '…' : run)),
      } as const;
      await deps.database.write(keepRefusedCreation, refused, deps.clock());
    } catch (failure) {
      log.error({ reqId: id, err: failure }, 'a refused creation could not be kept');
    }
  };
}

/** PostgreSQL stores no NUL. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', ' ');
}

function member(holder: unknown, name: string): unknown {
  const members: Readonly<Record<string, unknown>> = Object(holder);
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
