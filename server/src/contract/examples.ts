import residences from './example-residences.json' with { type: 'json' };

/** A sample request and its response. */
export interface Example {
  /** Id of the operation; each has one example. */
  readonly operation: string;
  readonly path: Readonly<Record<string, string | number>>;
  /** Without the password. */
  readonly query: Readonly<Record<string, string | number>>;
  /** With the default wire names. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

const [roseraie, valFleuri] = residences;

/**
 * One example for every operation. A new service with the fictional residences gives exactly these responses when the
 * requests are sent once, in this order. All documentation uses these examples, and a test sends them all.
 */
export const examples: readonly Example[] = [
  {
    operation: 'createSurvey',
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
  {
    operation: 'createCommercial',
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
  {
    operation: 'createApplication',
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
  {
    operation: 'findByCustomId',
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
  {
    operation: 'checkPhone',
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
  {
    operation: 'listGroup',
    path: { group: 'group_b' },
    query: {},
    answer: { etablissements: [roseraie, valFleuri], personnel: { nb: 0 }, medecins: { nb: 0 } },
  },
  { operation: 'showEstablishment', path: { id: 5 }, query: {}, answer: roseraie },
  {
    operation: 'countGroupJobs',
    path: { group: 'group_b' },
    query: {},
    answer: { etablissements: [roseraie, valFleuri], totalAnnouncements: 0 },
  },
  {
    operation: 'countJobs',
    path: {},
    query: { etablissement: 5 },
    answer: { etablissements: [roseraie], totalAnnouncements: 0 },
  },
  {
    operation: 'countContacts',
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
  {
    operation: 'sendOrientation',
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
  {
    operation: 'followUp',
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
  { operation: 'testToken', path: { partner: 'partner' }, query: {}, answer: 'OK' },
];
