import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';

interface Entry {
  readonly id: number;
  readonly late?: boolean;
  readonly waitingMinutes?: number;
}
type Block = { readonly data: Entry[]; readonly total: { readonly count: number; readonly exact: boolean } };

onBothEngines('ma journée', (engine) => {
  async function at(service: TestService, instant: string): Promise<void> {
    service.clock.now = new Date(instant);
  }
  const ids = ({ data }: Block) => data.map(({ id }) => id);

  it('shows what waits at the residences of whoever looks', async () => {
    const service = await startService(engine);
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
    const shown = await (await signIn(service)).get('/desk/today');
    assert.equal(shown.statusCode, 200, shown.body);
    const all = shown.json();
    assert.equal(all.day, '2026-03-05');
    assert.deepEqual(ids(all.toCall), [1, 3, 4]);
    assert.deepEqual(
      all.toCall.data.map(({ late, waitingMinutes }: Entry) => [late, waitingMinutes]),
      // From 18:30 on Friday: three whole working days; from 11:00 on Wednesday: the rest of that day.
      [
        [true, 3 * 9 * 60],
        [false, 7 * 60],
        [false, 7 * 60],
      ],
    );
    // The numbers of the menu are those of the block, and of the lists that it opens.
    const everywhere = await signIn(service);
    const inMenu = (await everywhere.get('/desk/counts')).json().toCall;
    const inList = async (kind: string) =>
      (await everywhere.get(`/desk/entries?kind=${kind}&block=to-call`)).json().total.count;
    assert.deepEqual(inMenu, { commercial: await inList('commercial'), contact: await inList('survey') });
    assert.equal(inMenu.commercial + inMenu.contact, all.toCall.total.count);
    assert.deepEqual(ids(all.complaints), [2]);
    assert.deepEqual(ids(all.orientations), [6, 7]);
    assert.deepEqual(ids(all.applications), [8]);
    assert.deepEqual(all.webhooks, { failed: 0, endpoints: [] });

    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const own = (await director.get('/desk/today')).json();
    assert.deepEqual(ids(own.toCall), [1, 3]);
    assert.deepEqual(ids(own.orientations), [6]);
    assert.deepEqual(ids(own.applications), [8]);
    assert.equal(own.webhooks, null);

    const commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    const other = (await commercial.get('/desk/today')).json();
    assert.deepEqual([ids(other.toCall), ids(other.orientations), other.applications], [[4], [], null]);
    const elsewhere = (await commercial.get('/desk/today?establishmentId=5')).json();
    assert.deepEqual([ids(elsewhere.toCall), elsewhere.toCall.total], [[], { count: 0, exact: true }]);
    await service.close();
  });

  it('shows each open lead in one block, as many as its lists have, in their order', async () => {
    const service = await startService(engine);
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
      const made = await first.post('/desk/entries', body);
      assert.equal(made.statusCode, 200, made.body);
      return made.json<{ id: number }>().id;
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
    // Both have been signed out for inactivity.
    const desk = await openDesk(service, first.email, first.userId);
    const colleague = await openDesk(service, second.email, second.userId);
    const today = (await desk.get('/desk/today')).json();
    assert.deepEqual(ids(today.toCall), [never, lateNever, contact]);
    assert.deepEqual(ids(today.appointments), [lateAndToday, morning, evening, noTime]);
    assert.deepEqual(ids(today.late), [late]);
    assert.deepEqual(ids(today.unplanned), [unplanned, woken]);
    assert.deepEqual(ids(today.complaints), [contact + 1]);
    assert.deepEqual(ids(today.orientations), [contact + 2]);
    const names = {
      toCall: 'to-call',
      appointments: 'appointments',
      late: 'late',
      unplanned: 'unplanned',
      complaints: 'complaints',
      orientations: 'orientations',
      applications: 'applications',
    } as const;
    for (const [name, block] of Object.entries(names)) {
      const sort = block === 'appointments' || block === 'late' ? 'nextAction' : 'received';
      const listed = [];
      for (const kind of ['commercial', 'survey', 'postuler']) {
        const filter = `kind=${kind}&block=${block}&sort=${sort}&order=asc`;
        const list = (await desk.get(`/desk/entries?${filter}`)).json();
        const told = today[name].lists.find((one: { kind: string }) => one.kind === kind);
        assert.equal(list.total.count, told?.count ?? 0, `${name} ${kind}`);
        listed.push(...ids(list));
      }
      assert.deepEqual(listed, ids(today[name]), name);
    }
    const forMe = (await colleague.get('/desk/today?forMe=true')).json();
    assert.deepEqual([ids(forMe.appointments), ids(forMe.toCall)], [[morning], []]);
    await colleague.post(`/desk/entries/${contact}/owner`, { userId: colleague.userId });
    assert.deepEqual(ids((await colleague.get('/desk/today?forMe=true')).json().toCall), [contact]);

    const done = { actions: [{ position: 1, done: true }] };
    assert.equal((await desk.patch(`/desk/entries/${late}`, done)).statusCode, 200);
    const later = (await desk.get('/desk/today')).json();
    assert.deepEqual([ids(later.late), ids(later.unplanned)], [[], [late, unplanned, woken]]);
    await service.close();
  });

  it('names whom to call, and what they wrote, whatever staff have written since', async () => {
    const service = await startService(engine);
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
    const staff = await desk.patch('/desk/entries/1', { comment: 'Préfère une chambre au calme.' });
    assert.equal(staff.statusCode, 200);
    const convert = await desk.post('/desk/entries/2/convert', { type: 'commercial.type.website' });
    assert.equal(convert.statusCode, 200);
    const { toCall } = (await desk.get('/desk/today')).json();
    assert.deepEqual(
      toCall.data.map((entry: Record<string, unknown>) => [entry.contact, entry.message]),
      [
        [
          { name: 'Abeline Carpentier', kinship: 'Fille', phone: '0612345678' },
          'Maman est tombée. Pouvez-vous rappeler ?',
        ],
        [{ name: 'Petit', kinship: null, phone: '0612345679' }, 'Mon père sort de l’hôpital'],
      ],
    );
    await service.close();
  });

  it('names endpoints that fail to who looks after them', async () => {
    const service = await startService(engine);
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
    await service.close();
  });
});
