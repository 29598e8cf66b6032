import { type Check, partnerCheck } from '../check.ts';
import {
  excerpt,
  expect,
  expectObject,
  expectPartnerFailure,
  expectPartnerRefusal,
  verify,
} from '../expect.ts';
import { expectResult, ourNumber } from './orientation.ts';

/** Routes 11 and 12: following up, and testing the token. */
export const followUp: readonly Check[] = [
  partnerCheck(
    '4.2',
    'Route 11 takes State Conclu with a Reason and answers an orientation result.',
    async (client) => {
      const number = client.newNumber();
      await ourNumber(client, { NumeroDemandeOrientationCR: number });
      const response = await client.followUp({
        NumeroDemandeOrientationCR: number,
        State: 'Conclu',
        Reason: 'La famille a choisi un maintien à domicile.',
      });
      expectResult(expectObject(response));
      return excerpt(response);
    },
  ),
  partnerCheck('4.2', 'Route 11 names the orientation by both its numbers.', async (client) => {
    const number = client.newNumber();
    const ours = await ourNumber(client, { NumeroDemandeOrientationCR: number });
    const response = await client.followUp({ NumeroDemandeOrientationCR: number, State: 'Conclu' });
    const result = expectObject(response);
    expect(
      result.NumeroDemandeOrientationCR === number && result.NumeroDemandeOrientationRES === ours,
      `${excerpt(response)} for ${ours}`,
    );
    return excerpt(response);
  }),
  partnerCheck('4.2', 'Route 11 refuses a number that there is not, with error, a string.', async (client) =>
    expectPartnerRefusal(
      await client.followUp({ NumeroDemandeOrientationCR: client.newNumber(), State: 'Conclu' }),
    ),
  ),
  partnerCheck('4.2', 'Route 12 answers the JSON string "OK" with status 200.', async (client) => {
    const response = await client.requestPartner({
      method: 'POST',
      path: '/test',
      headers: { authorization: `Bearer ${client.target.partner?.token ?? ''}` },
    });
    return verify(response.status === 200 && response.body.trim() === '"OK"', excerpt(response));
  }),
  partnerCheck(
    'Orientation exchange',
    'A follow-up without a number is 400, with an unknown one 404.',
    async (client) => {
      expectPartnerFailure(await client.followUp({ State: 'Conclu' }), 400, 'NumeroDemandeOrientationCR');
      return expectPartnerFailure(
        await client.followUp({ NumeroDemandeOrientationCR: client.newNumber(), State: 'Conclu' }),
        404,
        'NumeroDemandeOrientationCR',
      );
    },
  ),
  partnerCheck('Orientation exchange', 'State is any text of up to 255 characters.', async (client) => {
    const number = client.newNumber();
    await ourNumber(client, { NumeroDemandeOrientationCR: number });
    const State = 'é'.repeat(255);
    const response = await client.followUp({ NumeroDemandeOrientationCR: number, State });
    expect(response.status === 200, excerpt(response));
    const tooLong = { NumeroDemandeOrientationCR: number, State: `${State}é` };
    return expectPartnerFailure(await client.followUp(tooLong), 400, 'State');
  }),
  partnerCheck('Orientation exchange', 'Route 12 answers "OK" whatever the body.', async (client) => {
    const response = await client.requestPartner({
      method: 'POST',
      path: '/test',
      headers: {
        authorization: `Bearer ${client.target.partner?.token ?? ''}`,
        'content-type': 'text/plain',
      },
      body: '{"no":',
    });
    return verify(response.status === 200 && response.json === 'OK', excerpt(response));
  }),
];
