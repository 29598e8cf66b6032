import { each, must, mustBeOk, mustBeRefused, mustFail, shown } from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Sentence } from '../sentence.ts';
import {
  civilities,
  commercialTypes,
  motifs,
  noEstablishment,
  resultats,
  sejourTypes,
} from '../the-contract.ts';
import { dataOf } from './looked-up.ts';

/** The enumerated fields of a commercial entry: name in the request, name in the lookup, values. */
const enumerated = ({ names }: Probe) =>
  [
    { field: names.commercialType, as: 'type', values: commercialTypes },
    { field: names.sejourType, as: 'sejourType', values: sejourTypes },
    { field: names.motif, as: 'motif', values: motifs },
    { field: names.resultat, as: 'resultat', values: resultats },
  ] as const;

/** Route 2: prospects. */
export const commercial: readonly Sentence[] = [
  {
    section: '2.1',
    sentence: 'Each contact type, stay type, reason and result is taken.',
    run: (probe) =>
      each(
        enumerated(probe).flatMap(({ field, values }) => values.map((value) => ({ [field]: value }))),
        async (body) => mustBeOk(await probe.commercial(body)),
      ),
  },
  {
    section: '2.1',
    sentence: 'A contact type, stay type, reason or result that there is not is refused.',
    run: (probe) =>
      each(
        enumerated(probe).map(({ field }) => ({ [field]: 'commercial.none' })),
        async (body) => mustBeRefused(await probe.commercial(body)),
      ),
  },
  {
    section: '2.1',
    sentence: 'Each civility is taken for a client and for a related person.',
    run: (probe) =>
      each(civilities, async (civilite) =>
        mustBeOk(await probe.commercial({ civiliteClient: civilite, commercialrelations: [{ civilite }] })),
      ),
  },
  {
    section: '2.1',
    sentence: 'A commercial entry for establishment 2, which there is not, is refused.',
    needs: 'contract residences',
    run: async (probe) => mustBeRefused(await probe.commercial({}, { establishment: noEstablishment })),
  },
  {
    section: '2.4',
    sentence: 'A commercial entry with every field, related persons and actions is taken.',
    run: async (probe) => mustBeOk(await probe.commercial(everything(probe))),
  },
  {
    section: '2.4',
    sentence: 'Two related persons and two actions are taken.',
    run: async (probe) =>
      mustBeOk(
        await probe.commercial({
          commercialrelations: [{ lastName: 'Martin' }, { lastName: 'Durand' }],
          commercialactions: [{ date: '2026-03-04', comment: 'Rappelée' }, { date: '2026-03-05' }],
        }),
      ),
  },
  {
    section: '4.1',
    sentence: 'Route 2 answers the JSON string "ok" with status 200.',
    run: async (probe) => {
      const answer = await probe.commercial({ lastNameClient: 'Martin' });
      must(answer.status === 200 && answer.body.trim() === '"ok"', shown(answer));
      return shown(answer);
    },
  },
  {
    section: '2.7',
    sentence: 'The lookup tells the contact type, stay type, reason and result as they were sent.',
    run: (probe) =>
      each(
        enumerated(probe).flatMap(({ field, as, values }) => values.map((value) => ({ field, as, value }))),
        async ({ field, as, value }) => {
          const customId = probe.newCustomId();
          mustBeOk(await probe.commercial({ customId, [field]: value }));
          const { data, seen } = await dataOf(probe, customId, 'commercial');
          must(data[as] === value, seen);
          return seen;
        },
      ),
  },
  {
    section: 'Errors',
    sentence: 'Each wrong value of a commercial entry is 400 INVALID and named.',
    run: (probe) =>
      each(
        [
          ...enumerated(probe).map(({ field }) => ({ field, value: 'commercial.none' })),
          { field: 'civiliteClient', value: 'contact.civility.dr' },
          { field: 'emailClient', value: 'simone at example.org' },
          { field: 'emailAdresseur', value: 'simone@' },
          { field: 'ageClient', value: 'quatre-vingts' },
          { field: 'ageClient', value: 131 },
          { field: 'ageClient', value: true },
          { field: 'commercialrelations', value: 'Claire' },
          { field: 'commercialactions', value: { date: '2026-03-04' } },
        ],
        async ({ field, value }) =>
          mustFail(await probe.commercial({ [field]: value }), 400, 'INVALID', `${field}:`),
      ),
  },
  {
    section: 'Errors',
    sentence: 'A day that does not exist is 400 INVALID and named.',
    run: (probe) =>
      each(
        ['2023-02-30', '2026-3-4', '04/03/2026', '2026-03-04T10:00:00Z'].flatMap((day) =>
          ['dateFirstContact', 'birthdateClient'].map((field) => ({ field, day })),
        ),
        async ({ field, day }) =>
          mustFail(await probe.commercial({ [field]: day }), 400, 'INVALID', `${field}:`),
      ),
  },
  {
    section: 'Errors',
    sentence: 'What is wrong in a related person or an action is named with its place.',
    run: async (probe) => {
      const person = { commercialrelations: [{}, { civilite: 'contact.civility.dr' }] };
      mustFail(await probe.commercial(person), 400, 'INVALID', 'commercialrelations', '1', 'civilite');
      const action = { commercialactions: [{ date: '2023-02-30' }] };
      return mustFail(await probe.commercial(action), 400, 'INVALID', 'commercialactions', '0', 'date');
    },
  },
  {
    section: 'Errors',
    sentence:
      'A commercial entry for an establishment that is no integer is 400, for one that there is not 404.',
    run: async (probe) => {
      mustFail(await probe.commercial({}, { establishment: '5a' }), 400, 'INVALID');
      return mustFail(await probe.commercial({}, { establishment: 987654321 }), 404, 'NOTFOUND');
    },
  },
];

/** Every field of contract 2.4. */
function everything(probe: Probe) {
  const { commercialType, sejourType, motif, resultat, partnerid } = probe.names;
  return {
    [commercialType]: 'commercial.type.website',
    [sejourType]: 'commercial.sejourType.permanent',
    [motif]: 'commercial.motif.financier',
    [resultat]: 'commercial.resultat.nosuite',
    civiliteClient: 'contact.civility.mrs',
    dateFirstContact: '2026-03-04',
    delais: 'Sous 15 jours',
    budget: '2500',
    securite: 'Unité protégée',
    comment: 'Préfère une chambre au calme.',
    firstNameClient: 'Simone',
    lastNameClient: 'Martin',
    lastNameMaritalClient: 'Durand',
    phoneClient: '02 61 91 12 34',
    cellphoneClient: '06 39 98 12 34',
    emailClient: 'simone.martin@example.org',
    adresseClient: '3 place de la République',
    codePostalClient: '49000',
    villeClient: 'Angers',
    ageClient: 86,
    birthdateClient: '1940-05-17',
    phoneAdresseur: '05 36 49 12 34',
    emailAdresseur: 'accueil@example.org',
    gclid: 'Cj0KCQiA-check',
    customId: probe.newCustomId(),
    [partnerid]: '2026 / 001_002_003',
    commercialrelations: [
      {
        civilite: 'contact.civility.mrs',
        firstName: 'Claire',
        lastName: 'Martin',
        lastNameMarital: 'Durand',
        phone: '01 99 00 12 34',
        cellphone: '06 39 98 56 78',
        email: 'claire.martin@example.org',
        adresse: '12 rue des Lilas',
        codePostal: '49000',
        ville: 'Angers',
      },
    ],
    commercialactions: [{ date: '2026-03-04', comment: 'Rappelée, souhaite visiter.' }],
  };
}
