import Type from 'typebox';
import { parisDay } from '../clock.ts';
import { ApplicationBody, applicationLimitBytes } from '../contract/application.ts';
import { PasswordQuery, TestQuery } from '../contract/parameters.ts';
import { readCv } from '../entries/create/cv.ts';
import { type DiskReserve, hasDiskSpace } from '../entries/create/disk-reserve.ts';
import { type NewEntry, type NewFile, newEntry } from '../entries/entry.ts';
import { mainErrors, Ok } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import { admitLargeBodies } from '../http/body-admission.ts';
import { formTypes } from '../http/form-body.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import type { Normalized } from '../validation/normalize.ts';
import { additionalFields, unmappedFields } from '../validation/unmapped-fields.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { callerOf, directoryOf, type IntakeDeps, preBodyHooks, sendOk, submit } from './submit.ts';

const Query = Type.Object({ ...PasswordQuery, ...TestQuery });

export interface ApplicationDeps extends IntakeDeps {
  /** The disk space that CVs must leave free; undefined where free space can't be determined. */
  readonly diskReserve: DiskReserve | undefined;
}

/** `POST /fr/announcement/postuler`: job applications (docs/interface.md, « Job applications »). */
export function applicationRoutes(app: App, deps: ApplicationDeps): void {
  app.post(
    '/fr/announcement/postuler',
    {
      bodyLimit: applicationLimitBytes,
      config: { readsBody: true, entryKind: 'postuler', largeText: ['cv', 'content'], fileField: 'cv' },
      onRequest: preBodyHooks(deps),
      preParsing: [admitLargeBodies()],
      schema: {
        tags: ['Main API'],
        consumes: formTypes,
        summary: 'Send a job application',
        querystring: Query,
        body: ApplicationBody,
        response: { 200: Ok, ...mainErrors },
      },
    },
    async (request, reply) => {
      const { body, formFile: content } = request;
      const { announcementId, etablissementId, cv } = body;
      const read = await readCv(content === null ? cv : { ...cv, content });
      const isLost = read !== null && !(await hasDiskSpace(deps.diskReserve));
      const file: NewFile | null = isLost ? { notKept: 'space', ...read } : read;
      const test = request.query.test === 1;
      const callerId = callerOf(request).id;
      const { establishments, announcements } = directoryOf(request);
      if (etablissementId !== undefined && !establishments.has(etablissementId))
        throw noEstablishment(etablissementId);
      // Without a residence of its own, the application goes to that of the offer. An unknown offer is accepted.
      const establishmentId = etablissementId ?? announcements.get(announcementId ?? Number.NaN) ?? null;
      const placedByOffer = etablissementId === undefined;
      const sent = readApplication(body, file, deps.clock());
      const entry: NewEntry = { ...sent, establishmentId, placedByOffer, callerId, test };
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
