import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { onOneEngine, startService, type TestService } from '../../../test/fixtures/service.ts';
import { replaceSearchTerms, searchWordsOf } from './search-terms.ts';

onOneEngine('letters and parts of names', (engine) => {
  let service: TestService;
  let desk: Desk;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
  });
  after(() => service.close());

  const inBar = async (q: string) =>
    (
      await ok<{ groups: { data: { id: number }[] }[] }>(desk.get(`/desk/search?q=${encodeURIComponent(q)}`))
    ).groups.flatMap(({ data }) => data.map(({ id }) => id));
  const byOfficer = async (lastName: string) => {
    const ids = new Set<number>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const part = await ok<{ traces: { id: number }[]; cursor: string | null }>(
        officer.post('/desk/privacy/find', { lastName, ...(cursor !== undefined && { cursor }) }),
      );
      for (const { id } of part.traces) ids.add(id);
      cursor = part.cursor;
    }
    return [...ids];
  };

  it('a name is found by its letters without strokes, whole or in parts', async () => {
    for (const spellings of [
      ['Łukasz', 'lukasz', 'ŁUKASZ'],
      ['Jørgensen', 'jorgensen', 'JØRGENSEN'],
      ['Đorđević', 'dordevic', 'Ðorðević'],
      ['Þórsson', 'thorsson', 'ÞÓRSSON'],
      ['Yıldız', 'yildiz', 'YILDIZ', 'Yİldiz'],
      ['Ħabib', 'habib'],
      ['de La Tour', 'delatour', 'De-La-Tour', 'DE LA TOUR'],
      ['Jean-Pierre', 'Jean Pierre', 'jeanpierre'],
      ['D’Haënens', 'dhaenens', "d'haenens"],
      ['Le Febvre', 'lefebvre', 'LE-FEBVRE'],
    ]) {
      const ids: number[] = [];
      for (const lastNameClient of spellings) {
        const customId = `${engine}-${lastNameClient}`;
        ids.push(await send(service, customId, { lastNameClient }));
      }
      for (const typed of spellings) {
        assert.deepEqual((await inBar(typed)).toSorted(), ids, `${typed} in the bar`);
        assert.deepEqual((await byOfficer(typed)).toSorted(), ids, `${typed} by the officer`);
      }
    }
    assert.equal((await inBar('latour')).length, 3, 'a part that follows');
    assert.deepEqual(await inBar('tourla'), []);
  });

  it('search words that an earlier version stored are replaced', async () => {
    const id = await send(service, 'before', { lastNameClient: 'Małecki' });
    await service.database.transaction((tx) => replaceSearchTerms(tx, id, ['małecki']));
    assert.deepEqual(await inBar('malecki'), []);
    const words = searchWordsOf([{ lastNameClient: 'Małecki' }]);
    await service.database.transaction((tx) => replaceSearchTerms(tx, id, words));
    assert.deepEqual(await inBar('malecki'), [id]);
  });
});
