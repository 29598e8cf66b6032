// What people, form plug-ins and telephone systems really send, from the outside.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { onOneEngine, startService, type TestService } from '../fixtures/service.ts';
import { foundByPhone, lastEntry } from '../fixtures/stored-entry.ts';

/** What stands in a phone field, and how the number is asked for. `#` stands for two digits of its own. */
const phones: readonly (readonly [typed: string, asked: string])[] = [
  ['06399843# 18h-20h', '06399843#'],
  ['06 39 98 43 # (18h)', '06399843#'],
  ['06 39 98 43 # 18h30', '06 39 98 43 #'],
  ['06 39 98 43 # 7j/7', '+33639984 3#'],
  ['06 39 98 43 # 85 ans', '06399843#'],
  ['06.39.98.43.# - 12/24', '06399843#'],
  ['06 39 98 43 #', '336399843#'],
  ['336399843#', '06399843#'],
  ['06399843# 0261911234', '06399843#'],
  ['6399843#.0', '06399843#'],
  ['sip:+336399843#@voip.example.org:5060', '06399843#'],
  ['0\ufe0f6\u200b 39 98 43 #', '06399843#'],
  ['२ # : 06 39 98 43 #', '06399843#'],
];

onOneEngine('the door', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  const post = async (body: object, path = 'etablissement/5/commercial/create') => {
    const answer = await service.post(`/fr/${path}?${service.query}`, { lastNameClient: 'Essai', ...body });
    assert.equal(answer.body, '"ok"', `${JSON.stringify(body)}: ${answer.body}`);
    return (await lastEntry(service.database)).id;
  };

  it('a number is found whatever stands around it, by the check, the search and the family', async () => {
    for (const [i, [typed, asked]] of phones.entries()) {
      const own = (text: string) => text.replaceAll('#', String(10 + i));
      const id = await post({ phoneClient: own(typed) });
      const phone = encodeURIComponent(own(asked));
      assert.deepEqual(await foundByPhone(service, phone), [id], typed);
      const found = (await desk.get(`/desk/search?q=${phone}`)).json();
      assert.ok(JSON.stringify(found).includes(`"id":${id},`), `${typed}: ${JSON.stringify(found)}`);
      const pasted = (
        await desk.get(`/desk/search?q=${encodeURIComponent(`Tél. ${own(asked)} (18h)`)}`)
      ).json();
      assert.ok(JSON.stringify(pasted).includes(`"id":${id},`), `${typed}: ${JSON.stringify(pasted)}`);
    }
  });

  it('an objection holds for a number with hours behind it', async () => {
    const id = await post({ phoneClient: '0639984341 18h-20h' });
    assert.equal((await desk.post('/desk/privacy/objections', { phone: '0639984341' })).statusCode, 200);
    const { objection } = (await desk.get(`/desk/entries/${id}`)).json();
    assert.equal(objection.on, '2026-03-04');
  });
});
