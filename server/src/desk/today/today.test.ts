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

  async function at(service: TestService, instant: string): Promise<void> {
    service.clock.now = new Date(instant);
  }

  it('shows what waits at the residences of whoever looks', async () => {
    const query = service.query;
    // Friday evening, Monday, Wednesday, Thursday morning in Paris.
    await at(service, '2026-02-27T17:30:00.000Z');
    await service.post(`/fr/etablissement/5/commercial/create?${query}`, { lastNameClient: 'Ancien' });
    await service.post(`/fr/etablissement/5/survey/create?${query}`, { type: 'survey.type.complaint' });
    await at(service, '2026-03-04T10:00:00.000Z');
    await service.post(`/fr/etablissement/5/survey/create?${query}`, { type: 'survey.type.contact' });
    await service.post(`/fr/etablissement/3/commercial/create?${query}`, {});
    await service.post(`/fr/etablissement/5/commercial/create?${query}&test=1`, {});
    await service.exchange('/appli/partner/orientation', {
      etablissementId: 5,
      NumeroDemandeOrientationCR: '2026 / 000_000_001',
    });
    await service.exchange('/appli/partner/orientation', {});
    await service.post(`/fr/announcement/postuler?${query}`, { etablissementId: 5 });
    await at(service, '2026-03-05T08:00:00.000Z');
    const everywhere = await signIn(service);
    const { day, webhooks } = (await everywhere.get('/desk/today')).json();
    assert.deepEqual([day, webhooks], ['2026-03-05', { failed: 0, endpoints: [] }]);
    const none = { appointments: [], late: [], opinions: [], unplanned: [] };
    const every = { 'to-call': [1, 3, 4], complaints: [2], orientations: [6, 7], applications: [8] };
    assert.deepEqual(await idsOfBlocks(everywhere), { ...none, ...every });
    const toCall = (await blocksOf<{ late: boolean; waitingMinutes: number }>(everywhere)).get('to-call');
    assert.deepEqual(
      toCall?.data.map(({ late, waitingMinutes }) => [late, waitingMinutes]),
      // From 18:30 on Friday: three whole working days; from 11:00 on Wednesday: the rest of that day.
      [
        [true, 3 * 9 * 60],
        [false, 7 * 60],
        [false, 7 * 60],
      ],
    );
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

  it('shows each open lead in one block, as many as its lists have, in their order', async () => {
    await at(service, '2026-03-02T09:00:00.000Z');
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
      first.patch(`/desk/entries/${id}`, { sleep: { until, reason: 'Vend sa maison' } });
    assert.equal((await sleep(asleep, '2026-03-05')).statusCode, 200);
    assert.equal((await sleep(woken, '2026-03-04')).statusCode, 200);
    const { query } = service;
    await service.post(`/fr/etablissement/5/survey/create?${query}`, { type: 'survey.type.contact' });
    const contact = woken + 1;
    await service.post(`/fr/etablissement/5/survey/create?${query}`, { type: 'survey.type.complaint' });
    await service.exchange('/appli/partner/orientation', { etablissementId: 5 });
    await at(service, '2026-03-04T09:00:00.000Z');
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
    const done = { actions: [{ position: 1, done: true }] };
    assert.equal((await desk.patch(`/desk/entries/${late}`, done)).statusCode, 200);
    const later = await idsOfBlocks(desk);
    assert.deepEqual([later.late, later.unplanned], [[], [late, unplanned, woken]]);
  });

  it('tells one’s own from what nobody owns and one may take, and shows nothing of a colleague’s in either', async () => {
    const head = await signIn(service);
    const at = (role: 'commercial' | 'direction' | 'reader', establishmentId: number) =>
      ({ role, establishmentId }) as const;
    const me = await signIn(service, [at('commercial', 5)]);
    const colleague = await signIn(service, [at('direction', 5)]);
    const gone = await signIn(service, [at('commercial', 5)]);
    const lead = async (actions: readonly object[] = [], establishmentId = 5) => {
      return (
        await ok<{ id: number }>(
          head.post('/desk/entries', {
            establishmentId,
            type: 'commercial.type.phone',
            actions,
          }),
        )
      ).id;
    };
    const visit = (assigneeId: number) => [
      { date: '2026-03-04', time: '09:00', stage: 'Visite', done: false, assigneeId },
    ];
    const nobodys = await lead();
    const mine = await lead();
    const theirs = await lead();
    const ofGone = await lead();
    const myVisit = await lead(visit(me.userId));
    const theirVisit = await lead(visit(colleague.userId));
    const visitOfGone = await lead(visit(gone.userId));
    const elsewhere = await lead([], 3);
    for (const [id, owner] of [
      [mine, me],
      [theirs, colleague],
      [ofGone, gone],
    ] as const)
      assert.equal((await head.post(`/desk/entries/${id}/owner`, { userId: owner.userId })).statusCode, 200);
    await head.patch(`/desk/users/${gone.userId}`, { disabled: true });
    await service.post(`/fr/etablissement/5/survey/create?${service.query}`, {
      type: 'survey.type.complaint',
    });
    await service.post(`/fr/announcement/postuler?${service.query}`, { etablissementId: 5 });
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
    for (const [desk, whom] of [
      [both, 'nobody'],
      [me, 'me'],
      [me, 'nobody'],
    ] as const)
      for (const { name, lists } of (await blocksOf(desk, `?whose=${whom}`)).values())
        for (const kind of ['commercial', 'survey', 'postuler']) {
          const list = await desk.get(`/desk/entries?kind=${kind}&block=${name}&whose=${whom}`);
          const listed = list.statusCode === 403 ? 0 : list.json().total.count;
          assert.equal(listed, lists.find((one) => one.kind === kind)?.count ?? 0, `${name} ${kind}`);
        }
  });

  it('names whom to call, and what they wrote, whatever staff have written since', async () => {
    const desk = await signIn(service);
    const { query } = service;
    await service.post(`/fr/etablissement/5/commercial/create?${query}`, {
      ...{ firstNameClient: 'Colette', lastNameClient: 'Meunier', phoneClient: '02 61 91 12 34' },
      comment: 'Maman est tombée.\nPouvez-vous rappeler\u00a0?',
      commercialrelations: [
        { firstName: 'Abeline', lastName: 'Carpentier', cellphone: '0612345678', lien: 'Fille' },
      ],
    });
    await service.post(`/fr/etablissement/5/survey/create?${query}`, {
      ...{ type: 'survey.type.contact', lastName: 'Petit', phone: '0612345679' },
      contact: 'Mon père sort de l’hôpital',
    });
    await ok(desk.patch('/desk/entries/1', { comment: 'Préfère une chambre au calme.' }));
    await ok(desk.post('/desk/entries/2/convert', { type: 'commercial.type.website' }));
    const toCall = (await blocksOf<{ contact: unknown; message: unknown }>(desk)).get('to-call');
    assert.deepEqual(
      toCall?.data.map(({ contact, message }) => [contact, message]),
      [
        [
          { name: 'Abeline Carpentier', kinship: 'Fille', phone: '0612345678', email: null },
          'Maman est tombée. Pouvez-vous rappeler ?',
        ],
        [{ name: 'Petit', kinship: null, phone: '0612345679', email: null }, 'Mon père sort de l’hôpital'],
      ],
    );
  });

  it('names endpoints that fail to who looks after them', async () => {
    const desk = await signIn(service);
    const added = await desk.post('/desk/callers/1/endpoints', {
      url: 'https://hooks.example.org/in',
      events: null,
    });
    assert.equal(added.statusCode, 200, added.body);
    const { id } = added.json();
    assert.equal((await desk.patch(`/desk/endpoints/${id}`, { state: 'off' })).statusCode, 200);
    const { webhooks } = (await desk.get('/desk/today')).json();
    assert.deepEqual(
      webhooks.endpoints.map(({ url, state }: { url: string; state: string }) => [url, state]),
      [['https://hooks.example.org/in', 'off']],
    );
  });
});
