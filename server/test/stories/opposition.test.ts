// Who objects to being contacted is not offered to be called, wherever staff meet the entry, and no advertiser learns of them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { doStage, linesOf, newLead, switchOn, withheldOf, work } from '../fixtures/conversions.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { onOneEngine, startService, type TestService } from '../fixtures/service.ts';

const phone = '06 39 98 12 34';
const day = '2026-03-02';

let service: TestService;
let officer: Desk;
let staff: Desk;
const note = (body: object) => ok<{ ids: number[] }>(officer.post('/desk/privacy/objections', body));

interface Shown {
  readonly id: number;
  readonly objectedOn: string | null;
}

/** By id of the entry, since when its person objects: as each place shows it where staff meet the two entries. */
async function shownAt(ofTest: readonly number[]) {
  const get = <T>(path: string) => ok<T>(staff.get(path));
  const entries = await get<{ data: Shown[] }>('/desk/entries?kind=commercial');
  const today = await get<{ blocks: { data: Shown[] }[] }>('/desk/today');
  const agenda = await get<{ data: (Shown & { entryId: number })[] }>(
    '/desk/agenda?from=2026-03-04&to=2026-03-04',
  );
  const search = await get<{ groups: { data: Shown[] }[] }>('/desk/search?q=Vernier');
  const families = await get<{ data: Shown[] }>(`/desk/families?email=vernier@example.org`);
  const daysOf = (shown: readonly Shown[]) =>
    Object.fromEntries(
      shown.filter(({ id }) => ofTest.includes(id)).map(({ id, objectedOn }) => [id, objectedOn]),
    );
  return {
    list: daysOf(entries.data),
    today: daysOf(today.blocks.flatMap(({ data }) => data)),
    agenda: daysOf(agenda.data.map((one) => ({ ...one, id: one.entryId }))),
    search: daysOf(search.groups.flatMap(({ data }) => data)),
    families: daysOf(families.data),
    details: daysOf(await Promise.all(entries.data.map(({ id }) => get<Shown>(`/desk/entries/${id}`)))),
  };
}

onOneEngine('an opposition', (engine) => {
  before(async () => {
    service = await startService(engine);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Chloé Petit');
    staff = await signIn(service);
  });
  after(() => service.close());

  it('an opposition stands in place of the number wherever staff meet the entry', async () => {
    const family = { lastNameClient: 'Vernier', emailClient: 'vernier@example.org' };
    // The daughter's number: no matter whose it is.
    const objecting = await send(service, 'a', {
      ...family,
      commercialrelations: [{ lastName: 'Vernier' }, { firstName: 'Claire', cellphone: phone }],
    });
    const other = await send(service, 'b', { ...family, phoneClient: '06 39 98 12 35' });
    for (const id of [objecting, other])
      await work(staff, id, { actions: [{ date: '2026-03-04', stage: 'Visite', done: false }] });
    const none = { [objecting]: null, [other]: null };
    const noted = { [objecting]: day, [other]: null };
    const everywhere = (shown: object) => ({
      list: shown,
      today: shown,
      agenda: shown,
      search: shown,
      families: shown,
      details: shown,
    });
    assert.deepEqual(await shownAt([objecting, other]), everywhere(none));
    const csv = async () => (await staff.get('/desk/entries.csv?kind=commercial&order=asc')).body;
    assert.match(await csv(), /06\.39\.98\.12\.34/);

    const { ids } = await note({ phone: '+33 6 39 98 12 34', objectedOn: day });
    assert.deepEqual(await shownAt([objecting, other]), everywhere(noted));
    const lines = (await csv()).split('\r\n');
    assert.match(lines[1] ?? '', /"S’est opposée à la prospection le 02\/03\/2026";;/);
    assert.match(lines[2] ?? '', /"06\.39\.98\.12\.35";"vernier@example\.org"/);
    assert.doesNotMatch(lines[1] ?? '', /06\.39\.98|vernier@/);
    const { url } = await ok<{ url: string }>(staff.post('/desk/calendars', { name: 'Téléphone' }));
    const feed = (await staff.get(new URL(url).pathname)).body.replaceAll('\r\n ', '');
    assert.match(feed, new RegExp(`fiche ${objecting} – opposition à la prospection`));
    assert.doesNotMatch(feed, new RegExp(`fiche ${other} – opp`));
    const typed = async (path: string) => (await ok<Shown>(staff.get(path))).objectedOn;
    assert.equal(await typed('/desk/search?q=0639981234'), day);
    assert.equal(await typed('/desk/search?q=0639981235'), null);
    assert.equal(await typed('/desk/families?phone=06.39.98.12.34'), day);
    assert.equal(await typed('/desk/families?phone=06.39.98'), null);

    await ok(officer.post(`/desk/privacy/objections/${ids[0]}/end`));
    assert.deepEqual(await shownAt([objecting, other]), everywhere(none));
  });

  it('an opposition by e-mail is of the person too', async () => {
    const id = await send(service, 'c', { emailClient: 'Odette@Example.org', phoneClient: phone });
    await note({ email: 'odette@example.org', objectedOn: day });
    assert.equal((await ok<Shown>(staff.get(`/desk/entries/${id}`))).objectedOn, day);
    assert.equal((await ok<Shown>(staff.get('/desk/search?q=odette@example.org'))).objectedOn, day);
  });

  it('an opposition keeps the person out of conversions, and takes none of them back', async () => {
    const password = await switchOn(staff);
    const one = await newLead(service, { commercialrelations: [{ phone: '06 39 98 12 36' }] });
    const two = await newLead(service, { phoneClient: '06 39 98 12 37' });
    for (const id of [one, two]) await doStage(staff, id, 'Visite');
    assert.equal((await linesOf(service, password)).length, 2);
    await note({ phone: '06 39 98 12 36' });
    const lines = await linesOf(service, password);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(`A-${two}-Q`));
    assert.deepEqual(await withheldOf(staff), [`${one} qualified objection`]);
    const { ready, withheld } = await ok<{ ready: object; withheld: object }>(staff.get('/desk/conversions'));
    assert.deepEqual(ready, { count: 1, unserved: 0, exact: true });
    assert.deepEqual(withheld, { count: 1, exact: true, reasons: [{ reason: 'objection', count: 1 }] });
    assert.deepEqual(await linesOf(service, password, 'adjustments'), []);
  });
});
