import { each, must, mustBeObject, mustFail, mustHaveKeys, shown } from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Answer } from '../request.ts';
import type { Sentence } from '../sentence.ts';
import { establishmentsOf, idsOf, mustBeEstablishment } from './directories.ts';

const all = (probe: Probe) => probe.get('/fr/jobs');
const ofGroup = (probe: Probe, group: string) => probe.get(`/fr/jobs/${group}`);
const ofOne = (probe: Probe, id: number | string) =>
  probe.get('/fr/jobs', { [probe.names.establishmentFilter]: id });

/** Routes 7 and 8: job offers. */
export const jobs: readonly Sentence[] = [
  {
    section: '2.10',
    sentence:
      'A job count has etablissements, an array of Establishment, and totalAnnouncements, an integer.',
    run: async (probe) => {
      const answers = [await all(probe), await ofOne(probe, probe.establishment)];
      for (const group of probe.groups) answers.push(await ofGroup(probe, group));
      for (const answer of answers) {
        mustHaveKeys(mustBeObject(answer), ['etablissements', 'totalAnnouncements'], 'the count');
        for (const establishment of establishmentsOf(answer)) mustBeEstablishment(establishment);
        totalOf(answer);
      }
      return `${answers.length} counts, of which the first says ${totalOf(answers[0])}`;
    },
  },
  {
    section: '4.1',
    sentence: 'Route 7 has the establishments of the group.',
    run: (probe) =>
      each(probe.groups, async (group) => {
        const listed = idsOf(await probe.get(`/fr/etablissements/${group}`));
        const counted = idsOf(await ofGroup(probe, group));
        must(String(listed) === String(counted), `listed ${listed}, counted ${counted}`);
        return `ids ${counted.join(', ')}`;
      }),
  },
  {
    section: '4.1',
    sentence: 'Route 8 has every establishment when none is chosen.',
    needs: 'contract residences',
    run: async (probe) => {
      const ids = idsOf(await all(probe)).toSorted((a, b) => a - b);
      must(String(ids) === String(probe.establishments), `ids ${ids.join(', ')}`);
      return `ids ${ids.join(', ')}`;
    },
  },
  {
    section: '4.1',
    sentence: 'Route 8 has the chosen establishment alone.',
    run: (probe) =>
      each(probe.establishments, async (id) => {
        const answer = await ofOne(probe, id);
        must(String(idsOf(answer)) === String(id), shown(answer));
        return shown(answer);
      }),
  },
  {
    section: 'Residences and job offers',
    sentence: 'totalAnnouncements of all establishments is the sum of those of each.',
    run: async (probe) => {
      const answer = await all(probe);
      let sum = 0;
      for (const id of idsOf(answer)) sum += totalOf(await ofOne(probe, id));
      must(sum === totalOf(answer), `${totalOf(answer)}, and ${sum} one by one`);
      return `${sum} both ways`;
    },
  },
  {
    section: 'Errors',
    sentence: 'A group without a job count is 404 NOTFOUND.',
    run: async (probe) => mustFail(await ofGroup(probe, 'no-such-group'), 404, 'NOTFOUND'),
  },
  {
    section: 'Errors',
    sentence: 'An establishment chosen for route 8 that there is not, or is no integer, is 400 and named.',
    run: (probe) =>
      each([987654321, 'roseraie'], async (id) =>
        mustFail(await ofOne(probe, id), 400, 'INVALID', `${probe.names.establishmentFilter}:`),
      ),
  },
];

function totalOf(answer: Answer | undefined): number {
  if (answer === undefined) return 0;
  const { totalAnnouncements } = mustBeObject(answer);
  must(
    typeof totalAnnouncements === 'number' && Number.isInteger(totalAnnouncements) && totalAnnouncements >= 0,
    `totalAnnouncements: ${JSON.stringify(totalAnnouncements)}`,
  );
  return totalAnnouncements;
}
