// The answer to a person without an e-mail address, on paper.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';

onSqlite('an answer on paper', (engine) => {
  it('has the head of the residence, whom it is for and what was answered, as it was typed', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const at3 = (role: 'direction' | 'commercial') => signIn(service, [{ role, establishmentId: 3 }]);
    const direction = await at3('direction');
    const body = { firstName: 'Luc', lastName: 'Morel', contact: 'Le chauffage est en panne.' };
    const type = '&type=survey.type.complaint';
    const id = await send(service, 'a', body, 'etablissement/3/survey/create', type);
    const page = async () => {
      const answer = await direction.get(`/desk/entries/${id}/answer`);
      assert.equal(answer.statusCode, 200);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      return answer.body;
    };
    const empty = await page();
    assert.ok(!empty.includes('en panne'), 'what the family wrote is no answer');
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Réparé <hier>.\nPardon.' }));
    const printed = await page();
    for (const words of ['Le Clos des Vignes', 'Luc Morel', `(n° ${id})`, 'Réparé &lt;hier&gt;.\nPardon.'])
      assert.ok(printed.includes(words), words);
    const commercial = await at3('commercial');
    assertFailure(await commercial.get(`/desk/entries/${id}/answer`), 404, 'NOTFOUND');
    const lead = await send(service, 'b', {});
    assertFailure(await direction.get(`/desk/entries/${lead}/answer`), 404, 'NOTFOUND');
  });
});
