import {
  each,
  type Json,
  must,
  mustBeObject,
  mustBeRefusedPartner,
  mustFailPartner,
  mustHaveKeys,
  shown,
} from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Answer } from '../request.ts';
import type { Sentence } from '../sentence.ts';
import { civilities, orientationResultFields, sejourTypes } from '../the-contract.ts';

const needs = 'partner';

/** Route 10: orientation requests. */
export const orientation: readonly Sentence[] = [
  {
    section: '2.1',
    sentence: 'Each stay type and each civility is taken in an orientation.',
    needs,
    run: (probe) =>
      each(
        [
          ...sejourTypes.map((type) => ({ TypeAccueilSouhaite: type })),
          ...['Contact', 'PersonneAgee', 'PersonneAgee2'].flatMap((who) =>
            civilities.map((civility) => ({ [`${who} / Civilite`]: civility })),
          ),
        ],
        async (body) => taken(await probe.orientation(body)),
      ),
  },
  {
    section: '2.1',
    sentence: 'A stay type or civility that there is not is refused in an orientation.',
    needs,
    run: (probe) =>
      each(
        ['TypeAccueilSouhaite', 'Contact / Civilite', 'PersonneAgee / Civilite', 'PersonneAgee2 / Civilite'],
        async (field) => mustBeRefusedPartner(await probe.orientation({ [field]: 'none' })),
      ),
  },
  {
    section: '2.5',
    sentence: 'An orientation with every field is taken, the spaces and slashes of the names included.',
    needs,
    run: async (probe) => taken(await probe.orientation(everything(probe))),
  },
  {
    section: '2.6',
    sentence: 'An orientation result has four fields, all of them strings.',
    needs,
    run: async (probe) => {
      const answer = await probe.orientation(everything(probe));
      mustBeResult(mustBeObject(answer));
      return shown(answer);
    },
  },
  {
    section: '2.6',
    sentence: 'The partner’s number comes back in the orientation result.',
    needs,
    run: async (probe) => {
      const number = probe.newNumber();
      const answer = await probe.orientation({ NumeroDemandeOrientationCR: number });
      must(mustBeObject(answer).NumeroDemandeOrientationCR === number, shown(answer));
      return shown(answer);
    },
  },
  {
    section: '7',
    sentence: 'A failure of the orientation exchange is an object with error, a string.',
    needs,
    run: (probe) =>
      each([{ DateContact: '2023-02-30' }, [], '{"a":', { TypeAccueilSouhaite: 'none' }], async (body) =>
        mustBeRefusedPartner(await probe.orientation(body)),
      ),
  },
  {
    section: 'Orientation exchange',
    sentence: 'The same number again is an update: the residence’s number stays.',
    needs,
    run: async (probe) => {
      const number = probe.newNumber();
      const first = await ourNumber(probe, { NumeroDemandeOrientationCR: number, GirEstime: 'GIR 3' });
      const second = await ourNumber(probe, { NumeroDemandeOrientationCR: number, GirEstime: 'GIR 2' });
      must(first === second, `${first}, then ${second}`);
      return `${first} both times`;
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'The same request sent again changes nothing, and the residence’s number stays.',
    needs,
    run: async (probe) => {
      const body = everything(probe);
      const first = await ourNumber(probe, body);
      const second = await ourNumber(probe, body);
      must(first === second, `${first}, then ${second}`);
      return `${first} both times`;
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'Two requests with the same number at the same instant make one.',
    needs,
    run: async (probe) => {
      const NumeroDemandeOrientationCR = probe.newNumber();
      const numbers = await Promise.all(
        ['GIR 1', 'GIR 2', 'GIR 3'].map((GirEstime) =>
          ourNumber(probe, { NumeroDemandeOrientationCR, GirEstime }),
        ),
      );
      must(new Set(numbers).size === 1, numbers.join(', '));
      return `${numbers[0]} each time`;
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'Other numbers are other requests, and so is each request without one.',
    needs,
    run: async (probe) => {
      const numbers = [
        await ourNumber(probe, { NumeroDemandeOrientationCR: probe.newNumber() }),
        await ourNumber(probe, { NumeroDemandeOrientationCR: probe.newNumber() }),
        await ourNumber(probe, {}),
        await ourNumber(probe, {}),
      ];
      must(new Set(numbers).size === numbers.length, numbers.join(', '));
      return numbers.join(', ');
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'Without a number a request is taken, and MessageProblemes says so.',
    needs,
    run: async (probe) => {
      const answer = await probe.orientation({ etablissementId: probe.establishment });
      const result = mustBeObject(answer);
      must(result.NumeroDemandeOrientationCR === '', shown(answer));
      return problemIn(answer, 'NumeroDemandeOrientationCR');
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'A number of another shape is taken, and MessageProblemes says so.',
    needs,
    run: async (probe) => {
      const number = probe.newCustomId();
      const answer = await probe.orientation({
        NumeroDemandeOrientationCR: number,
        etablissementId: probe.establishment,
      });
      must(mustBeObject(answer).NumeroDemandeOrientationCR === number, shown(answer));
      return problemIn(answer, 'NumeroDemandeOrientationCR');
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'Without etablissementId a request is taken, and MessageProblemes says so.',
    needs,
    run: async (probe) =>
      problemIn(
        await probe.orientation({ NumeroDemandeOrientationCR: probe.newNumber() }),
        'etablissementId',
      ),
  },
  {
    section: 'Orientation exchange',
    sentence: 'Of a request with nothing wrong MessageProblemes is empty, and Messagetraitements is not.',
    needs,
    run: async (probe) => {
      const answer = await probe.orientation(everything(probe));
      const { MessageProblemes, Messagetraitements } = mustBeObject(answer);
      must(MessageProblemes === '' && Messagetraitements !== '', shown(answer));
      return shown(answer);
    },
  },
  {
    section: 'Sending',
    sentence: 'AnneeNaissance takes a bare year, BudgetMensuel and UniteProtege their values as text.',
    needs,
    run: (probe) =>
      each(
        [
          { 'PersonneAgee / AnneeNaissance': '1938' },
          { BudgetMensuel: '2450.5' },
          { BudgetMensuel: 0 },
          { UniteProtege: 'true' },
        ],
        async (body) => taken(await probe.orientation(body)),
      ),
  },
  {
    section: 'Errors',
    sentence: 'Each wrong value of an orientation is 400 and named.',
    needs,
    run: (probe) =>
      each(
        [
          { field: 'etablissementId', value: 987654321 },
          { field: 'etablissementId', value: 'roseraie' },
          { field: 'DateContact', value: '2026-02-30' },
          { field: 'BudgetMensuel', value: -1 },
          { field: 'BudgetMensuel', value: 'beaucoup' },
          { field: 'UniteProtege', value: 'oui' },
          { field: 'TypeAccueilSouhaite', value: 'none' },
          { field: 'Contact / Civilite', value: 'none' },
          { field: 'Contact / Email', value: 'anne at example.org' },
          { field: 'PersonneAgee / Age', value: 131 },
          { field: 'PersonneAgee / AnneeNaissance', value: '1938-02-30' },
          { field: 'PersonneAgee2 / Email', value: 'anne@' },
        ],
        async ({ field, value }) =>
          mustFailPartner(await probe.orientation({ [field]: value }), 400, `${field}:`),
      ),
  },
  {
    section: 'Limits',
    sentence: 'A partner’s number may have 255 characters and not 256.',
    needs,
    run: async (probe) => {
      const number = probe.newCustomId().padEnd(255, '0');
      taken(await probe.orientation({ NumeroDemandeOrientationCR: number }));
      const tooLong = await probe.orientation({ NumeroDemandeOrientationCR: `${number}0` });
      return mustFailPartner(tooLong, 400, 'NumeroDemandeOrientationCR');
    },
  },
];

/** Contract 2.6. */
export function mustBeResult(result: Json): void {
  mustHaveKeys(result, orientationResultFields, 'the result');
  for (const field of orientationResultFields) {
    must(typeof result[field] === 'string', `${field}: ${JSON.stringify(result[field])}`);
  }
}

/** Success, whatever the result looks like: what it has to look like is a sentence of its own. */
function taken(answer: Answer): string {
  mustBeObject(answer);
  return shown(answer);
}

/** The residence's number of the request that this makes. */
export async function ourNumber(probe: Probe, body: Json): Promise<string> {
  const answer = await probe.orientation(body);
  const { NumeroDemandeOrientationRES: number } = mustBeObject(answer);
  must(typeof number === 'string' && number !== '', shown(answer));
  return number;
}

function problemIn(answer: Answer, named: string): string {
  const { MessageProblemes: problem } = mustBeObject(answer);
  must(typeof problem === 'string' && problem.includes(named), shown(answer));
  return shown(answer);
}

/** Every field of contract 2.5. */
function everything(probe: Probe): Json {
  const person = (who: string, first: string) => ({
    [`${who} / Civilite`]: 'contact.civility.mrs',
    [`${who} / Nom`]: 'Lefèvre',
    [`${who} / Prenom`]: first,
    [`${who} / Adresse`]: '3 place de la République',
    [`${who} / AdresseComplementaire`]: 'Bâtiment B',
    [`${who} / CodePostal`]: '49000',
    [`${who} / Localite`]: 'Angers',
    [`${who} / Email`]: 'famille.lefevre@example.org',
    [`${who} / Mobile`]: '+33639985678',
    [`${who} / Telephone`]: '+33199001234',
  });
  const elder = (who: string, first: string) => ({
    ...person(who, first),
    [`${who} / Age`]: 87,
    [`${who} / AnneeNaissance`]: '1938-02-11',
  });
  return {
    etablissementId: probe.establishment,
    NumeroDemandeOrientationCR: probe.newNumber(),
    DateContact: '2026-03-04',
    GirEstime: 'GIR 3',
    BudgetMensuel: 2450.5,
    CommentaireContact: 'Sortie d’hôpital prévue.',
    DelaiPlacementEstime: 'Moins d’1 mois',
    TypeAccueilSouhaite: 'commercial.sejourType.permanent',
    UniteProtege: false,
    ...person('Contact', 'Anne'),
    ...elder('PersonneAgee', 'Marcel'),
    ...elder('PersonneAgee2', 'Odette'),
  };
}
