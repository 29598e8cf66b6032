import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { keepRefusedCreation } from '../entries/create/refused-creations.ts';
import { fieldName } from '../french/field-names.ts';
import type { App } from '../http/app-type.ts';
import { readForms } from '../http/form-body.ts';
import { html } from '../http/pages/html.ts';
import { pageFor } from '../http/pages/printed-page.ts';
import { retryUniqueViolation } from '../store/retry.ts';
import { storable } from '../store/rows.ts';
import { placeFields, unplacedFields } from '../validation/field-rows.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { applicationRoutes } from './application.ts';
import { commercialRoutes } from './commercial.ts';
import type { IntakeDeps } from './submit.ts';
import { surveyRoutes } from './survey.ts';

/** The routes that create entries: as JSON or as forms, with the names of the caller's site. */
export async function intakeRoutes(app: App, deps: IntakeDeps): Promise<void> {
  await app.register(async (scope: App) => {
    readForms(scope);
    scope.addHook('preValidation', (request, _reply, done) => {
      const { entryKind } = request.routeOptions.config;
      const rows = request.caller?.fieldRows ?? [];
      if (rows.length > 0 && entryKind !== undefined) placeFields(request.body, rows, entryKind);
      done();
    });
    scope.addHook('onError', (request, _reply, error) => keepRefused(request, error, deps));
    scope.addHook('onSend', (request, reply, payload, done) => {
      const isNavigation = request.headers['sec-fetch-mode'] === 'navigate';
      const { thanksUrl = null } = request.caller ?? {};
      if (!isNavigation || thanksUrl === null) return done(null, payload);
      if (reply.statusCode >= 400)
        return void refusalPage(request, reply, String(payload)).then((page) => done(null, page), done);
      reply.code(303).header('location', thanksUrl);
      done(null, '');
    });
    surveyRoutes(scope, deps);
    commercialRoutes(scope, deps);
    applicationRoutes(scope, deps);
  });
}

/** What the visitor of a form without script reads: which field is wrong, and what was written (docs/integrators.md). */
async function refusalPage({ directory, params, body }: FastifyRequest, reply: FastifyReply, error: string) {
  const { id } = Object(params);
  const phone = directory?.establishments.get(Number(id))?.establishment.phone;
  const [, field = '', expected = ''] = /"message":"([^:"]*): ([^"]*)"/.exec(error) ?? [];
  const name = field === 'body' ? '' : `${fieldName(field)} : `;
  const reasons: Readonly<Record<number, string>> = {
    400: `${name}${expectationText(expected)}.`,
    413: 'C’est trop volumineux.',
  };
  const reason = reasons[reply.statusCode] ?? 'Nous ne pouvons pas le recevoir en ce moment.';
  const written = [...unplacedFields(Object(body)).take(200)].map(
    ({ name, value }) => html`<tr><th scope="row">${fieldName(name)}</th><td>${value}</td></tr>`,
  );
  return pageFor(reply, 'Votre message n’est pas parti', [
    html`<p>${reason} Revenez à la page précédente pour l’envoyer à nouveau${phone ? `, ou appelez-nous au ${phone}` : ''}.</p>`,
    ...(written.length > 0 ? [html`<h2>Ce que vous avez écrit</h2><table>${written}</table>`] : []),
  ]);
}

/** A file is base64, wrapped or not; no person writes so much without a space. */
const unbroken = /[A-Za-z0-9+/_=\\-]+/g;
const longestWord = 500;

/** Keeps a creation for staff before it is answered 400. If that fails it is answered all the same. */
async function keepRefused(
  request: FastifyRequest,
  error: Error,
  { database, wireNames, clock }: IntakeDeps,
): Promise<void> {
  const { caller, directory, query, params, body, unparsedBody, log, id } = request;
  const { entryKind: kind } = request.routeOptions.config;
  if (!(error instanceof RequestError) || error.code !== 'INVALID') return;
  if (caller === null || kind === undefined || Number(Object(query)[wireNames.test]) === 1) return;
  const { field, expected } =
    error instanceof ValidationError ? error : { field: '', expected: error.message };
  try {
    // Throws for a body of thousands of levels.
    const text = body === undefined ? withoutFiles(unparsedBody ?? '') : JSON.stringify(body);
    if (!text) return;
    const named = Number(Object(params).id ?? Object(body).etablissementId);
    const refused = {
      caller_id: caller.id,
      establishment_id: directory?.establishments.has(named) === true ? named : null,
      kind,
      reason: storable(`${field === '' ? '' : `« ${field.slice(0, 120)} » : `}${expectationText(expected)}`),
      browser: caller.scope === 'browser' ? 1 : 0,
      body: storable(text).replace(unbroken, (run) => (run.length > longestWord ? '…' : run)),
    } as const;
    await retryUniqueViolation(() => database.write(keepRefusedCreation, refused, clock()));
  } catch (failure) {
    log.error({ reqId: id, err: failure }, 'a refused creation could not be kept');
  }
}

/** A form that could not be parsed, as it begins with its boundary, without the parts that are files. */
function withoutFiles(text: string): string {
  const boundary = /^\s*(--[^\r\n]+)/.exec(text)?.[1];
  if (boundary === undefined) return text;
  const isFile = (part: string) => /filename/i.test(part.split(/\r?\n\r?\n/, 1)[0] ?? '');
  return text
    .split(boundary)
    .filter((part) => !isFile(part))
    .join(boundary);
}

const expectations: readonly (readonly [RegExp, string])[] = [
  [/^expected a (?:day|moment)/, 'ce n’est pas une date qui existe, écrite comme 2026-03-04'],
  [/^expected a time of day/, 'ce n’est pas une heure, écrite comme 14:30'],
  [/^expected one e-mail address/, 'ce n’est pas une adresse e-mail'],
  [/^expected (?:an integer|a finite number)/, 'ce n’est pas un nombre, ou pas un nombre entier'],
  [/^expected \S+ or (?:more|less)/, 'ce nombre est trop petit ou trop grand'],
  [/^expected true or false/, 'ce n’est ni oui ni non'],
  [/^expected (?:one of |\S+ or \S+$)/, 'ce n’est pas une des valeurs prévues'],
  [/^expected at most .* characters/, 'le texte est trop long'],
  [/^expected at most/, 'il y a trop de valeurs, ou trop de niveaux'],
  [/well-formed JSON/, 'le site a mal écrit le message (JSON)'],
  [/^no establishment/, 'cette résidence n’existe pas'],
  [/^expected the same survey type/, 'le site indique deux natures différentes'],
];

/** What is wrong with a field, as staff read it, by the contract's sentence on it (validation/validator.ts). */
function expectationText(expected: string): string {
  return expectations.find(([words]) => words.test(expected))?.[1] ?? 'ce n’est pas ce qui est prévu';
}
