import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { untilNotified } from '../../test/fixtures/change-notifications.ts';
import { execute, rows } from '../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import {
  type Establishment,
  establishmentDetails,
  type GroupListing,
  type JobCount,
} from '../contract/establishment.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open.ts';

/** Interface 2.2, in its order. */
const contractKeys = [
  'id groupement_id groupeName groupeDetail name seoTitleJob slug siret urssafRef urssafNum pictureName about tvaNum',
  'logoName prefectureEmail prefectureFax regimeRetraite convention collector status capital rcsRef rcsNum',
  'regimePrevoyance regimeMutuelle banque bic iban sepa phone email address cp city lat lng googlemapLink',
]
  .join(' ')
  .split(' ');

onSqlite('groups and residences', (engine) => {
  let service: TestService;
  /** A connection of another process: a command that runs beside the service. */
  let elsewhere: Database;
  before(async () => {
    service = await startService(engine);
    elsewhere = await openDatabase({
      location: service.config.database,
      poolSize: 1,
      now: service.clock.now,
      onProblem: () => undefined,
    });
  });
  after(async () => {
    await elsewhere.close();
    await service.close();
  });

  const change = (statement: string) =>
    untilNotified(service.database, 'residences', () => execute(elsewhere, statement));
  async function answer<T>(path: string): Promise<T> {
    return ok<T>(service.get(`/fr/${path}${path.includes('?') ? '&' : '?'}${service.query}`));
  }
  const listing = (group: string) => answer<GroupListing>(`etablissements/${group}`);
  const show = (id: number) => answer<Establishment>(`etablissement/show/${id}`);
  const jobs = (path = '') => answer<JobCount>(`jobs${path}`);
  const failing = (path: string) =>
    service.get(`/fr/${path}${path.includes('?') ? '&' : '?'}${service.query}`);
  const idsOf = ({ etablissements }: { etablissements: readonly Establishment[] }) =>
    etablissements.map(({ id }) => id);

  function assertEstablishment(establishment: Establishment) {
    assert.deepEqual(Object.keys(establishment), contractKeys);
    const { id, groupement_id, ...strings } = establishment;
    assert.equal(Number.isInteger(id) && Number.isInteger(groupement_id), true);
    for (const [key, value] of Object.entries(strings)) assert.equal(typeof value, 'string', key);
  }

  it('groups and residences begin as in the contract, in its shapes', async () => {
    assert.deepEqual(idsOf(await listing('group_a')), [1, 3, 4]);
    assert.deepEqual(idsOf(await listing('senior')), [9, 10]);
    assert.deepEqual(idsOf(await jobs()), [1, 3, 4, 5, 6, 7, 8, 9, 10]);
    const group = await listing('group_a');
    assert.deepEqual(Object.keys(group), ['etablissements', 'personnel', 'medecins']);
    assert.deepEqual([group.personnel, group.medecins], [{ nb: 0 }, { nb: 0 }]);
    const count = await jobs('/group_a');
    assert.deepEqual(Object.keys(count), ['etablissements', 'totalAnnouncements']);
    assert.equal(count.totalAnnouncements, 0);
    for (const establishment of [...group.etablissements, ...count.etablissements]) {
      assertEstablishment(establishment);
      assert.deepEqual(establishment, await show(establishment.id));
    }
  });

  it('a residence says what is known, and "" for the rest, never null', async () => {
    const details = Object.fromEntries(establishmentDetails.map((detail) => [detail, `its ${detail}`]));
    await change(
      `insert into establishments (id, group_id, name, details) values (20, 2, 'Complète', '${JSON.stringify(details)}'), (21, 2, 'Nue', '{}'),
        (22, 2, 'Nulle', '{"city": null, "unknown": "x"}')`,
    );
    const [group] = await rows<{ name: string; detail: string }>(
      service.database,
      'select name, detail from "groups" where id = 2',
    );
    assert.deepEqual(await show(20), {
      id: 20,
      groupement_id: 2,
      groupeName: group?.name,
      groupeDetail: group?.detail,
      name: 'Complète',
      ...details,
    });
    for (const id of [21, 22]) {
      const bare = await show(id);
      assertEstablishment(bare);
      for (const detail of establishmentDetails) assert.equal(bare[detail], '');
    }
    await change('delete from establishments where id in (20, 21, 22)');
  });

  it('the active medical staff of a group are counted, doctors in both counts', async () => {
    const staff = (establishment: number, medical: number, doctor: number, active: number) =>
      `(${establishment}, 'Anne Roux', 'x', ${medical}, ${doctor}, ${active})`;
    await change(
      `insert into staff (establishment_id, name, job, medical, doctor, active) values ${[
        staff(1, 1, 0, 1),
        staff(3, 1, 0, 1),
        staff(3, 1, 1, 1),
        staff(4, 0, 1, 1),
        staff(4, 0, 0, 1),
        staff(4, 1, 0, 0),
        staff(4, 1, 1, 0),
        staff(5, 1, 1, 1),
      ].join()}`,
    );
    const { personnel, medecins } = await listing('group_a');
    assert.deepEqual([personnel, medecins], [{ nb: 4 }, { nb: 2 }]);
    const groupB = await listing('group_b');
    assert.deepEqual([groupB.personnel, groupB.medecins], [{ nb: 1 }, { nb: 1 }]);
    const senior = await listing('senior');
    assert.deepEqual([senior.personnel, senior.medecins], [{ nb: 0 }, { nb: 0 }]);

    await change('update staff set active = 0 where establishment_id = 3');
    assert.deepEqual((await listing('group_a')).personnel, { nb: 2 });
    await change('delete from staff');
    assert.deepEqual((await listing('group_a')).personnel, { nb: 0 });
  });

  it('open job offers are counted: of all, of a group, of one', async () => {
    await change(`insert into announcements values
      (1, 1, 'IDE', 1), (2, 1, 'AES', 1), (3, 1, 'ASH', 0), (4, 3, 'IDE', 1), (5, 7, 'IDEC', 1), (6, 9, 'ASH', 0)`);
    assert.equal((await jobs()).totalAnnouncements, 4);
    assert.equal((await jobs('/group_a')).totalAnnouncements, 3);
    assert.equal((await jobs('/group_b')).totalAnnouncements, 0);
    assert.equal((await jobs('/group_c')).totalAnnouncements, 1);
    assert.equal((await jobs('/senior')).totalAnnouncements, 0);
    const one = await jobs('?etablissement=1');
    assert.deepEqual([idsOf(one), one.totalAnnouncements], [[1], 2]);
    const none = await jobs('?etablissement=9');
    assert.deepEqual([idsOf(none), none.totalAnnouncements], [[9], 0]);
    assert.deepEqual(idsOf(await jobs('/group_a')), [1, 3, 4]);
    // An empty filter is no filter.
    assert.deepEqual(idsOf(await jobs('?etablissement=')), [1, 3, 4, 5, 6, 7, 8, 9, 10]);
    await change('update announcements set open = 0 where id = 1');
    assert.equal((await jobs('?etablissement=1')).totalAnnouncements, 1);
  });

  it('what names no group or residence is not found', async () => {
    for (const path of [
      'etablissements/group_z',
      'etablissements/GROUP_A',
      'etablissements/1',
      'etablissements/__proto__',
      'jobs/group_z',
      'jobs/1',
      'etablissement/show/2',
      'etablissement/show/999999999999',
      'etablissement/show/-1',
    ]) {
      assertFailure(await failing(path), 404, 'NOTFOUND', /path/);
    }
    for (const path of ['etablissement/show/abc', 'etablissement/show/1.5', 'etablissement/show/1abc']) {
      assertFailure(await failing(path), 400, 'INVALID', /id/);
    }
    for (const filter of ['2', 'abc', '1.5', '1&etablissement=3']) {
      assertFailure(await failing(`jobs?etablissement=${filter}`), 400, 'INVALID', /etablissement/);
    }
  });

  it('a damaged residence costs its own details, and no lead', async (t) => {
    const damaged = await startService(engine);
    t.after(() => damaged.close());
    await execute(damaged.database, `update establishments set details = '{' where id = 3`);
    await ok(damaged.post(`/fr/etablissement/3/commercial/create?${damaged.query}`, {}));
    await ok(damaged.get('/health/ready'));
    const shown = (id: number) =>
      ok<Establishment>(damaged.get(`/fr/etablissement/show/${id}?${damaged.query}`));
    assert.deepEqual(await shown(5), await show(5));
    const { name, city } = await shown(3);
    assert.deepEqual([name, city], [(await show(3)).name, '']);
  });

  it('a change by somebody else is seen from one request to the next', async () => {
    await change(`insert into "groups" values (9, 'groupe_neuf', 'Groupe neuf', 'Ici')`);
    assert.deepEqual(idsOf(await listing('groupe_neuf')), []);
    await change(`insert into establishments (id, group_id, name, details) values (30, 9, 'Neuve', '{"city": "Angers"}'),
      (29, 9, 'Aînée', '{}')`);
    const { etablissements } = await listing('groupe_neuf');
    assert.deepEqual(
      etablissements.map(({ id, groupeName, city }) => [id, groupeName, city]),
      [
        [29, 'Groupe neuf', ''],
        [30, 'Groupe neuf', 'Angers'],
      ],
    );
    await change(`update establishments set name = 'Renommée', group_id = 1 where id = 30`);
    assert.equal((await show(30)).name, 'Renommée');
    assert.deepEqual(idsOf(await listing('group_a')), [1, 3, 4, 30]);
    const lead = await service.post(`/fr/etablissement/30/commercial/create?${service.query}`, {});
    assert.equal(lead.body, '"ok"');
    await change('delete from establishments where id = 29');
    assertFailure(await failing('etablissement/show/29'), 404, 'NOTFOUND');
  });
});
