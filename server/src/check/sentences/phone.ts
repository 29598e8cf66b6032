import { randomInt } from 'node:crypto';
import { each, type Json, must, mustBeObjects, mustBeOk, mustFail, mustHaveKeys, shown } from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Sentence } from '../sentence.ts';
import { commercialTypes, resultats } from '../the-contract.ts';

const check = (probe: Probe, phone: string) => probe.get('/fr/commercial/checkPhone', { phone });

/** Route 4. What it finds is tried only with `--write`: tests are not found. */
export const phone: readonly Sentence[] = [
  {
    section: '4.1',
    sentence: 'Route 4 answers an array, and each record in it has the fields of 2.8.',
    run: (probe) =>
      each(['06 39 98 12 34', '0199001234'], async (number) => {
        const answer = await check(probe, number);
        for (const record of mustBeObjects(answer)) mustBeRecord(record, probe);
        return shown(answer);
      }),
  },
  {
    section: 'Phone check',
    sentence: 'Without a phone, or with an empty one, it is 400 INVALID and phone is named.',
    run: async (probe) => {
      mustFail(await probe.get('/fr/commercial/checkPhone'), 400, 'INVALID', 'phone');
      return mustFail(await check(probe, ''), 400, 'INVALID', 'phone');
    },
  },
  {
    section: 'Phone check',
    sentence: 'A phone with fewer than four digits finds nothing.',
    run: async (probe) => {
      const answer = await check(probe, '012');
      must(mustBeObjects(answer).length === 0, shown(answer));
      return shown(answer);
    },
  },
  {
    section: '4.1',
    sentence: 'Route 4 finds the phones of the client and of related persons.',
    needs: 'write',
    async run(probe) {
      const [landline, mobile, theirs, theirMobile] = [newPhone(), newPhone(), newPhone(), newPhone()];
      const customId = await real(probe, {
        phoneClient: landline,
        cellphoneClient: mobile,
        commercialrelations: [{ phone: theirs, cellphone: theirMobile }],
      });
      return each([landline, mobile, theirs, theirMobile], async (number) => {
        const answer = await check(probe, number);
        must(
          mustBeObjects(answer).some((record) => record.customId === customId),
          shown(answer),
        );
        return shown(answer);
      });
    },
  },
  {
    section: '2.8',
    sentence:
      'A phone-match record tells gclid, customId, partnerid, result and contact type as they were sent.',
    needs: 'write',
    async run(probe) {
      const { commercialType, resultat, partnerid } = probe.names;
      const number = newPhone();
      const customId = await real(probe, {
        phoneClient: number,
        gclid: 'Cj0KCQiA-check',
        [partnerid]: '2026 / 001_002_003',
        [commercialType]: 'commercial.type.website',
        [resultat]: 'commercial.resultat.nosuite',
      });
      const answer = await check(probe, number);
      const record = mustBeObjects(answer).find((one) => one.customId === customId);
      must(record !== undefined, shown(answer));
      mustBeRecord(record, probe);
      must(
        record.gclid === 'Cj0KCQiA-check' &&
          record[partnerid] === '2026 / 001_002_003' &&
          record.type === 'commercial.type.website' &&
          record.resultat === 'commercial.resultat.nosuite',
        shown(answer),
      );
      return shown(answer);
    },
  },
  {
    section: '4.1',
    sentence: 'Route 4 returns every entry that matches.',
    needs: 'write',
    async run(probe) {
      const number = newPhone();
      const first = await real(probe, { phoneClient: number });
      const second = await real(probe, { commercialrelations: [{ phone: number }] });
      const answer = await check(probe, number);
      const found = mustBeObjects(answer).map(({ customId }) => customId);
      must(found.includes(first) && found.includes(second), shown(answer));
      return shown(answer);
    },
  },
  {
    section: 'Phone check',
    sentence: 'The newest match comes first.',
    needs: 'write',
    async run(probe) {
      const number = newPhone();
      const first = await real(probe, { phoneClient: number });
      const second = await real(probe, { phoneClient: number });
      const answer = await check(probe, number);
      const found = mustBeObjects(answer).map(({ customId }) => customId);
      must(found.includes(first) && found.indexOf(second) < found.indexOf(first), shown(answer));
      return shown(answer);
    },
  },
  {
    section: 'Phone check',
    sentence: 'A French number matches however it is written.',
    needs: 'write',
    async run(probe) {
      const number = newPhone();
      const customId = await real(probe, { phoneClient: number });
      const national = number.slice(1);
      return each(
        [`+33${national}`, `0033${national}`, `+33 (0)${national}`, number.replaceAll(/(..)/g, '$1.')],
        async (written) => {
          const answer = await check(probe, written);
          must(
            mustBeObjects(answer).some((record) => record.customId === customId),
            shown(answer),
          );
          return shown(answer);
        },
      );
    },
  },
  {
    section: 'Phone check',
    sentence: 'phoneAdresseur is not searched.',
    needs: 'write',
    async run(probe) {
      const number = newPhone();
      const customId = await real(probe, { phoneAdresseur: number });
      const answer = await check(probe, number);
      must(
        mustBeObjects(answer).every((record) => record.customId !== customId),
        shown(answer),
      );
      return shown(answer);
    },
  },
];

/** Contract 2.8; what is not known is null. */
function mustBeRecord(record: Json, { names: { partnerid } }: Probe): void {
  mustHaveKeys(record, ['id', 'gclid', 'customId', partnerid, 'resultat', 'type'], 'a record');
  must(Number.isInteger(record.id), `id: ${JSON.stringify(record.id)}`);
  for (const key of ['gclid', 'customId', partnerid]) {
    const value = record[key];
    must(value === null || typeof value === 'string', `${key}: ${JSON.stringify(value)}`);
  }
  const { type, resultat } = record;
  must(type === null || commercialTypes.some((one) => one === type), `type: ${JSON.stringify(type)}`);
  must(
    resultat === null || resultats.some((one) => one === resultat),
    `resultat: ${JSON.stringify(resultat)}`,
  );
}

/** Makes a real entry, which staff can tell by its words; answers its customId. */
async function real(probe: Probe, body: Json): Promise<string> {
  const customId = probe.newCustomId();
  mustBeOk(
    await probe.realCommercial({
      lastNameClient: 'Vérification',
      comment: 'Entrée de vérification (accueil check) : à écarter.',
      ...body,
      customId,
    }),
  );
  return customId;
}

/** A number of a range kept for fiction. */
function newPhone(): string {
  return `019900${String(randomInt(10_000)).padStart(4, '0')}`;
}
