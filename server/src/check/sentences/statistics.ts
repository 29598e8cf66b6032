import { each, type Json, must, mustBeObjects, mustBeOk, mustFail, mustHaveKeys } from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Sentence } from '../sentence.ts';
import { statisticsFields } from '../the-contract.ts';
import { establishmentsOf } from './directories.ts';

const ofYear = (probe: Probe, year: number | string) => probe.get(`/fr/statscontact/${year}`);
const years = [2024, 2025, 2026] as const;

/** A year in which nobody else has contacts; the one of the tests is another. */
const yearOfReal = 1901;

/** Route 9. What it counts is tried only with `--write`: tests are not counted. */
export const statistics: readonly Sentence[] = [
  {
    section: '2.9',
    sentence: 'A statistics record has id, total and hasAction, integers, and name, a string.',
    run: (probe) =>
      each(years, async (year) => {
        const records = mustBeObjects(await ofYear(probe, year));
        for (const record of records) mustBeRecord(record);
        return `${records.length} records, such as ${JSON.stringify(records[0])}`;
      }),
  },
  {
    section: '2.9',
    sentence: 'hasAction counts some of total.',
    run: (probe) =>
      each(years, async (year) => {
        const records = mustBeObjects(await ofYear(probe, year));
        const wrong = records.find(({ total, hasAction }) => Number(hasAction) > Number(total));
        must(wrong === undefined, JSON.stringify(wrong));
        return `${records.length} records`;
      }),
  },
  {
    section: '4.1',
    sentence: 'Route 9 has one record for every establishment, with its name.',
    run: async (probe) => {
      const named = (record: Json) => `${record.id} ${record.name}`;
      const establishments = establishmentsOf(await probe.get('/fr/jobs'))
        .map(named)
        .sort();
      return each([...years, 2998], async (year) => {
        const records = mustBeObjects(await ofYear(probe, year))
          .map(named)
          .sort();
        must(records.join() === establishments.join(), records.join(', '));
        return records.join(', ');
      });
    },
  },
  {
    section: 'Yearly statistics',
    sentence: 'Records come in the order of the establishments’ ids.',
    run: async (probe) => {
      const ids = mustBeObjects(await ofYear(probe, 2026)).map(({ id }) => Number(id));
      must(String(ids) === String(ids.toSorted((a, b) => a - b)), ids.join(', '));
      return `ids ${ids.join(', ')}`;
    },
  },
  {
    section: 'Yearly statistics',
    sentence: 'A year that is no integer, before 1900 or after 2999 is 400 INVALID.',
    run: (probe) =>
      each(['2026a', '2026.5', 'now', '1899', '3000'], async (year) =>
        mustFail(await ofYear(probe, year), 400, 'INVALID', 'year'),
      ),
  },
  {
    section: '4.1',
    sentence:
      'Route 9 counts an entry in the year of its contact date, and in hasAction when it has an action.',
    needs: 'write',
    async run(probe) {
      const before = await countsOf(probe);
      const entry = {
        lastNameClient: 'Vérification',
        comment: 'Entrée de vérification (accueil check) : à écarter.',
        dateFirstContact: `${yearOfReal}-03-04`,
      };
      const commercialactions = [{ date: `${yearOfReal}-03-05`, comment: 'Rappelée' }];
      mustBeOk(await probe.realCommercial({ ...entry, customId: probe.newCustomId() }));
      mustBeOk(await probe.realCommercial({ ...entry, customId: probe.newCustomId(), commercialactions }));
      const after = await countsOf(probe);
      must(
        after.total - before.total === 2 && after.hasAction - before.hasAction === 1,
        `${JSON.stringify(before)}, then ${JSON.stringify(after)}`,
      );
      return `${JSON.stringify(before)}, then ${JSON.stringify(after)}`;
    },
  },
];

async function countsOf(probe: Probe): Promise<{ total: number; hasAction: number }> {
  const records = mustBeObjects(await ofYear(probe, yearOfReal));
  const record = records.find(({ id }) => id === probe.establishment);
  must(record !== undefined, JSON.stringify(records));
  mustBeRecord(record);
  return { total: Number(record.total), hasAction: Number(record.hasAction) };
}

/** Contract 2.9. */
function mustBeRecord(record: Json): void {
  mustHaveKeys(record, statisticsFields, 'a record');
  for (const key of ['id', 'total', 'hasAction']) {
    must(Number.isInteger(record[key]), `${key}: ${JSON.stringify(record[key])}`);
  }
  must(typeof record.name === 'string', `name: ${JSON.stringify(record.name)}`);
}
