import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { blocksOf, idsOfBlocks } from '../../../test/fixtures/today.ts';

onSqlite('ma journée', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());

  const at = (instant: string) => {
    service.clock.now = new Date(instant);
  };
  const form = (route: string, body: object = {}, more = '') =>
    ok(service.post(`/fr/${route}?${service.query}${more}`, body));
  const lead = 'etablissement/5/commercial/create';
  const survey = 'etablissement/5/survey/create';

  it('a day shows what waits at the residences of whoever looks', async () => {
    // Friday evening, Monday, Wednesday, Thursday morning in Paris.
    at('2026-02-27T17:30:00.000Z');
    await form(lead, { lastNameClient: 'Ancien' });
    await form(survey, { type: 'survey.type.complaint' });
    at('2026-03-04T10:00:00.000Z');
    await form(survey, { type: 'survey.type.contact' });
    await form('etablissement/3/commercial/create');
    await form(lead, {}, '&test=1');
    await service.exchange('/appli/partner/orientation', {
      etablissementId: 5,
      NumeroDemandeOrientationCR: '2026 / 000_000_001',
    });
    await service.exchange('/appli/partner/orientation', {});
    await form('announcement/postuler', { etablissementId: 5 });
    at('2026-03-05T08:00:00.000Z');
    const everywhere = await signIn(service);
    const { day, webhooks } = (await everywhere.get('/desk/today')).json();
    assert.deepEqual([day, webhooks], ['2026-03-05', { failed: 0, endpoints: [] }]);
    const endpoint = { url: 'https://hooks.example.org/in', events: null };
    const { id } = await ok<{ id: number }>(everywhere.post('/desk/callers/1/endpoints', endpoint));
    await ok(everywhere.patch(`/desk/endpoints/${id}`, { state: 'off' }));
    const { webhooks: failing } = (await everywhere.get('/desk/today')).json();
    assert.deepEqual([failing.endpoints[0].url, failing.endpoints[0].state], [endpoint.url, 'off']);
    const none = { appointments: [], late: [], opinions: [], unplanned: [] };
    const every = { 'to-call': [1, 3, 4], complaints: [2], orientations: [6, 7], applications: [8] };
    assert.deepEqual(await idsOfBlocks(everywhere), { ...none, ...every });
    const toCall = (await blocksOf<{ late: boolean; waitingMinutes: number }>(everywhere)).get('to-call');
    // From 18:30 on Friday: three whole working days; from 11:00 on Wednesday: the rest of that day.
    const today = { late: false, waitingMinutes: 7 * 60 };
    assert.partialDeepStrictEqual(toCall?.data, [{ late: true, waitingMinutes: 3 * 9 * 60 }, today, today]);
    // The numbers of the menu are those of the block, and of the lists that it opens.
    const { leads, surveys } = (await everywhere.get('/desk/counts')).json();
    const inMenu = { commercial: leads.toCall, contact: surveys.toCall };
    const inList = async (kind: string) =>
      (await everywhere.get(`/desk/entries?kind=${kind}&block=to-call`)).json().total.count;
    assert.deepEqual(inMenu, { commercial: await inList('commercial'), contact: await inList('survey') });
    assert.equal(inMenu.commercial + inMenu.contact, toCall?.total.count);

    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const own = { 'to-call': [1, 3], complaints: [2], orientations: [6], applications: [8] };
    assert.deepEqual(await idsOfBlocks(director), { ...none, ...own });
    assert.equal((await director.get('/desk/today')).json().webhooks, null);

    const commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    assert.deepEqual(await idsOfBlocks(commercial), { ...none, 'to-call': [4], orientations: [] });
    const elsewhere = (await blocksOf(commercial, '?establishmentId=5')).get('to-call');
    assert.deepEqual([elsewhere?.data, elsewhere?.total], [[], { count: 0, exact: true }]);
  });

  it('each open lead is in one block, as many and in the order of its lists', async () => {
    at('2026-03-02T09:00:00.000Z');
    const first = await signIn(service);
    const second = await signIn(service, [{ role: 'commercial', establishmentId: 5 }], 'Paul Girard');
    const call = { date: '2026-03-02', stage: 'Prise de contact' };
    const planned = (date: string, time: string | null = null, more = {}) => ({
      ...{ date, time, stage: 'Visite', done: false },
      ...more,
    });
    const create = async (actions: readonly unknown[] = []) => {
      const body = { establishmentId: 5, type: 'commercial.type.phone', actions };
      return (await ok<{ id: number }>(first.post('/desk/entries', body))).id;
    };
    const never = await create();
    const lateNever = await create([planned('2026-03-03')]);
    const late = await create([call, planned('2026-03-03')]);
    const lateAndToday = await create([call, planned('2026-03-02'), planned('2026-03-04', '16:00')]);
    const noTime = await create([planned('2026-03-04')]);
    const morning = await create([planned('2026-03-04', '09:00', { assigneeId: second.userId })]);
    const evening = await create([call, planned('2026-03-04', '17:00')]);
    await create([call, planned('2026-03-05')]);
    const unplanned = await create([call]);
    const asleep = await create([call]);
    const woken = await create([call]);
    const sleep = (id: number, until: string) =>
      ok(first.patch(`/desk/entries/${id}`, { sleep: { until, reason: 'Vend sa maison' } }));
    await sleep(asleep, '2026-03-05');
    await sleep(woken, '2026-03-04');
    await form(survey, { type: 'survey.type.contact' });
    const contact = woken + 1;
    await form(survey, { type: 'survey.type.complaint' });
    await service.exchange('/appli/partner/orientation', { etablissementId: 5 });
    at('2026-03-04T09:00:00.000Z');
    // She has been signed out for inactivity.
    const desk = await openDesk(service, first.email, first.userId);
    assert.deepEqual(Object.entries(await idsOfBlocks(desk)), [
      ['to-call', [never, lateNever, contact]],
      ['appointments', [lateAndToday, morning, evening, noTime]],
      ['late', [late]],
      ['complaints', [contact + 1]],
      ['opinions', []],
      ['orientations', [contact + 2]],
      ['unplanned', [unplanned, woken]],
      ['applications', []],
    ]);
    for (const { name, data, lists } of (await blocksOf(desk)).values()) {
      const sort = name === 'appointments' || name === 'late' ? 'nextAction' : 'received';
      const listed: { readonly id: number }[] = [];
      for (const kind of ['commercial', 'survey', 'postuler']) {
        const filter = `kind=${kind}&block=${name}&sort=${sort}&order=asc`;
        const list = (await desk.get(`/desk/entries?${filter}`)).json();
        const told = lists.find((one) => one.kind === kind);
        assert.equal(list.total.count, told?.count ?? 0, `${name} ${kind}`);
        listed.push(...list.data);
      }
      assert.deepEqual(
        listed.map(({ id }) => id),
        data.map(({ id }) => id),
        name,
      );
    }
  });

  it('one’s own and what one may take: nothing of a colleague’s in either', async () => {
    const head = await signIn(service);
    const at = (role: 'commercial' | 'direction' | 'reader', establishmentId: number) =>
      ({ role, establishmentId }) as const;
    const me = await signIn(service, [at('commercial', 5)]);
    const colleague = await signIn(service, [at('direction', 5)]);
    const gone = await signIn(service, [at('commercial', 5)]);
    const create = async (actions: readonly object[] = [], establishmentId = 5) => {
      const body = { establishmentId, type: 'commercial.type.phone', actions };
      return (await ok<{ id: number }>(head.post('/desk/entries', body))).id;
    };
    const visit = (assigneeId: number) => [
      { date: '2026-03-04', time: '09:00', stage: 'Visite', done: false, assigneeId },
    ];
    const nobodys = await create();
    const mine = await create();
    const theirs = await create();
    const ofGone = await create();
    const myVisit = await create(visit(me.userId));
    const theirVisit = await create(visit(colleague.userId));
    const visitOfGone = await create(visit(gone.userId));
    const elsewhere = await create([], 3);
    for (const [id, owner] of [
      [mine, me],
      [theirs, colleague],
      [ofGone, gone],
    ] as const)
      await ok(head.post(`/desk/entries/${id}/owner`, { userId: owner.userId }));
    await head.patch(`/desk/users/${gone.userId}`, { disabled: true });
    await form(survey, { type: 'survey.type.complaint' });
    await form('announcement/postuler', { etablissementId: 5 });
    const [complaint, application] = [elsewhere + 1, elsewhere + 2];

    const whose = async (desk: Desk, whom: 'me' | 'nobody') => {
      const ids = await idsOfBlocks(desk, `?whose=${whom}`);
      return Object.fromEntries(Object.entries(ids).filter(([, found]) => found.length > 0));
    };
    const free = async (desk: Desk, query = '') => (await desk.get(`/desk/today${query}`)).json().free;
    assert.deepEqual(await whose(me, 'me'), { 'to-call': [mine], appointments: [myVisit] });
    const nobodysAt5 = { 'to-call': [nobodys, ofGone], appointments: [visitOfGone] };
    assert.deepEqual(await whose(me, 'nobody'), nobodysAt5);
    assert.deepEqual(await whose(colleague, 'me'), { 'to-call': [theirs], appointments: [theirVisit] });
    assert.deepEqual(await whose(colleague, 'nobody'), {
      ...nobodysAt5,
      complaints: [complaint],
      applications: [application],
    });
    // Families alone are counted as free, whatever is asked for.
    for (const query of ['', '?whose=me', '?whose=nobody', '?establishmentId=5'])
      assert.deepEqual(await free(colleague, query), { count: 3, exact: true }, query);
    assert.deepEqual(await free(colleague, '?establishmentId=3'), { count: 0, exact: true });
    // Who reads at one residence and works at another takes there alone.
    const both = await signIn(service, [at('reader', 5), at('commercial', 3)]);
    assert.deepEqual(
      [await whose(both, 'me'), await whose(both, 'nobody')],
      [{}, { 'to-call': [elsewhere] }],
    );
    assert.equal((await free(both)).count, 1);
    const reader = await signIn(service, [at('reader', 5)]);
    assert.deepEqual([await whose(reader, 'nobody'), await free(reader)], [{}, null]);
  });
});
