import {
  each,
  isObject,
  type Json,
  must,
  mustBeObject,
  mustBeRefused,
  mustFail,
  mustHaveKeys,
  objectAt,
  shown,
} from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Answer } from '../request.ts';
import type { Sentence } from '../sentence.ts';
import { establishmentIntegers, establishmentStrings, noEstablishment } from '../the-contract.ts';

const show = (probe: Probe, id: number | string) => probe.get(`/fr/etablissement/show/${id}`);
const list = (probe: Probe, group: string) => probe.get(`/fr/etablissements/${group}`);

/** Routes 5 and 6: groups and residences. */
export const directories: readonly Sentence[] = [
  {
    section: '2.1',
    sentence: 'The establishments 1, 3, 4, 5, 6, 7, 8, 9 and 10 can be shown.',
    needs: 'contract residences',
    run: (probe) =>
      each(probe.establishments, async (id) => {
        const answer = await show(probe, id);
        must(mustBeObject(answer).id === id, shown(answer));
        return shown(answer);
      }),
  },
  {
    section: '2.1',
    sentence: 'Establishment 2, which there is not, is refused.',
    needs: 'contract residences',
    run: async (probe) => mustBeRefused(await show(probe, noEstablishment)),
  },
  {
    section: '2.1',
    sentence: 'Each group can be listed.',
    run: (probe) =>
      each(probe.groups, async (group) => {
        const answer = await list(probe, group);
        mustBeObject(answer);
        return shown(answer);
      }),
  },
  {
    section: '2.1',
    sentence: 'A group that there is not is refused.',
    run: async (probe) => mustBeRefused(await list(probe, 'no-such-group')),
  },
  {
    section: '2.2',
    sentence:
      'An Establishment has every field: id and groupement_id are integers, every other one is a string.',
    run: (probe) =>
      each(probe.establishments, async (id) => {
        const answer = await show(probe, id);
        mustBeEstablishment(mustBeObject(answer));
        return shown(answer);
      }),
  },
  {
    section: '2.2',
    sentence: 'The group list and the show route tell the same of an establishment.',
    run: (probe) =>
      each(probe.groups, async (group) => {
        const [first] = establishmentsOf(await list(probe, group));
        if (first === undefined) return 'a group without establishments';
        const answer = await show(probe, String(first.id));
        const differing = Object.entries(mustBeObject(answer)).filter(([key, value]) => first[key] !== value);
        must(differing.length === 0, `${differing.map(([key]) => key).join(', ')} differ`);
        return shown(answer);
      }),
  },
  {
    section: '2.10',
    sentence:
      'A group listing has etablissements, an array of Establishment, and personnel.nb and medecins.nb, integers.',
    run: (probe) =>
      each(probe.groups, async (group) => {
        const answer = await list(probe, group);
        const listing = mustBeObject(answer);
        mustHaveKeys(listing, ['etablissements', 'personnel', 'medecins'], 'the listing');
        for (const establishment of establishmentsOf(answer)) mustBeEstablishment(establishment);
        for (const who of ['personnel', 'medecins']) {
          const { nb } = objectAt(listing, who, answer);
          must(Number.isInteger(nb) && Number(nb) >= 0, `${who}.nb: ${JSON.stringify(nb)}`);
        }
        return shown(answer);
      }),
  },
  {
    section: 'Residences and job offers',
    sentence: 'Establishments come in the order of their ids.',
    run: (probe) =>
      each(probe.groups, async (group) => {
        const ids = idsOf(await list(probe, group));
        must(String(ids) === String(ids.toSorted((a, b) => a - b)), ids.join(', '));
        return `ids ${ids.join(', ')}`;
      }),
  },
  {
    section: 'Residences and job offers',
    sentence: 'Doctors count among the medical staff.',
    run: (probe) =>
      each(probe.groups, async (group) => {
        const answer = await list(probe, group);
        const listing = mustBeObject(answer);
        const all = objectAt(listing, 'personnel', answer).nb;
        const doctors = objectAt(listing, 'medecins', answer).nb;
        must(Number(doctors) <= Number(all), `${doctors} doctors among ${all}`);
        return `${doctors} doctors among ${all}`;
      }),
  },
  {
    section: 'Errors',
    sentence: 'A residence in the path that is no integer is 400, one that there is not 404 NOTFOUND.',
    run: async (probe) => {
      for (const id of ['5a', '5.5', 'roseraie']) mustFail(await show(probe, id), 400, 'INVALID');
      return mustFail(await show(probe, 987654321), 404, 'NOTFOUND');
    },
  },
  {
    section: 'Errors',
    sentence: 'A group that there is not is 404 NOTFOUND.',
    run: async (probe) => mustFail(await list(probe, 'no-such-group'), 404, 'NOTFOUND'),
  },
];

/** The `etablissements` of a group listing or a job count. */
export function establishmentsOf(answer: Answer): readonly Json[] {
  const { etablissements } = mustBeObject(answer);
  must(
    Array.isArray(etablissements) && etablissements.every(isObject),
    `no etablissements: ${shown(answer)}`,
  );
  return etablissements;
}

export function idsOf(answer: Answer): number[] {
  return establishmentsOf(answer).map(({ id }) => Number(id));
}

/** Contract 2.2. */
export function mustBeEstablishment(establishment: Json): void {
  const what = `establishment ${JSON.stringify(establishment.id)}`;
  mustHaveKeys(establishment, [...establishmentIntegers, ...establishmentStrings], what);
  for (const key of establishmentIntegers) {
    must(Number.isInteger(establishment[key]), `${what}, ${key}: ${JSON.stringify(establishment[key])}`);
  }
  for (const key of establishmentStrings) {
    const value = establishment[key];
    must(typeof value === 'string', `${what}, ${key}: ${JSON.stringify(value)}`);
  }
}
