// Faults of an installation, each with sentences that must report it.
import { randomUUID } from 'node:crypto';
import { password } from '../../server/test/fixtures/service.ts';
import type { Fault } from './faulty-proxy.ts';

/** Alters the JSON of responses to matching paths, failures included. */
function json(path: RegExp, alter: (value: never) => unknown): Fault {
  return {
    answer: ({ body }, { target }) =>
      path.test(target) && body.startsWith('{')
        ? { body: JSON.stringify(alter(JSON.parse(body) as never)) }
        : {},
  };
}

type Found = { type?: string; data?: Record<string, unknown>; error?: unknown };
type Failed = { error?: { message: string; code: string } };
type Result = Record<string, string>;

/**
 * Installations, each with faults that don't touch each other's sentences: name → the fault, and sentences that must report
 * it.
 */
export const installations: readonly Readonly<Record<string, readonly [Fault, ...string[]]>>[] = [
  {
    'ok without quotes': [
      { answer: ({ body }) => (body === '"ok"' ? { body: 'ok' } : {}) },
      'contract 4.1: Route 1 answers the JSON string "ok" with status 200.',
      'contract 4.1: Route 2 answers the JSON string "ok" with status 200.',
    ],
    'null in an Establishment': [
      json(/\/show\//, (shown: object) => ({ ...shown, googlemapLink: null })),
      'contract 2.2: An Establishment has every field: id and groupement_id are integers, every other one is a string.',
    ],
    '200 without a match': [
      {
        answer: ({ status }, { target }) =>
          status === 404 && target.includes('/customId/') ? { status: 200 } : {},
      },
      'contract 7: When no entry carries the customId, the answer is 404 with the code NORESULT.',
    ],
  },
  {
    'id as a string': [
      json(/\/customId\//, (found: Found) =>
        found.data ? { ...found, data: { ...found.data, id: String(found.data.id) } } : found,
      ),
      'contract 2.7: id is an integer, and customId the string that was sent.',
    ],
    'customId decoded once too often': [
      json(/\/customId\//, (found: Found) =>
        found.data
          ? { ...found, data: { ...found.data, customId: String(found.data.customId).replace('%2F', '/') } }
          : found,
      ),
      'contract 4.1: A customId comes back as it was chosen, whatever its characters.',
    ],
    'error as a string on the main API': [
      json(/^\/fr\//, ({ error, ...rest }: Failed) => (error ? { error: error.message } : rest)),
      'contract 7: A failure of the main API is an object with error, an object with message and code, both strings.',
    ],
    'error as an object on the exchange': [
      json(/^\/appli\//, ({ error, ...rest }: { error?: string }) =>
        error ? { error: { message: error, code: 'INVALID' } } : rest,
      ),
      'contract 7: A failure of the orientation exchange is an object with error, a string.',
    ],
    'a job count of everything, whatever was chosen': [
      { request: ({ target }) => ({ target: target.replace(/&etablissement=\w+/, '') }) },
      'contract 4.1: Route 8 has the chosen establishment alone.',
    ],
  },
  {
    'a page in place of a 401': [
      {
        answer: ({ status, headers }) =>
          status === 401
            ? { headers: { ...headers, 'content-type': 'text/html' }, body: '<h1>401</h1>' }
            : {},
      },
      'contract 5: Route 4 without a password is refused.',
      'contract 5: Routes 10 to 12 without a token are refused.',
      'contract 4: Answers are JSON and say so, failures included.',
    ],
    'type without data': [
      json(/\/customId\//, (found: Found) => (found.error === undefined ? found : { type: 'commercial' })),
      'contract 7: There is never a type without data, found or not.',
    ],
  },
  {
    'an empty listing of a group that there is not': [
      {
        answer: ({ status }, { target }) =>
          status === 404 && target.includes('/etablissements/')
            ? { status: 200, body: '{"etablissements":[],"personnel":{"nb":0},"medecins":{"nb":0}}' }
            : {},
      },
      'contract 2.1: A group that there is not is refused.',
      'interface « Errors »: A group that there is not is 404 NOTFOUND.',
    ],
    'an update that makes another request': [
      json(/\/orientation/, (result: Result) =>
        'MessageProblemes' in result ? { ...result, NumeroDemandeOrientationRES: randomUUID() } : result,
      ),
      'interface « Orientation exchange »: The same number again is an update: the residence’s number stays.',
    ],
    'repetitions stored twice': [
      {
        request: ({ target, body }) =>
          target.includes('/create') && body.startsWith('{"')
            ? { body: body.replace('{', `{"attempt":"${randomUUID()}",`) }
            : {},
      },
      'interface « Retries »: The same content with the same customId is answered "ok" and stored once, whatever the order of its fields.',
    ],
    'answers that may be kept': [
      {
        answer: ({ headers }) => ({ headers: { ...headers, 'cache-control': 'private, max-age=60' } }),
      },
      'interface « Who may call »: Every answer carries Cache-Control: no-store and Referrer-Policy: no-referrer.',
    ],
    '405 without Allow': [
      { answer: ({ headers: { allow: _, ...headers } }) => ({ headers }) },
      'interface « Errors »: A method that the path does not take is 405 METHOD with Allow.',
    ],
    'refusals that repeat the address': [
      {
        answer: ({ status, body }, { target }) =>
          status >= 400 && target.startsWith('/fr/')
            ? { body: body.replace('"message":"', `"message":"${encodeURI(target)}: `) }
            : {},
      },
      'interface « Who may call »: A refusal does not repeat the password.',
    ],
  },
  {
    'a conflict that is none': [
      { answer: ({ status }) => (status === 409 ? { status: 200, body: '"ok"' } : {}) },
      'interface « Retries »: Other content with an Idempotency-Key used before is 409 CONFLICT.',
    ],
    '401 without WWW-Authenticate': [
      { answer: ({ headers: { 'www-authenticate': _, ...headers } }) => ({ headers }) },
      'interface « Who may call »: Without a token, or with another scheme, the exchange is 401 with WWW-Authenticate: Bearer.',
      'interface « Who may call »: A wrong token is 401 with WWW-Authenticate: Bearer.',
    ],
    'statistics that any password opens': [
      {
        request: ({ target }) => ({
          target: target.replace(/password=accueil-check[^&]*/, `password=${password}`),
        }),
      },
      'interface « Who may call »: A wrong password is refused everywhere.',
    ],
    'days refused for their year': [
      { answer: (_, { body }) => (body.includes('0001-01-01') ? { status: 400 } : {}) },
      'interface « Sending »: A day that nobody can mean is taken, whatever it is of.',
      'interface « Sending »: AnneeNaissance takes a bare year, BudgetMensuel and UniteProtege their values as text; a day that nobody can mean is taken.',
    ],
    'an application refused for its file': [
      { answer: (_, { body }) => (body.includes('no base64') ? { status: 400 } : {}) },
      'interface « Job applications »: An application is taken whatever file it brings, in base64 or not; without one that is no CV.',
    ],
  },
];
