import Type from 'typebox';
import { parisDay } from '../clock.ts';
import { ApplicationBody, applicationLimitBytes } from '../contract/application.ts';
import { PasswordQuery, TestQuery } from '../contract/parameters.ts';
import { hasDiskSpace, mendCv, readCv } from '../entries/create/cv.ts';
import { type NewEntry, type NewFile, newEntry } from '../entries/entry.ts';
import type { App } from '../http/app-type.ts';
import { admitLargeBodies } from '../http/body-admission.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import type { Normalized } from '../validation/normalize.ts';
import { additionalFields, unmappedFields } from '../validation/unmapped-fields.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { creating, directoryOf, type IntakeDeps, preBodyHooks, sendOk, submit } from './submit.ts';

const Query = Type.Object({ ...PasswordQuery, ...TestQuery });

/** `POST /fr/announcement/postuler`: job applications (docs/interface.md, « Job applications »). */
export function applicationRoutes(app: App, deps: IntakeDeps): void {
  app.post(
    '/fr/announcement/postuler',
    {
      bodyLimit: applicationLimitBytes,
      config: { readsBody: true, entryKind: 'postuler', largeText: ['cv', 'content'], fileField: 'cv' },
      onRequest: preBodyHooks(deps),
      preParsing: [admitLargeBodies()],
      preValidation: async ({ body }) => mendCv(body),
      schema: {
        ...creating,
        summary: 'Send a job application',
        querystring: Query,
        body: ApplicationBody,
      },
    },
    async (request, reply) => {
      const { body, formFile: content } = request;
      const { announcementId, etablissementId, cv } = body;
      const read = await readCv(content === null ? cv : { ...cv, content });
      const isLost = read !== null && !(await hasDiskSpace(deps.diskReserve));
      const file: NewFile | null = isLost ? { notKept: 'space', ...read } : read;
      const { establishments, announcements } = directoryOf(request);
      if (etablissementId !== undefined && !establishments.has(etablissementId))
        throw noEstablishment(etablissementId);
      // Without a residence of its own, the application goes to that of the offer. An unknown offer is accepted.
      const establishmentId = etablissementId ?? announcements.get(announcementId ?? Number.NaN) ?? null;
      const placedByOffer = etablissementId === undefined;
      const entry = { ...readApplication(body, file, deps.clock()), establishmentId, placedByOffer };
      if (await submit(entry, deps, request)) return sendOk(request, reply);
      if (etablissementId !== undefined) throw noEstablishment(etablissementId);
      // The offer was removed with its residence.
      if (await submit({ ...entry, establishmentId: null }, deps, request)) return sendOk(request, reply);
      throw new Error('An application without a residence was refused for its residence');
    },
  );
}

function noEstablishment(id: number): ValidationError {
  return new ValidationError('etablissementId', `no establishment has the id ${id}`);
}

const applicationRest = unmappedFields(
  ApplicationBody,
  'announcementId',
  'etablissementId',
  'customId',
  'gclid',
);

/** Returns the entry for an application, without its residence and caller. */
export function readApplication(
  body: Normalized<ApplicationBody>,
  file: NewFile | null,
  now: Date,
): NewEntry {
  // Stored as a file.
  const { content: _, ...cv } = body.cv ?? {};
  return newEntry({
    kind: 'postuler',
    customId: body.customId ?? null,
    status: 'new',
    contactDate: parisDay(now),
    receivedAt: now.toISOString(),
    gclid: body.gclid ?? null,
    announcementId: body.announcementId ?? null,
    fields: applicationRest(body.cv === undefined ? body : { ...body, cv }),
    extra: additionalFields(body),
    phoneKeys: distinctPhoneKeys([body.phone]),
    file,
  });
}
