import type { ErrorCode } from './errors.ts';

/** What the documentation says of a route beside the schemas that the route itself declares. */
export interface Operation {
  readonly id: string;
  /** CommonMark. */
  readonly description: string;
  /** The codes it can answer, beside {@link everywhere}. */
  readonly failures: readonly ErrorCode[];
  /** Fields of the query or the body that it can't do without. */
  readonly requires?: readonly string[];
  /** Whether it takes an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Its name in `PASSWORD_OPTIONAL_ON`. */
  readonly passwordOptionalAs?: 'groups' | 'show' | 'jobs';
}

/** Codes that every route can answer. */
export const everywhere = [
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
      'A contact, satisfaction or complaint form that a visitor has filled in. No field is required. The survey type may stand in the query or in the body; two different values are refused.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
  },
  'POST /fr/etablissement/:id/commercial/create': {
    id: 'createCommercial',
    description:
      'A prospect, with related persons and follow-up actions. No field is required. The yearly statistics count it in the year of `dateFirstContact`, or of its receipt.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
  },
  'POST /fr/announcement/postuler': {
    id: 'createApplication',
    description:
      'A job application, with or without a CV, for an offer or spontaneous. No field is required. The body may have 8 MiB. What a CV is its content tells, not its name: PDF, DOC, DOCX, ODT, JPEG or PNG.',
    failures: ['CONFLICT', ...body],
    idempotent: true,
  },
  'GET /fr/customId/:customId': {
    id: 'findByCustomId',
    description:
      'Tells what became of an entry that you created with a `customId`. It searches commercial entries, surveys and job applications, yours only. When several carry the same `customId`, the newest answers.',
    failures: ['NORESULT'],
  },
  'GET /fr/commercial/checkPhone': {
    id: 'checkPhone',
    description:
      'Tells whether a family is known already: every commercial entry of the house, yours or not, that carries this phone number as the client’s or a related person’s. French numbers match however they are written: `0639981234`, `+33639981234`, `06 39 98 12 34`. Nothing found is an empty list, and so is a number of fewer than four digits. In a query a `+` must be written `%2B`; one that is not is understood all the same.',
    failures: [],
    requires: ['phone'],
  },
  'GET /fr/etablissements/:group': {
    id: 'listGroup',
    description: 'The establishments of a group with the numbers of its active medical staff and doctors.',
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
      'For every establishment, how many commercial entries have their contact date in the year, and how many of these have an action in one of the five stages: Validé, Prise de contact, Visite, Admission réalisé, Parti. Establishments without contacts are listed with zeros. Test entries do not count.',
    failures: [],
  },
  'POST /appli/:partner/orientation': {
    id: 'sendOrientation',
    description:
      'Creates an orientation request, or updates the one that has the same `NumeroDemandeOrientationCR`: an update overwrites the fields it carries and keeps the others. Only what differs from your previous message changes anything, so that a resend never undoes a correction by staff. Without an establishment the request is accepted and waits to be assigned.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
  },
  'POST /appli/:partner/suivi': {
    id: 'followUp',
    description:
      'Tells the residence how an orientation goes on, for example that the family has decided otherwise. Staff are told of it and decide what follows.',
    failures: ['NOTFOUND', ...body],
    requires: ['NumeroDemandeOrientationCR'],
  },
  'POST /appli/:partner/test': {
    id: 'testToken',
    description: 'Checks that your token works. A body is ignored.',
    failures: ['NOTFOUND'],
  },
};
