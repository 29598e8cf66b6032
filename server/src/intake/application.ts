import { hash } from 'node:crypto';
import Type from 'typebox';
import { parisDay } from '../clock.ts';
import { ApplicationBody } from '../contract/application.ts';
import { PasswordQuery, TestQuery } from '../contract/parameters.ts';
import type { NewEntry } from '../entries/entry.ts';
import { mainErrors, Ok } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import { phoneKeys } from '../phones/phone-keys.ts';
import { type Cleaned, extraKey } from '../reading/clean.ts';
import { Problem } from '../reading/problem.ts';
import { readCv } from './cv.ts';
import { callerOf, type IntakeDeps, receive } from './receiving.ts';

/** A CV of 5 MiB takes a third more in base64. */
const bodyLimitBytes = 8 * 1024 * 1024;

const Query = Type.Object({ ...PasswordQuery, ...TestQuery });

/** `POST /fr/announcement/postuler`: job applications (decisions 9). */
export function applicationRoutes(app: App, deps: IntakeDeps): void {
  app.post(
    '/fr/announcement/postuler',
    {
      bodyLimit: bodyLimitBytes,
      config: { readsBody: true },
      onRequest: deps.authentication.creating,
      schema: {
        tags: ['Main API'],
        summary: 'Send a job application',
        querystring: Query,
        body: ApplicationBody,
        response: { 200: Ok, ...mainErrors },
      },
    },
    async (request, reply) => {
      const body: Cleaned<ApplicationBody> = request.body;
      const { announcementId, etablissementId, customId, gclid, cv, [extraKey]: extra, ...fields } = body;
      const directory = await deps.directory.current();
      if (etablissementId !== undefined && !directory.establishments.has(etablissementId)) {
        throw new Problem('etablissementId', `no establishment has the id ${etablissementId}`);
      }
      const file = await readCv(cv);
      const test = request.query.test === 1;
      const now = deps.clock();
      const { content: _, ...cvFields } = cv ?? {};
      const entry: NewEntry = {
        kind: 'postuler',
        // The offer's own residence when the application names none. An unknown offer is kept and seen: never a lost applicant.
        establishmentId: etablissementId ?? directory.announcements.get(announcementId ?? Number.NaN) ?? null,
        callerId: callerOf(request).id,
        partnerId: null,
        customId: customId ?? null,
        type: null,
        sejourType: null,
        resultat: null,
        motif: null,
        status: 'new',
        test,
        contactDate: parisDay(now),
        receivedAt: now.toISOString(),
        comment: null,
        commentBy: null,
        gclid: gclid ?? null,
        partnerid: null,
        announcementId: announcementId ?? null,
        fields: JSON.stringify(cv === undefined ? fields : { ...fields, cv: cvFields }),
        extra: extra === undefined ? null : JSON.stringify(extra),
        phoneKeys: fields.phone === undefined ? [] : phoneKeys(fields.phone),
        relations: [],
        actions: [],
        file,
      };
      const cvHash = file === null ? null : hash('sha256', file.content, 'base64url');
      return receive(
        { entry, content: ['postuler', test, { ...body, cv: cvFields }, cvHash] },
        deps,
        request,
        reply,
      );
    },
  );
}
