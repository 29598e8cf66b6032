import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { createManually, editEntry, markSpam, unite } from '../../test/fixtures/acts.ts';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { act, send } from '../../test/fixtures/entry-events.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { ContactStatistics } from '../contract/establishment.ts';
import type { EntryEdit } from '../entries/change/staff-acts.ts';
import { recountContacts } from '../entries/funnel/recount-contacts.ts';
import type { DeskStatistics } from './desk-answer.ts';

type Actions = NonNullable<EntryEdit['actions']>;
const nothing = { received: 0, validated: 0, contacted: 0, visited: 0, admitted: 0 };
const noMedians = { firstContactMinutes: null, admissionDays: null };

onSqlite('the statistics of the desk', (engine) => {
  let service: TestService;
  let desk: Desk;
  let sent = 0;
  before(async () => {
    service = await startService(engine);
  });
  // The clock goes back, which ends sessions.
  beforeEach(async () => {
    desk = await signIn(service);
  });
  after(() => service.close());

  async function statistics(query: string, by?: Desk): Promise<DeskStatistics> {
    return ok<DeskStatistics>((by ?? (await signIn(service))).get(`/desk/statistics?${query}`));
  }
  const lead = (body: Record<string, unknown>, residence = 3) =>
    send(service, `lead-${++sent}`, body, `etablissement/${residence}/commercial/create`);
  const edit = (id: number, what: EntryEdit) => act(service, (tx, staff) => editEntry(tx, id, staff, what));
  const note = (id: number, ...actions: Actions) => edit(id, { actions });
  const at = (instant: string) => {
    service.clock.now = new Date(instant);
  };
  const start = () => at('2026-03-04T09:00:00.000Z');

  it('statistics of a year in which nothing came are empty', async () => {
    const { current, previous, months, sources, residences } = await statistics('year=1990');
    assert.deepEqual(current, { ...nothing, ...noMedians });
    assert.deepEqual(previous, { from: '1989-01-01', to: '1989-12-31', ...nothing, ...noMedians });
    assert.equal(months.length, 12);
    assert.deepEqual(sources, []);
    assert.deepEqual(
      residences.map(({ id, total }) => [id, total]),
      [1, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => [id, 0]),
    );
  });

  it('a lead counts in each step that it has reached, and back', async () => {
    const id = await lead({ dateFirstContact: '2011-05-03' });
    const steps = async () => {
      const { received, validated, contacted, visited, admitted } = (await statistics('year=2011')).current;
      return [received, validated, contacted, visited, admitted];
    };
    assert.deepEqual(await steps(), [1, 0, 0, 0, 0]);
    await note(id, { comment: 'Note' });
    assert.deepEqual(await steps(), [1, 0, 0, 0, 0]);
    await note(id, { date: '2026-03-10', stage: 'Visite', done: false });
    assert.deepEqual(await steps(), [1, 0, 0, 0, 0]);
    await edit(id, { resultat: 'commercial.resultat.nosuite' });
    assert.deepEqual(await steps(), [1, 1, 0, 0, 0]);
    await edit(id, { resultat: null });
    assert.deepEqual(await steps(), [1, 0, 0, 0, 0]);
    await note(id, { stage: 'Validé' });
    assert.deepEqual(await steps(), [1, 1, 0, 0, 0]);
    await note(id, { stage: 'Prise de contact' });
    assert.deepEqual(await steps(), [1, 1, 1, 0, 0]);
    // The result had cancelled it.
    await note(id, { position: 1, done: true, outcome: null });
    assert.deepEqual(await steps(), [1, 1, 1, 1, 0]);
    // Who has left had come: there were no other steps in between.
    await note(id, { stage: 'Parti' });
    assert.deepEqual(await steps(), [1, 1, 1, 1, 1]);
    await act(service, (tx, staff) => markSpam(tx, id, staff, true));
    assert.deepEqual(await steps(), [0, 0, 0, 0, 0]);
    await act(service, (tx, staff) => markSpam(tx, id, staff, false));
    assert.deepEqual(await steps(), [1, 1, 1, 1, 1]);
  });

  it('a source counts with and without a click, which is remembered', async () => {
    const website = { type: 'commercial.type.website', dateFirstContact: '2012-02-01' };
    const clicked = await lead({ ...website, gclid: 'click' });
    await lead({ ...website, gclid: 'click', resultat: 'commercial.resultat.realisee' });
    await lead(website);
    await lead({ dateFirstContact: '2012-02-01' });
    await service.exchange('/appli/partner/orientation', { etablissementId: 3, DateContact: '2012-03-01' });
    const sources = async () =>
      (await statistics('year=2012')).sources.map(({ type, advertised, received, admitted }) => [
        type,
        advertised,
        received,
        admitted,
      ]);
    const expected = [
      [null, false, 1, 0],
      ['commercial.type.organisme', false, 1, 0],
      ['commercial.type.website', false, 1, 0],
      ['commercial.type.website', true, 2, 1],
    ];
    assert.deepEqual(await sources(), expected);
    await execute(service.database, 'update entries set gclid = null');
    assert.deepEqual(await sources(), expected);
    await note(clicked, { stage: 'Visite' });
    assert.deepEqual(await sources(), expected);
    await edit(clicked, { type: 'commercial.type.phone' });
    assert.deepEqual((await sources()).slice(1), [
      ['commercial.type.organisme', false, 1, 0],
      ['commercial.type.phone', true, 1, 0],
      ['commercial.type.website', false, 1, 0],
      ['commercial.type.website', true, 1, 1],
    ]);
  });

  it('each month stands beside the same of the year before', async () => {
    await lead({ dateFirstContact: '2013-12-31' });
    await lead({ dateFirstContact: '2014-01-01' });
    const moved = await lead({ dateFirstContact: '2014-12-31' });
    const months = async () =>
      (await statistics('year=2014')).months.flatMap(({ month, current, previous }) =>
        current.received + previous.received === 0
          ? []
          : [[Number(month.slice(5)), current.received, previous.received]],
      );
    assert.deepEqual(await months(), [
      [1, 1, 0],
      [12, 1, 1],
    ]);
    await edit(moved, { contactDate: '2014-06-15' });
    assert.deepEqual(await months(), [
      [1, 1, 0],
      [6, 1, 0],
      [12, 0, 1],
    ]);
    const { current, previous } = await statistics('year=2014');
    assert.deepEqual([current.received, previous.received], [2, 1]);
  });

  it('a first contact is measured in working time, an admission in days', async () => {
    const delays = async () => {
      const { firstContactMinutes, admissionDays } = (await statistics('year=2026&establishmentId=4'))
        .current;
      return [firstContactMinutes, admissionDays];
    };
    assert.deepEqual(await delays(), [null, null]);
    // Friday 17:00 in Paris, then Monday 10:15.
    at('2026-02-27T16:00:00.000Z');
    const first = await lead({ dateFirstContact: '2026-02-20' }, 4);
    at('2026-03-02T09:20:00.000Z');
    await note(first, { date: '2026-03-02', time: '10:15', stage: 'Prise de contact' });
    assert.deepEqual(await delays(), [135, null]);
    // A later one does not count, an earlier one does: noted late, or with nothing but its day.
    await note(first, { date: '2026-03-03', time: '09:00', stage: 'Prise de contact' });
    assert.deepEqual(await delays(), [135, null]);
    await note(first, { date: '2026-02-27', stage: 'Prise de contact' });
    assert.deepEqual(await delays(), [60, null]);
    // A second one, contacted at once: half-way between both.
    at('2026-03-02T09:20:00.000Z');
    const second = await lead({ dateFirstContact: '2026-03-02' }, 4);
    await note(second, { date: '2026-03-02', time: '10:20', stage: 'Visite' });
    assert.deepEqual(await delays(), [30, null]);
    await note(second, { date: '2026-03-12', stage: 'Admission réalisé' });
    assert.deepEqual(await delays(), [30, 10]);
    await edit(first, { resultat: 'commercial.resultat.realisee' });
    assert.deepEqual(await delays(), [30, 10]);
    // An action that the caller sends is no contact by staff, and a lead that staff wrote down did not wait.
    await lead({ dateFirstContact: '2026-03-02', commercialactions: [{ date: '2026-03-03' }] }, 4);
    await act(service, (tx, staff) =>
      createManually(tx, staff, {
        establishmentId: 4,
        type: 'commercial.type.phone',
        actions: [{ date: '2026-03-03', stage: 'Prise de contact', done: true }],
      }),
    );
    assert.deepEqual(await delays(), [30, 10]);
    const { residences, previous } = await statistics('year=2026&establishmentId=4');
    assert.deepEqual(
      residences.map(({ id, firstContactMinutes, admissionDays }) => [
        id,
        firstContactMinutes,
        admissionDays,
      ]),
      [[4, 30, 10]],
    );
    // On 2 March the year before is compared up to that day.
    assert.deepEqual(previous, { from: '2025-01-01', to: '2025-03-02', ...nothing, ...noMedians });
    start();
  });

  it('tests, duplicates and surveys do not count; a lead does at its residence', async () => {
    const kept = await lead({ dateFirstContact: '2015-01-01' }, 5);
    const twice = await lead({ dateFirstContact: '2015-01-01' }, 5);
    await service.post(`/fr/etablissement/5/commercial/create?${service.query}&test=1`, {
      dateFirstContact: '2015-01-01',
    });
    await service.post(`/fr/etablissement/5/survey/create?${service.query}`, {
      dateFirstContact: '2015-01-01',
    });
    const applied = { etablissementId: 5, dateFirstContact: '2015-01-01' };
    await service.post(`/fr/announcement/postuler?${service.query}`, applied);
    const received = async (residence: number) =>
      (await statistics(`year=2015&establishmentId=${residence}`)).current.received;
    assert.equal(await received(5), 2);
    await act(service, (tx, staff) => unite(tx, twice, staff, kept));
    assert.equal(await received(5), 1);
    const orientation = { NumeroDemandeOrientationCR: '7 / 7_7_7', DateContact: '2015-01-01' };
    await service.exchange('/appli/partner/orientation', orientation);
    assert.equal((await statistics('year=2015')).current.received, 1);
    await service.exchange('/appli/partner/orientation', { ...orientation, etablissementId: 5 });
    assert.deepEqual([await received(5), await received(6)], [2, 0]);
    await service.exchange('/appli/partner/orientation', { ...orientation, etablissementId: 6 });
    assert.deepEqual([await received(5), await received(6)], [1, 1]);
  });

  it('any days stand beside the same days a year before', async () => {
    start();
    const of1990 = ['1989-10-01', '1989-12-31', '1990-09-30', '1990-10-01', '1990-12-31', '1991-01-01'];
    const leapDays = ['1995-02-28', '1996-02-28', '1996-02-29', '1997-02-28'];
    const lately = ['2025-01-05', '2025-03-04', '2025-03-05', '2025-04-01', '2025-12-24'];
    for (const day of [...of1990, ...leapDays, ...lately]) await lead({ dateFirstContact: day }, 9);
    type Row = [string, string, number, string, string, number, months: number, beforeOfMonths?: number];
    const periods: readonly Row[] = [
      ['1990-10-01', '1990-12-31', 2, '1989-10-01', '1989-12-31', 2, 3],
      ['1990-09-01', '1990-09-30', 1, '1989-09-01', '1989-09-30', 0, 1],
      ['1990-10-01', '1991-01-31', 3, '1989-10-01', '1990-01-31', 2, 4],
      ['1990-01-01', '1990-12-31', 3, '1989-01-01', '1989-12-31', 2, 12],
      ['1989-12-01', '1991-01-31', 5, '1988-12-01', '1990-01-31', 2, 14],
      ['1990-10-02', '1990-12-31', 1, '1989-10-02', '1989-12-31', 1, 3],
      ['1990-09-30', '1990-10-01', 2, '1989-09-30', '1989-10-01', 1, 2],
      ['1990-10-02', '1990-12-30', 0, '1989-10-02', '1989-12-30', 0, 3],
      // A whole February is compared with a whole one.
      ['1997-02-01', '1997-02-28', 1, '1996-02-01', '1996-02-29', 2, 1],
      ['1996-02-01', '1996-02-29', 2, '1995-02-01', '1995-02-28', 1, 1],
      ['1996-02-29', '1996-03-10', 1, '1995-02-28', '1995-03-10', 1, 2],
      ['1996-02-10', '1996-02-28', 1, '1995-02-10', '1995-02-28', 1, 1],
      ['1996-03-01', '1997-02-28', 1, '1995-03-01', '1996-02-29', 2, 12],
      // It is 4 March: the days to come are shown beside last year's all the same.
      ['2026-01-01', '2026-12-31', 0, '2025-01-01', '2025-03-04', 2, 12, 5],
      ['2026-01-01', '2026-03-31', 0, '2025-01-01', '2025-03-04', 2, 3, 3],
      ['2026-03-04', '2026-03-05', 0, '2025-03-04', '2025-03-04', 1, 1, 2],
      ['2026-04-01', '2026-12-31', 0, '2025-04-01', '2025-12-31', 2, 9, 2],
    ];
    for (const [from, to, received, previousFrom, previousTo, before, months, beforeOfMonths] of periods) {
      const answer = await statistics(`establishmentId=9&from=${from}&to=${to}`);
      const { current, previous, residences } = answer;
      assert.deepEqual(
        [answer.from, answer.to, current.received, previous.from, previous.to, previous.received],
        [from, to, received, previousFrom, previousTo, before],
      );
      const sum = (of: 'current' | 'previous') =>
        answer.months.reduce((all, month) => all + month[of].received, 0);
      assert.deepEqual([answer.months.length, sum('current')], [months, received]);
      if (beforeOfMonths !== undefined) assert.equal(sum('previous'), beforeOfMonths);
      const isYear = from.endsWith('-01-01') && to === from.replace('-01-01', '-12-31');
      assert.deepEqual([residences[0]?.received, residences[0]?.total], [received, isYear ? received : null]);
    }
  });

  it('senders and reasons of loss are counted', async () => {
    const dateFirstContact = '1993-05-05';
    const id = await lead({ dateFirstContact, resultat: 'commercial.resultat.nosuite' }, 6);
    await lead({ dateFirstContact, motif: 'commercial.motif.autre' }, 6);
    await lead(
      {
        dateFirstContact,
        resultat: 'commercial.resultat.refuse',
        motif: 'commercial.motif.dossierrefuse',
      },
      6,
    );
    await service.exchange('/appli/partner/orientation', {
      etablissementId: 6,
      DateContact: dateFirstContact,
    });
    await act(service, (tx, staff) =>
      createManually(tx, staff, {
        establishmentId: 6,
        type: 'commercial.type.phone',
        dateFirstContact,
      }),
    );
    const seen = async () => {
      const { senders, losses } = await statistics('from=1993-05-01&to=1993-05-31');
      return {
        senders: senders.map(({ kind, id, name, received }) => [kind, id, name, received]),
        losses: losses.map(({ resultat, motif, count }) => [resultat, motif, count]),
      };
    };
    const refused = ['commercial.resultat.refuse', 'commercial.motif.dossierrefuse', 1];
    const senders = [
      ['caller', 1, 'site', 3],
      ['partner', 1, 'partner', 1],
      ['staff', null, null, 1],
    ];
    assert.deepEqual(await seen(), {
      senders,
      losses: [['commercial.resultat.nosuite', null, 1], refused],
    });
    await edit(id, { motif: 'commercial.motif.financier' });
    const withReason = ['commercial.resultat.nosuite', 'commercial.motif.financier', 1];
    assert.deepEqual(await seen(), { senders, losses: [withReason, refused] });
    await edit(id, { resultat: 'commercial.resultat.realisee' });
    assert.deepEqual(await seen(), { senders, losses: [refused] });
  });

  it('statistics count as many as the list of the same filters shows', async () => {
    const day = { dateFirstContact: '1994-02-28' };
    const website = { ...day, type: 'commercial.type.website' };
    await lead({ ...website, gclid: 'click', commercialactions: [{ date: '1994-03-01' }] }, 7);
    await lead({ ...day, resultat: 'commercial.resultat.nosuite' }, 7);
    await lead({ ...website, resultat: 'commercial.resultat.realisee' }, 7);
    await note(await lead(website, 7), { stage: 'Visite' }, { stage: 'Validé' });
    await note(await lead(website, 7), { stage: 'Visite', done: false });
    await service.exchange('/appli/partner/orientation', { DateContact: '1994-02-28' });
    const listed = async (filter: string) =>
      (
        await desk.get(
          `/desk/entries?kind=commercial&from=1994-02-01&to=1994-02-28&unassigned=false&${filter}`,
        )
      ).json<{ total: { count: number } }>().total.count;
    const { current, sources, senders } = await statistics('from=1994-02-01&to=1994-02-28');
    for (const step of ['validated', 'contacted', 'visited', 'admitted'] as const)
      assert.equal(await listed(`reached=${step}`), current[step], step);
    assert.deepEqual(current, {
      ...noMedians,
      received: 5,
      validated: 4,
      contacted: 3,
      visited: 2,
      admitted: 1,
      admissionDays: current.admissionDays,
    });
    for (const { type, advertised, received } of sources)
      assert.equal(await listed(`type=${type ?? 'none'}&advertised=${advertised}`), received);
    for (const { kind, id, received } of senders)
      assert.equal(await listed(`sender=${id === null ? kind : `${kind}:${id}`}`), received);
    assert.deepEqual([await listed('sender=staff'), await listed('sender=partner:1')], [0, 0]);
    assert.equal(await listed('type=none&reached=validated'), 1);
    assertFailure(await desk.get('/desk/entries?kind=commercial&sender=caller:x'), 400, 'INVALID', /^sender/);
  });

  it('wrong periods, wrong years and unknown residences are refused', async () => {
    for (const [query, field] of [
      ['from=2026-01-01', /^to/],
      ['to=2026-01-01', /^from/],
      ['from=2026-02-02&to=2026-02-01', /^to/],
      ['from=2010-01-01&to=2020-01-01', /^to/],
      ['from=1997-02-01&to=1997-02-29', /^to/],
      ['from=2026-13-01&to=2026-13-31', /^from/],
      ['from=1899-12-31&to=1900-01-31', /^from/],
      ['from=2999-12-01&to=3000-01-01', /^to/],
      ['from=2026-01&to=2026-02', /^from/],
      ['year=2026&from=2026-01-01&to=2026-02-28', /^year/],
      ...['1899', '3000', 'abc', '2024.5', '2026%20or%201=1', '1e400'].map(
        (wrong) => [`year=${wrong}`, /^year/] as const,
      ),
    ] as const)
      for (const route of ['/desk/statistics', '/desk/statistics/follow-up'])
        assertFailure(await desk.get(`${route}?${query}`), 400, 'INVALID', field);
    assert.equal((await desk.get('/desk/statistics?from=2010-01-02&to=2020-01-01')).statusCode, 200);
    assertFailure(await desk.get('/desk/statistics?establishmentId=2'), 404, 'NOTFOUND');
    assertFailure(await desk.get('/desk/statistics?establishmentId=__proto__'), 400, 'INVALID');
    assertFailure(await service.get('/desk/statistics'), 401, 'UNAUTHORIZED');
  });

  it('a user sees the statistics of residences within reach alone', async () => {
    await lead({ dateFirstContact: '2016-01-01', type: 'commercial.type.phone' }, 3);
    await lead({ dateFirstContact: '2016-01-01', type: 'commercial.type.email' }, 5);
    await lead({ dateFirstContact: '2017-01-01' }, 5);
    for (const role of ['direction', 'commercial', 'reader'] as const) {
      const user = await signIn(service, [{ role, establishmentId: 3 }]);
      const seen = await statistics('year=2016', user);
      assert.deepEqual(
        seen.residences.map(({ id, total }) => [id, total]),
        [[3, 1]],
      );
      assert.equal(seen.current.received, 1);
      assert.deepEqual(
        seen.sources.map(({ type }) => type),
        ['commercial.type.phone'],
      );
      assert.deepEqual((await statistics('year=2016&establishmentId=3', user)).residences, seen.residences);
      for (const other of [5, 2]) {
        const answer = await user.get(`/desk/statistics?year=2016&establishmentId=${other}`);
        assertFailure(answer, 404, 'NOTFOUND', /^establishmentId: there is no such residence$/);
      }
    }
  });

  it('all figures add up, and equal the statistics of the contract', async () => {
    start();
    assert.deepEqual(await recountContacts(service.database.read), []);
    const steps = ['received', 'validated', 'contacted', 'visited', 'admitted'] as const;
    for (const year of [1990, 1994, 2012, 2015, 2026]) {
      const contract = await ok<ContactStatistics[]>(
        service.get(`/fr/statscontact/${year}?${service.query}`),
      );
      const { current, months, sources, senders, residences } = await statistics(`year=${year}`);
      assert.deepEqual(
        residences.map(({ id, name, total, hasAction }) => ({ id, name, total, hasAction })),
        contract,
      );
      assert.ok(current.received > 1);
      for (const step of steps) {
        const sum = (parts: readonly { readonly [S in typeof step]: number }[]) =>
          parts.reduce((all, part) => all + part[step], 0);
        const ofMonths = months.map((month) => month.current);
        const sums = [sum(ofMonths), sum(sources), sum(senders)];
        assert.deepEqual(
          sums,
          sums.map(() => current[step]),
          `${step} of ${year}`,
        );
      }
    }
  });

  // Last: every session ends during this test.
  it('the present year of Paris is answered when none is asked for', async () => {
    assert.equal((await statistics('')).from, '2026-01-01');
    at('2026-12-31T23:30:00.000Z');
    const night = await signIn(service);
    assert.equal((await statistics('', night)).to, '2027-12-31');
  });
});
