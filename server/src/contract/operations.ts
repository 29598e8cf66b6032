import type { MainErrorCode } from './errors.ts';

/** Documentation of a route beyond the schemas that the route itself declares. */
export interface Operation {
  readonly id: string;
  /** CommonMark. */
  readonly description: string;
  /** Error codes it can return besides {@link commonErrors}. */
  readonly failures: readonly MainErrorCode[];
  /** Required fields of the query or the body. */
  readonly requires?: readonly string[];
  /** Whether it takes an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Its name in `PASSWORD_OPTIONAL_ON`. */
  readonly passwordOptionalAs?: 'groups' | 'show' | 'jobs';
}

/** Error codes that every route can return. */
export const commonErrors = [
  'INVALID',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATELIMIT',
  'INTERNAL',
  'UNAVAILABLE',
] as const;

const body = ['TOOLARGE', 'UNSUPPORTED'] as const;

/** Every documented route, by method and path as Fastify knows them. */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /fr/etablissement/:id/survey/create': {
    id: 'createSurvey',
    description:
      'A contact, satisfaction or complaint form that a visitor has filled in. No field is required. The survey type may be sent in the query or in the body; two different values are rejected.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
  },
  'POST /fr/etablissement/:id/commercial/create': {
    id: 'createCommercial',
    description:
      'A prospect, with related persons and follow-up actions. No field is required. The yearly statistics count it in the year of `dateFirstContact`, or else of its receipt.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
  },
  'POST /fr/announcement/postuler': {
    id: 'createApplication',
    description:
      'A job application, with or without a CV, for a job offer or spontaneous. No field is required. The body may be up to 8 MiB. The type of a CV is detected from its content, not its name: PDF, Word, ODT, RTF, plain text, JPEG, PNG, WebP, HEIC or TIFF. The application is taken without a file of another kind.',
    failures: ['CONFLICT', ...body],
    idempotent: true,
  },
  'GET /fr/customId/:customId': {
    id: 'findByCustomId',
    description:
      'Returns what became of an entry that you created with a `customId`: a commercial entry, survey or job application of yours. If several have the same `customId`, the newest is returned.',
    failures: ['NORESULT'],
  },
  'GET /fr/commercial/checkPhone': {
    id: 'checkPhone',
    description:
      'Checks whether a family is already known. Returns all commercial entries, yours or not, that have this phone number for the client or a related person. French numbers match in any notation: `0639981234`, `+33639981234`, `06 39 98 12 34`. Without a match, or for a number of fewer than four digits, the list is empty. In a query a `+` should be encoded as `%2B`, but a plain one is understood too.',
    failures: [],
    requires: ['phone'],
  },
  'GET /fr/etablissements/:group': {
    id: 'listGroup',
    description: 'The establishments of a group, with its numbers of active medical staff and of doctors.',
    failures: ['NOTFOUND'],
    passwordOptionalAs: 'groups',
  },
  'GET /fr/etablissement/show/:id': {
    id: 'showEstablishment',
    description:
      'Everything that is public about an establishment, and its bank details for callers with a password.',
    failures: ['NOTFOUND'],
    passwordOptionalAs: 'show',
  },
  'GET /fr/jobs/:group': {
    id: 'countGroupJobs',
    description: 'The establishments of a group with the number of their open job offers.',
    failures: ['NOTFOUND'],
    passwordOptionalAs: 'jobs',
  },
  'GET /fr/jobs': {
    id: 'countJobs',
    description: 'Every establishment, or the chosen one, with the number of open job offers.',
    failures: [],
    passwordOptionalAs: 'jobs',
  },
  'GET /fr/statscontact/:year': {
    id: 'countContacts',
    description:
      'For every establishment, the number of commercial entries whose contact date is in the year, and how many of these have an action in one of the five stages: Validé, Prise de contact, Visite, Admission réalisé, Parti. Establishments without contacts are listed with zeros. Test entries are not counted.',
    failures: [],
  },
  'POST /appli/:partner/orientation': {
    id: 'sendOrientation',
    description:
      'Creates an orientation request, or updates the one with the same `NumeroDemandeOrientationCR`. An update overwrites the fields it contains and keeps the others. Only fields that differ from your previous message are changed, so resending it never undoes a correction by staff. Without an establishment, the request is accepted and waits to be assigned.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
  },
  'POST /appli/:partner/suivi': {
    id: 'followUp',
    description:
      'Tells the residence how an orientation is progressing, for example that the family has decided otherwise. Staff are notified and decide what follows.',
    failures: ['NOTFOUND', ...body],
    requires: ['NumeroDemandeOrientationCR'],
  },
  'POST /appli/:partner/test': {
    id: 'testToken',
    description: 'Checks that your token works. Any body is ignored.',
    failures: ['NOTFOUND'],
  },
};
