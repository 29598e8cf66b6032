import type { MainErrorCode } from './errors.ts';
import residences from './example-residences.json' with { type: 'json' };

/** A sample request and its response. */
export interface Example {
  readonly path: Readonly<Record<string, string | number>>;
  /** Without the password. */
  readonly query: Readonly<Record<string, string | number>>;
  /** With the default wire names. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

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
  readonly example: Example;
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
const [roseraie, valFleuri] = residences;

/**
 * Every documented route, by method and path as Fastify knows them. A new service with the fictional residences gives
 * exactly these responses when the examples are sent once, in this order: a test sends them all.
 */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /fr/etablissement/:id/survey/create': {
    id: 'createSurvey',
    description:
      'A contact, satisfaction or complaint form that a visitor has filled in. No field is required. The survey type may be sent in the query or in the body; two different values are rejected.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
    example: {
      path: { id: 5 },
      query: {},
      body: {
        type: 'survey.type.contact',
        civility: 'contact.civility.mrs',
        firstName: 'Claire',
        lastName: 'Martin',
        email: 'claire.martin@example.org',
        phone: '06 39 98 12 34',
        urgence: 'Sous 15 jours',
        contact: 'Ma mère sort de l’hôpital la semaine prochaine.',
        customId: 'site-2026-0001',
      },
      answer: 'ok',
    },
  },
  'POST /fr/etablissement/:id/commercial/create': {
    id: 'createCommercial',
    description:
      'A prospect, with related persons and follow-up actions. No field is required. The yearly statistics count it in the year of `dateFirstContact`, or else of its receipt.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
    example: {
      path: { id: 5 },
      query: {},
      body: {
        type: 'commercial.type.website',
        sejourType: 'commercial.sejourType.permanent',
        civiliteClient: 'contact.civility.mrs',
        firstNameClient: 'Simone',
        lastNameClient: 'Martin',
        phoneClient: '02 61 91 12 34',
        ageClient: 86,
        dateFirstContact: '2026-03-04',
        delais: 'Sous 15 jours',
        comment: 'Préfère une chambre au calme.',
        gclid: 'Cj0KCQiA-demo',
        customId: 'site-2026-0002',
        commercialrelations: [
          {
            civilite: 'contact.civility.mrs',
            firstName: 'Claire',
            lastName: 'Martin',
            cellphone: '06 39 98 12 34',
          },
        ],
        commercialactions: [{ date: '2026-03-04', comment: 'Rappelée, souhaite visiter.' }],
      },
      answer: 'ok',
    },
  },
  'POST /fr/announcement/postuler': {
    id: 'createApplication',
    description:
      'A job application, with or without a CV, for a job offer or spontaneous. No field is required. The body may be up to 8 MiB. The type of a CV is detected from its content, not its name: PDF, Word, ODT, RTF, plain text, JPEG, PNG, WebP, HEIC or TIFF. The application is taken without a file of another kind.',
    failures: ['CONFLICT', ...body],
    idempotent: true,
    example: {
      path: {},
      query: {},
      body: {
        etablissementId: 5,
        civility: 'contact.civility.mrs',
        firstName: 'Léa',
        lastName: 'Bernard',
        email: 'lea.bernard@example.org',
        phone: '06 39 98 56 78',
        message: 'Disponible dès le mois prochain.',
        customId: 'site-2026-0003',
        cv: { name: 'cv.pdf', type: 'application/pdf', content: 'JVBERi0xLjQK' },
      },
      answer: 'ok',
    },
  },
  'GET /fr/customId/:customId': {
    id: 'findByCustomId',
    description:
      'Returns what became of an entry that you created with a `customId`: a commercial entry, survey or job application of yours. If several have the same `customId`, the newest is returned.',
    failures: ['NORESULT'],
    example: {
      path: { customId: 'site-2026-0002' },
      query: {},
      answer: {
        type: 'commercial',
        data: {
          id: 2,
          customId: 'site-2026-0002',
          type: 'commercial.type.website',
          sejourType: 'commercial.sejourType.permanent',
          resultat: null,
          motif: null,
          comment: 'Préfère une chambre au calme.',
          commentBy: null,
        },
      },
    },
  },
  'GET /fr/commercial/checkPhone': {
    id: 'checkPhone',
    description:
      'Checks whether a family is already known. Returns all commercial entries, yours or not, that have this phone number for the client or a related person. French numbers match in any notation: `0639981234`, `+33639981234`, `06 39 98 12 34`. Without a match, or for a number of fewer than four digits, the list is empty. In a query a `+` should be encoded as `%2B`, but a plain one is understood too.',
    failures: [],
    requires: ['phone'],
    example: {
      path: {},
      query: { phone: '0639981234' },
      answer: [
        {
          id: 2,
          gclid: 'Cj0KCQiA-demo',
          customId: 'site-2026-0002',
          partnerid: null,
          resultat: null,
          type: 'commercial.type.website',
        },
      ],
    },
  },
  'GET /fr/etablissements/:group': {
    id: 'listGroup',
    description: 'The establishments of a group, with its numbers of active medical staff and of doctors.',
    failures: ['NOTFOUND'],
    passwordOptionalAs: 'groups',
    example: {
      path: { group: 'group_b' },
      query: {},
      answer: { etablissements: [roseraie, valFleuri], personnel: { nb: 0 }, medecins: { nb: 0 } },
    },
  },
  'GET /fr/etablissement/show/:id': {
    id: 'showEstablishment',
    description:
      'Everything that is public about an establishment, and its bank details for callers with a password.',
    failures: ['NOTFOUND'],
    passwordOptionalAs: 'show',
    example: { path: { id: 5 }, query: {}, answer: roseraie },
  },
  'GET /fr/jobs/:group': {
    id: 'countGroupJobs',
    description: 'The establishments of a group with the number of their open job offers.',
    failures: ['NOTFOUND'],
    passwordOptionalAs: 'jobs',
    example: {
      path: { group: 'group_b' },
      query: {},
      answer: { etablissements: [roseraie, valFleuri], totalAnnouncements: 0 },
    },
  },
  'GET /fr/jobs': {
    id: 'countJobs',
    description: 'Every establishment, or the chosen one, with the number of open job offers.',
    failures: [],
    passwordOptionalAs: 'jobs',
    example: {
      path: {},
      query: { etablissement: 5 },
      answer: { etablissements: [roseraie], totalAnnouncements: 0 },
    },
  },
  'GET /fr/statscontact/:year': {
    id: 'countContacts',
    description:
      'For every establishment, the number of commercial entries whose contact date is in the year, and how many of these have an action in one of the five stages: Validé, Prise de contact, Visite, Admission réalisé, Parti. Establishments without contacts are listed with zeros. Test entries are not counted.',
    failures: [],
    example: {
      path: { year: 2026 },
      query: {},
      answer: [
        { id: 1, name: 'Les Tilleuls', total: 0, hasAction: 0 },
        { id: 3, name: 'Le Clos des Vignes', total: 0, hasAction: 0 },
        { id: 4, name: 'Les Hortensias', total: 0, hasAction: 0 },
        { id: 5, name: 'La Roseraie', total: 1, hasAction: 1 },
        { id: 6, name: 'Le Val Fleuri', total: 0, hasAction: 0 },
        { id: 7, name: 'Les Alizés', total: 0, hasAction: 0 },
        { id: 8, name: 'Bel Air', total: 0, hasAction: 0 },
        { id: 9, name: 'Villa Garance', total: 0, hasAction: 0 },
        { id: 10, name: 'Villa Mimosa', total: 0, hasAction: 0 },
      ],
    },
  },
  'POST /appli/:partner/orientation': {
    id: 'sendOrientation',
    description:
      'Creates an orientation request, or updates the one with the same `NumeroDemandeOrientationCR`. An update overwrites the fields it contains and keeps the others. Only fields that differ from your previous message are changed, so resending it never undoes a correction by staff. Without an establishment, the request is accepted and waits to be assigned.',
    failures: ['NOTFOUND', 'CONFLICT', ...body],
    idempotent: true,
    example: {
      path: { partner: 'partner' },
      query: {},
      body: {
        etablissementId: 5,
        NumeroDemandeOrientationCR: '2026 / 001_002_003',
        DateContact: '2026-03-04',
        GirEstime: 'GIR 3',
        BudgetMensuel: 2450.5,
        DelaiPlacementEstime: 'Moins d’1 mois',
        TypeAccueilSouhaite: 'commercial.sejourType.permanent',
        UniteProtege: false,
        'Contact / Civilite': 'contact.civility.mrs',
        'Contact / Nom': 'Lefèvre',
        'Contact / Prenom': 'Anne',
        'Contact / Mobile': '+33639985678',
        'PersonneAgee / Civilite': 'contact.civility.mr',
        'PersonneAgee / Nom': 'Lefèvre',
        'PersonneAgee / Prenom': 'Marcel',
        'PersonneAgee / AnneeNaissance': '1938-02-11',
      },
      answer: {
        NumeroDemandeOrientationCR: '2026 / 001_002_003',
        NumeroDemandeOrientationRES: 'RES-000001',
        MessageProblemes: '',
        Messagetraitements: 'Demande enregistrée.',
      },
    },
  },
  'POST /appli/:partner/suivi': {
    id: 'followUp',
    description:
      'Tells the residence how an orientation is progressing, for example that the family has decided otherwise. Staff are notified and decide what follows.',
    failures: ['NOTFOUND', ...body],
    requires: ['NumeroDemandeOrientationCR'],
    example: {
      path: { partner: 'partner' },
      query: {},
      body: {
        NumeroDemandeOrientationCR: '2026 / 001_002_003',
        State: 'Conclu',
        Reason: 'La famille a choisi un maintien à domicile.',
      },
      answer: {
        NumeroDemandeOrientationCR: '2026 / 001_002_003',
        NumeroDemandeOrientationRES: 'RES-000001',
        MessageProblemes: '',
        Messagetraitements: 'Suivi enregistré : Conclu.',
      },
    },
  },
  'POST /appli/:partner/test': {
    id: 'testToken',
    description: 'Checks that your token works. Any body is ignored.',
    failures: ['NOTFOUND'],
    example: { path: { partner: 'partner' }, query: {}, answer: 'OK' },
  },
};
