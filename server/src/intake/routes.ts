import type { App } from '../http/app-type.ts';
import { readForms } from '../http/form-body.ts';
import { placeFields } from '../validation/field-rows.ts';
import { type ApplicationDeps, applicationRoutes } from './application.ts';
import { commercialRoutes } from './commercial.ts';
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
    surveyRoutes(scope, deps);
    commercialRoutes(scope, deps);
    applicationRoutes(scope, deps);
  });
}
