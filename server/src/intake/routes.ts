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
  const reason =
    reply.statusCode === 400
      ? `${fieldName(field)} : ${expectationText(expected)}.`
      : 'Nous ne pouvons pas le recevoir en ce moment.';
  const written = [...unplacedFields(Object(body)).take(200)].map(
    ({ name, value }) => html`<tr><th scope="row">${fieldName(name)}</th><td>${value}</td></tr>`,
  );
  return pageFor(reply, 'Votre message n’est pas parti', [
    html`<p>${reason} Revenez à la page précédente pour l’envoyer à nouveau${phone ? `, ou appelez-nous au ${phone}` : ''}.</p>`,
    html`<h2>Ce que vous avez écrit</h2><table>${written}</table>`,
  ]);
}
