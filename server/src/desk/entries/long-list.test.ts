// Lists that are too long to be read whole are walked through instead: they must show the same.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

const many = 10_400;

/**
 * Many entries of residences 3 and 5, each called Martin and with the same phone; days of contact repeat. Of whatever
 * lists filter by most have one value or none, some another, and staff have dealt with most.
 */
async function storeMany({ database }: TestService): Promise<void> {
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many}) select * from n`;
  await execute(
    database,
    `insert into entries (id, kind, establishment_id, type, sejour_type, resultat, motif, stage, status, flagged, test, contact_date, received_at, fields)
     select i, 'commercial', case when i % 20 = 0 then 5 else 3 end,
       case when i % 4000 = 0 then 'commercial.type.visite' when i % 5000 > 20 then 'commercial.type.phone' end,
       case when i % 300 = 1 then 'commercial.sejourType.temporaire' when i % 300 <> 2 then 'commercial.sejourType.permanent' end,
       case when i % 200 = 3 then 'commercial.resultat.nosuite' when i % 200 = 4 then 'commercial.resultat.realisee' end,
       case when i % 150 = 3 then 'commercial.motif.autre' when i % 350 = 5 then 'commercial.motif.financier' end,
       case when i % 90 = 6 then 'Visite' end, case when i % 70 = 7 then 'new' else 'processed' end, 0, 0,
       '2026-01-' || (10 + (i * 7) % 19), '2026-03-04T09:00:00.000Z', '{}'
     from (${numbers}) as numbers`,
  );
  await execute(database, `insert into entry_words (rowid, words) select id, 'martin' from entries`);
  await execute(database, `insert into entry_phones (key, entry_id) select '639981234', id from entries`);
}

interface Page {
  readonly data: readonly { readonly id: number }[];
  readonly total: unknown;
  readonly next: string | null;
  readonly previous: string | null;
}

async function page(desk: Desk, query: string): Promise<Page> {
  const answer = await desk.get(`/desk/entries?kind=commercial&limit=20&${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
const ids = ({ data }: Page) => data.map(({ id }) => id);

onSqlite('a long list', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
    await storeMany(service);
  });
  after(() => service.close());

  it('a long list is walked through as a short one is', async () => {
    const inOrder = async (order: string) => {
      const query = `select id from entries order by ${order}`;
      return (await rows<{ id: number }>(service.database, query)).map(({ id }) => id);
    };
    for (const [query, order] of [
      ['', 'id desc'],
      ['order=asc', 'id'],
      ['sort=contactDate', 'contact_date desc, id desc'],
      ['sort=contactDate&order=asc', 'contact_date, id'],
    ] as const) {
      const expected = await inOrder(order);
      for (const q of ['', 'q=martin&', 'q=0639981234&', 'q=martin%20mar&']) {
        const first = await page(desk, q + query);
        assert.deepEqual(first.total, { count: 1_000, exact: false });
        assert.equal(first.previous, null);
        const second = await page(desk, `${q}${query}&after=${first.next}`);
        assert.deepEqual([...ids(first), ...ids(second)], expected.slice(0, 40), `${q}${query}`);
        const back = await page(desk, `${q}${query}&before=${second.previous}`);
        assert.deepEqual(ids(back), ids(first));
        assert.equal(back.previous, null);
      }
    }
    // Also the last matches of a search with many.
    const oldest = (await page(desk, 'q=martin&order=asc')).data[0]?.id;
    const cursor = Buffer.from(JSON.stringify(['received', 31])).toString('base64url');
    const last = await page(desk, `q=martin&after=${cursor}`);
    assert.deepEqual([oldest, ids(last).length, last.next === null], [1, 20, false]);
    const end = await page(desk, `q=martin&after=${last.next}`);
    assert.deepEqual([ids(end), end.next], [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], null]);
  });

  it('a long list is filtered and within reach to its very end', async () => {
    const here = await signIn(service, [{ role: 'reader', establishmentId: 5 }]);
    for (const sort of ['', '&sort=contactDate']) {
      const visits = await page(desk, `type=commercial.type.visite${sort}`);
      assert.deepEqual(ids(visits).sort(), [4000, 8000]);
      assert.deepEqual(visits.total, { count: 2, exact: true });
      // Of which the newest 10000 that a search finds hold one.
      const found = await page(desk, `q=martin&to=2026-01-31&type=commercial.type.visite${sort}`);
      assert.deepEqual(ids(found).sort(), [4000, 8000]);
      const few = await page(here, `q=martin&type=commercial.type.phone&order=asc${sort}`);
      assert.ok(ids(few).every((id) => id % 20 === 0));
    }
    const oldest = await page(here, 'q=martin&order=asc');
    assert.deepEqual(ids(oldest).slice(0, 3), [20, 40, 60]);
    assert.deepEqual((await page(here, '')).total, { count: many / 20, exact: true });
  });

  it('a name finds that name before those that begin with it', async () => {
    const newest = many + 1;
    await execute(
      service.database,
      `insert into entries (id, kind, establishment_id, status, flagged, test, contact_date, received_at, fields)
       values (${newest}, 'commercial', 3, 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', '{}')`,
    );
    const words = `insert into entry_words (rowid, words) values (${newest}, 'rosa martinez')`;
    await execute(service.database, words);
    assert.deepEqual(ids(await page(desk, '')).slice(0, 2), [newest, many]);
    assert.deepEqual(ids(await page(desk, 'q=martin')).includes(newest), false);
    for (const q of ['martinez', 'martine', 'mar', 'mart', 'rosa', 'marti%20rosa']) {
      assert.equal(ids(await page(desk, `q=${q}`))[0], newest, q);
    }
  });
});
