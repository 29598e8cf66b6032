import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { editEntry, markProcessed, markSpam, putBack, undoNewest, unite } from '../../test/fixtures/acts.ts';
import { ok } from '../../test/fixtures/answers.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { act, send } from '../../test/fixtures/entry-events.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { Grant } from '../access/roles.ts';
import type { EntryEdit } from '../entries/change/staff-acts.ts';

type Counts = Readonly<Record<string, number | null>>;
interface Answer {
  readonly periods: readonly (Counts & { readonly from: unknown; readonly to: unknown })[];
  readonly residences: readonly (Counts & { readonly name: unknown })[];
}

onSqlite('the activity', (engine) => {
  let service: TestService;
  let sent = 0;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  /** Received on a day at noon, at a residence or at none. */
  async function entry(day: string, route: string, body: Record<string, unknown> = {}): Promise<number> {
    service.clock.now = new Date(`${day}T11:00:00.000Z`);
    return send(service, `activity-${++sent}`, body, route);
  }
  const lead = (day: string, residence = 3) => entry(day, `etablissement/${residence}/commercial/create`);
  const survey = (day: string, type: string, residence = 3) =>
    entry(day, `etablissement/${residence}/survey/create`, { type: `survey.type.${type}` });
  const note = (id: number, ...actions: NonNullable<EntryEdit['actions']>) =>
    act(service, (tx, staff) => editEntry(tx, id, staff, { actions }));
  const close = (id: number) =>
    act(service, async (tx, staff) => {
      await editEntry(tx, id, staff, { comment: 'Nous en avons parlé.' });
      return markProcessed(tx, id, staff);
    });
  async function activity(query: string, grants?: readonly Grant[]): Promise<Answer> {
    return ok<Answer>((await signIn(service, grants)).get(`/desk/statistics/activity?${query}`));
  }
  const newest = ({ periods }: Answer) => Object.values(periods.at(-1) ?? {}).slice(2);

  it('an act counts on its day, whenever its entry came', async () => {
    const early = await lead('2026-01-15');
    const other = await lead('2026-01-16', 4);
    assert.deepEqual(newest(await activity('day=2026-02-04')), [0, 0, 0, 0, 0, 0, 0, 0]);
    await note(
      early,
      { date: '2026-02-02', time: '10:00', outcome: 'no-answer' },
      { date: '2026-02-03', time: '10:00', stage: 'Prise de contact', outcome: 'reached' },
      { date: '2026-02-03', time: '17:00', stage: 'Prise de contact' },
      { date: '2026-02-04', stage: 'Visite' },
      { date: '2026-02-05', stage: 'Visite', done: false, outcome: 'no-show' },
      { date: '2026-02-05', stage: 'Visite', done: false },
      { date: '2026-02-08', stage: 'Admission réalisé' },
      { date: '2026-02-06', comment: 'Une note' },
    );
    await note(other, { date: '2026-02-08', stage: 'Visite' }, { date: '2026-02-09', stage: 'Visite' });
    const form = await survey('2026-02-02', 'contact');
    await note(form, { date: '2026-02-02', outcome: 'reached' });
    await lead('2026-02-02');
    await lead('2026-02-08');
    await lead('2026-02-09');
    await entry('2026-02-03', 'announcement/postuler', { etablissementId: 3 });
    const complaint = await survey('2026-02-07', 'complaint');
    await survey('2026-02-07', 'survey');
    await close(complaint);

    const week = await activity('day=2026-02-04');
    assert.equal(week.periods.length, 8);
    assert.deepEqual(week.periods.at(-1), {
      ...{ from: '2026-02-02', to: '2026-02-08', received: 2, calls: 4, reached: 2, visits: 2 },
      ...{ admissions: 1, complaintsOpened: 1, complaintsClosed: 1, applications: 1 },
    });
    const before = week.periods.find(({ from }) => from === '2026-01-12');
    assert.deepEqual([before?.to, before?.received, before?.calls], ['2026-01-18', 2, 0]);
    assert.deepEqual(
      week.residences.filter(({ id }) => id === 3 || id === 4).map((one) => Object.values(one).slice(2)),
      [
        [2, 4, 2, 1, 1, 1, 1, 1],
        [0, 0, 0, 1, 0, 0, 0, 0],
      ],
    );
    assert.deepEqual(newest(await activity('day=2026-02-04&establishmentId=4')), [0, 0, 0, 1, 0, 0, 0, 0]);
    const month = await activity('unit=month&day=2026-02-28');
    assert.deepEqual(
      month.periods.slice(-3).map(({ from, to, received, visits }) => [from, to, received, visits]),
      [
        ['2025-12-01', '2025-12-31', 0, 0],
        ['2026-01-01', '2026-01-31', 2, 0],
        ['2026-02-01', '2026-02-28', 3, 3],
      ],
    );
  });

  it('an admission counts on the day given with the result, once that has come', async () => {
    const admissions = async (day: string) => (await activity(`day=${day}`)).periods.at(-1)?.admissions;
    const [early, late] = [await lead('2026-01-19', 6), await lead('2026-01-19', 6)];
    const admit = (id: number, date: string) =>
      act(service, (tx, staff) =>
        editEntry(tx, id, staff, {
          resultat: 'commercial.resultat.realisee',
          actions: [{ date, stage: 'Admission réalisé' }],
        }),
      );
    await admit(early, '2026-01-07');
    await admit(late, '2026-06-24');
    assert.deepEqual(
      await Promise.all(['2026-01-08', '2026-01-19', '2026-06-22'].map(admissions)),
      [1, 0, 1],
    );
  });

  it('a complaint counts as closed while it is', async () => {
    const closed = async () => (await activity('day=2026-04-08')).periods.at(-1)?.complaintsClosed;
    const complaint = await survey('2026-03-02', 'complaint');
    service.clock.now = new Date('2026-04-08T11:00:00.000Z');
    await close(complaint);
    assert.equal(await closed(), 1);
    // Later decisions, and a corrected answer, leave it closed on its day.
    service.clock.now = new Date('2026-04-22T11:00:00.000Z');
    for (const isSpam of [true, false])
      await act(service, (tx, staff) => markSpam(tx, complaint, staff, isSpam));
    await act(service, (tx, staff) => editEntry(tx, complaint, staff, { comment: 'Nous avons réparé.' }));
    assert.equal(await closed(), 1);
    await act(service, (tx, staff) => putBack(tx, complaint, staff));
    assert.equal(await closed(), 0);
    // Taking that back within minutes closes it on its day again.
    await act(service, (tx, staff) => undoNewest(tx, complaint, staff));
    assert.equal(await closed(), 1);
  });

  it('only what lists show counts; without a residence for who sees all', async () => {
    const counts = async (query = 'day=2026-05-06') => newest(await activity(query)).slice(0, 2);
    const call = { date: '2026-05-05', stage: 'Prise de contact' } as const;
    const [spam, kept, twice, erased, test] = [
      await lead('2026-05-04'),
      await lead('2026-05-04'),
      await lead('2026-05-04'),
      await lead('2026-05-04'),
      await lead('2026-05-04'),
    ];
    for (const id of [spam, kept, erased, test]) await note(id, call);
    await note(twice, { ...call, time: '15:00' });
    assert.deepEqual(await counts(), [5, 5]);
    await act(service, (tx, staff) => markSpam(tx, spam, staff, true));
    assert.deepEqual(await counts(), [4, 4]);
    await act(service, (tx, staff) => unite(tx, twice, staff, kept));
    await execute(service.database, `update entries set restriction = 'erased' where id = ${erased}`);
    await execute(service.database, `update entries set test = 1 where id = ${test}`);
    // The kept one has taken over the call.
    assert.deepEqual(await counts(), [1, 2]);
    await service.exchange('/appli/partner/orientation', { DateContact: '2026-05-06' });
    assert.deepEqual(await counts(), [2, 2]);
    assert.deepEqual(await counts('day=2026-05-06&establishmentId=3'), [1, 2]);
    assert.deepEqual(newest(await activity('day=2026-05-06', [{ role: 'reader', establishmentId: 3 }])), [
      ...[1, 2, 1, 0, 0, 0, 0],
      null,
    ]);
  });

  it('complaints and applications count where the user may read them', async () => {
    await survey('2026-06-02', 'complaint', 3);
    await survey('2026-06-02', 'complaint', 4);
    await entry('2026-06-02', 'announcement/postuler', { etablissementId: 4 });
    const of = async (...grants: Grant[]) => newest(await activity('day=2026-06-02', grants)).slice(5);
    assert.deepEqual(await of({ role: 'administrator', establishmentId: null }), [2, 0, 1]);
    assert.deepEqual(await of({ role: 'direction', establishmentId: 4 }), [1, 0, 1]);
    assert.deepEqual(await of({ role: 'reader', establishmentId: null }), [2, 0, null]);
    assert.deepEqual(await of({ role: 'commercial', establishmentId: null }), [null, null, null]);
    const both = [
      { role: 'direction', establishmentId: 3 },
      { role: 'commercial', establishmentId: 4 },
    ] as const;
    assert.deepEqual(await of(...both), [1, 0, 0]);
    const marketing = await activity('day=2026-06-02', [{ role: 'marketing', establishmentId: null }]);
    assert.deepEqual(newest(marketing).slice(5), [null, null, null]);
    const reader = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    for (const route of ['activity', 'follow-up'])
      assertFailure(await reader.get(`/desk/statistics/${route}?establishmentId=4`), 404, 'NOTFOUND');
    for (const query of ['day=1066-10-14', 'day=2026-02-30', 'unit=year'])
      assert.equal((await reader.get(`/desk/statistics/activity?${query}`)).statusCode, 400, query);
  });
});
