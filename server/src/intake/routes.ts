import type { FastifyReply, FastifyRequest } from 'fastify';
import { expectationText } from '../french/expectations.ts';
import { fieldName } from '../french/field-names.ts';
import type { App } from '../http/app-type.ts';
import { html } from '../http/docs/html.ts';
import { readForms } from '../http/form-body.ts';
import { pageFor } from '../http/printed-page.ts';
import { placeFields, unplacedFields } from '../validation/field-rows.ts';
import { type ApplicationDeps, applicationRoutes } from './application.ts';
import { commercialRoutes } from './commercial.ts';
import { keepRefused } from './keep-refused.ts';
import { type SurveyDeps, surveyRoutes } from './survey.ts';

/** The routes that create entries: as JSON or as forms, with the names of the caller's site. */
export async function intakeRoutes(app: App, deps: SurveyDeps & ApplicationDeps): Promise<void> {
  await app.register(async (scope: App) => {
    readForms(scope);
    scope.addHook('preValidation', (request, _reply, done) => {
      const { entryKind } = request.routeOptions.config;
      const rows = request.caller?.fieldRows ?? [];
      if (rows.length > 0 && entryKind !== undefined) placeFields(request.body, rows, entryKind);
      done();
    });
    scope.addHook('onError', keepRefused(deps));
    scope.addHook('onSend', showToVisitor);
    surveyRoutes(scope, deps);
    commercialRoutes(scope, deps);
    applicationRoutes(scope, deps);
  });
}

/**
 * A form without script, of a caller with a page of thanks: the browser goes on to that page, or shows what is wrong with what
 * was written (docs/integrators.md, « A form without script »).
 */
async function showToVisitor(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { caller, headers, directory, params, body } = request;
  if (headers['sec-fetch-mode'] !== 'navigate' || !caller?.thanksUrl) return payload;
  if (reply.statusCode < 400) {
    reply.code(303).header('location', caller.thanksUrl);
    return '';
  }
  const { id } = Object(params);
  const phone = directory?.establishments.get(Number(id))?.establishment.phone;
  const [, field = '', expected = ''] = /"message":"([^:"]*): ([^"]*)"/.exec(String(payload)) ?? [];
  const reason =
    reply.statusCode === 400
      ? `${fieldName(field)} : ${expectationText(expected)}.`
      : 'Nous ne pouvons pas le recevoir en ce moment.';
  const written = [...unplacedFields(Object(body))].map(
    ({ name, value }) => html`<tr><th scope="row">${fieldName(name)}</th><td>${value}</td></tr>`,
  );
  return pageFor(reply, 'Votre message n’est pas parti', [
    html`<p>${reason} Revenez à la page précédente pour l’envoyer à nouveau${phone ? `, ou appelez-nous au ${phone}` : ''}.</p>`,
    html`<h2>Ce que vous avez écrit</h2><table>${written}</table>`,
  ]);
}
