import { must, mustBeObject, mustBeRefusedPartner, mustFailPartner, shown } from '../judging.ts';
import type { Sentence } from '../sentence.ts';
import { mustBeResult, ourNumber } from './orientation.ts';

const needs = 'partner';

/** Routes 11 and 12: following up, and testing the token. */
export const followUp: readonly Sentence[] = [
  {
    section: '4.2',
    sentence: 'Route 11 takes State Conclu with a Reason and answers an orientation result.',
    needs,
    run: async (probe) => {
      const number = probe.newNumber();
      await ourNumber(probe, { NumeroDemandeOrientationCR: number });
      const answer = await probe.followUp({
        NumeroDemandeOrientationCR: number,
        State: 'Conclu',
        Reason: 'La famille a choisi un maintien à domicile.',
      });
      mustBeResult(mustBeObject(answer));
      return shown(answer);
    },
  },
  {
    section: '4.2',
    sentence: 'Route 11 names the orientation by both its numbers.',
    needs,
    run: async (probe) => {
      const number = probe.newNumber();
      const ours = await ourNumber(probe, { NumeroDemandeOrientationCR: number });
      const answer = await probe.followUp({ NumeroDemandeOrientationCR: number, State: 'Conclu' });
      const result = mustBeObject(answer);
      must(
        result.NumeroDemandeOrientationCR === number && result.NumeroDemandeOrientationRES === ours,
        `${shown(answer)} for ${ours}`,
      );
      return shown(answer);
    },
  },
  {
    section: '4.2',
    sentence: 'Route 11 refuses a number that there is not, with error, a string.',
    needs,
    run: async (probe) =>
      mustBeRefusedPartner(
        await probe.followUp({ NumeroDemandeOrientationCR: probe.newNumber(), State: 'Conclu' }),
      ),
  },
  {
    section: '4.2',
    sentence: 'Route 12 answers the JSON string "OK" with status 200.',
    needs,
    run: async (probe) => {
      const answer = await probe.askPartner({
        method: 'POST',
        path: '/test',
        headers: { authorization: `Bearer ${probe.target.partner?.token ?? ''}` },
      });
      must(answer.status === 200 && answer.body.trim() === '"OK"', shown(answer));
      return shown(answer);
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'A follow-up without a number is 400, with an unknown one 404.',
    needs,
    run: async (probe) => {
      mustFailPartner(await probe.followUp({ State: 'Conclu' }), 400, 'NumeroDemandeOrientationCR');
      return mustFailPartner(
        await probe.followUp({ NumeroDemandeOrientationCR: probe.newNumber(), State: 'Conclu' }),
        404,
        'NumeroDemandeOrientationCR',
      );
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'State is any text of up to 255 characters.',
    needs,
    run: async (probe) => {
      const number = probe.newNumber();
      await ourNumber(probe, { NumeroDemandeOrientationCR: number });
      const State = 'é'.repeat(255);
      const answer = await probe.followUp({ NumeroDemandeOrientationCR: number, State });
      must(answer.status === 200, shown(answer));
      const tooLong = { NumeroDemandeOrientationCR: number, State: `${State}é` };
      return mustFailPartner(await probe.followUp(tooLong), 400, 'State');
    },
  },
  {
    section: 'Orientation exchange',
    sentence: 'Route 12 answers "OK" whatever the body.',
    needs,
    run: async (probe) => {
      const answer = await probe.askPartner({
        method: 'POST',
        path: '/test',
        headers: {
          authorization: `Bearer ${probe.target.partner?.token ?? ''}`,
          'content-type': 'text/plain',
        },
        body: '{"no":',
      });
      must(answer.status === 200 && answer.json === 'OK', shown(answer));
      return shown(answer);
    },
  },
];
