import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { untilNotified } from '../../../test/fixtures/change-notifications.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import type { Grant } from '../../access/roles.ts';
import { confidentialDetails, establishmentDetails } from '../../contract/establishment.ts';

const director3: Grant = { role: 'direction', establishmentId: 3 };
const commercial3: Grant = { role: 'commercial', establishmentId: 3 };
const director: Grant = { role: 'direction', establishmentId: null };
const iban = 'FR76 3000 6000 0112 3456 7890 189';

onSqlite('residences at the desk', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const seen = <T>(change: () => Promise<T>) => untilNotified(service.database, 'residences', change);
  const ids = (answer: { json(): { data: { id: number }[] } }) => answer.json().data.map(({ id }) => id);

  it('residences within reach are shown, with bank details for who may change them', async () => {
    const head = await signIn(service, [director]);
    await head.patch('/desk/establishments/3', { iban, siret: '00001234500013' });
    assert.deepEqual(ids(await head.get('/desk/establishments')), [1, 3, 4, 5, 6, 7, 8, 9, 10]);
    const mixed = await signIn(service, [commercial3, { role: 'direction', establishmentId: 5 }]);
    assert.deepEqual(ids(await mixed.get('/desk/establishments')), [3, 5]);
    const three = (await mixed.get('/desk/establishments/3')).json();
    const five = (await mixed.get('/desk/establishments/5')).json();
    assert.deepEqual([three.name, three.groupId, three.siret], ['Le Clos des Vignes', 1, '00001234500013']);
    assert.equal(typeof three.groupName, 'string');
    assert.deepEqual([three.example, five.example], [false, true]);
    const hidden: readonly string[] = confidentialDetails;
    const open = establishmentDetails.filter((detail) => !hidden.includes(detail));
    const always = [
      'id',
      'name',
      'groupId',
      'groupName',
      'example',
      'tariffsUrl',
      'bookletUrl',
      ...open,
    ].sort();
    assert.deepEqual(Object.keys(three).sort(), always);
    assert.deepEqual(Object.keys(five).sort(), [...always, ...hidden].sort());
    assert.equal((await head.get('/desk/establishments/3')).json().iban, iban.replaceAll(' ', ''));
    assert.match(five.iban, /^FR76/);
    const refused = [4, 2, 2_147_483_648, 9_007_199_254_740_991];
    const answers = await Promise.all(refused.map((id) => mixed.get(`/desk/establishments/${id}`)));
    for (const answer of answers) {
      assertFailure(answer, 404, 'NOTFOUND');
      assert.equal(answer.body, answers[0]?.body);
    }
    await head.patch('/desk/establishments/3', { iban: null });
  });

  it('a residence is changed within reach, and callers are answered that at once', async () => {
    const desk = await signIn(service, [director3]);
    const change = (body: unknown, id = 3) => desk.patch(`/desk/establishments/${id}`, body);
    const show = async () => {
      const answer = await service.get(`/fr/etablissement/show/3?${service.query}`);
      return answer.json<Record<string, unknown>>();
    };
    const before = await show();
    const changed = await seen(() => change({ name: 'Le Clos', phone: '01 99 00 12 34', iban }));
    assert.equal(changed.statusCode, 200, changed.body);
    assert.deepEqual([changed.json().name, changed.json().iban], ['Le Clos', 'FR7630006000011234567890189']);
    assert.deepEqual(await lastAct(service, desk), [
      'changed establishment 3',
      { changed: ['name', 'iban', 'phone'] },
    ]);
    assert.deepEqual(await show(), {
      ...before,
      name: 'Le Clos',
      phone: '01 99 00 12 34',
      iban: 'FR7630006000011234567890189',
    });
    await seen(() => change({ phone: null, iban: '' }));
    assert.deepEqual(await show(), { ...before, name: 'Le Clos', phone: '', iban: '' });
    const [act] = await lastAct(service, desk);
    assert.equal((await change({ name: 'Le Clos', phone: null })).statusCode, 200);
    assert.deepEqual([act], [(await lastAct(service, desk))[0]]);

    for (const [body, expected] of [
      [{ siret: '00001234500014' }, /^siret: expected a SIRET/],
      [{ name: null }, /^name: expected a string/],
      [{ about: 'x'.repeat(20_001) }, /^about: expected at most 20000/],
      [{ id: 4 }, /^id: no field/],
      [{ constructor: 'x' }, /^constructor: no field/],
      [{}, /^body: expected some field/],
    ] as const) {
      assertFailure(await change(body), 400, 'INVALID', expected);
    }
    for (const id of [5, 2, 2_147_483_648]) {
      assertFailure(await change({ name: 'x' }, id), 404, 'NOTFOUND', /^path: there is nothing here$/);
    }
  });

  it('a residence links its documents, which callers are not shown', async () => {
    const desk = await signIn(service, [director3]);
    const change = (body: object) => desk.patch('/desk/establishments/3', body);
    const tariffsUrl = 'https://www.example.org/tarifs.pdf?annee=2026';
    assert.equal((await change({ tariffsUrl })).json().tariffsUrl, tariffsUrl);
    assert.deepEqual(await lastAct(service, desk), ['changed establishment 3', { changed: ['tariffsUrl'] }]);
    assert.equal((await change({ phone: '01 99 00 12 35' })).json().tariffsUrl, tariffsUrl);
    const callers = await service.get(`/fr/etablissement/show/3?${service.query}`);
    assert.ok(!callers.body.includes('tarifs'), callers.body);
    for (const bookletUrl of [
      ...[
        'http://www.example.org/livret',
        'javascript:alert(1)',
        'https://',
        'https://x y',
        'https://a@b.fr',
      ],
      `https://www.example.org/${'x'.repeat(480)}`,
    ])
      assertFailure(await change({ bookletUrl }), 400, 'INVALID', /^bookletUrl:/);
    assert.equal((await change({ tariffsUrl: null })).json().tariffsUrl, null);
  });

  it('changes of a residence made at once are all kept', async () => {
    const desk = await signIn(service);
    const details = ['about', 'phone', 'email', 'city', 'capital', 'status'] as const;
    await Promise.all(details.map((detail) => desk.patch('/desk/establishments/3', { [detail]: 'x' })));
    const residence = (await desk.get('/desk/establishments/3')).json();
    for (const detail of details) assert.equal(residence[detail], 'x');
  });

  it('residences are added, and moved between groups, by who may change all of them', async () => {
    const desk = await signIn(service);
    const local = await signIn(service, [director3]);
    const residence = { name: 'Les Lilas', groupId: 1, city: 'Angers' };
    for (const answer of [
      await local.post('/desk/establishments', residence),
      await local.post('/desk/groups', { slug: 'x', name: 'X' }),
      await local.patch('/desk/groups/1', { name: 'X' }),
      await local.patch('/desk/establishments/3', { groupId: 2 }),
    ]) {
      assertFailure(answer, 403, 'FORBIDDEN', /who may change every residence/);
    }
    assert.equal((await local.patch('/desk/establishments/3', { groupId: 1 })).statusCode, 200);

    const group = (await desk.post('/desk/groups', { slug: 'littoral', name: 'Littoral' })).json();
    assert.deepEqual(group, { id: group.id, slug: 'littoral', name: 'Littoral', detail: '' });
    assert.deepEqual(await lastAct(service, desk), [`added group ${group.id}`, { slug: 'littoral' }]);
    const added = (await desk.post('/desk/establishments', { ...residence, groupId: group.id })).json();
    assert.deepEqual([added.id, added.groupName, added.city], [11, 'Littoral', 'Angers']);
    assert.deepEqual(await lastAct(service, desk), [
      'added establishment 11',
      { name: 'Les Lilas', groupId: group.id },
    ]);
    await seen(() => desk.patch('/desk/establishments/3', { groupId: group.id }));
    assert.deepEqual(await lastAct(service, desk), ['changed establishment 3', { changed: ['groupId'] }]);
    await seen(() => desk.patch(`/desk/groups/${group.id}`, { detail: 'Côte' }));
    assert.deepEqual(await lastAct(service, desk), [`changed group ${group.id}`, { changed: ['detail'] }]);
    const listing = (await service.get(`/fr/etablissements/littoral?${service.query}`)).json();
    assert.deepEqual(
      listing.etablissements.map((one: Record<string, unknown>) => [one.id, one.groupeDetail]),
      [
        [3, 'Côte'],
        [11, 'Côte'],
      ],
    );
    assert.deepEqual(ids(await local.get('/desk/groups')), [group.id]);
    assert.deepEqual(ids(await desk.get('/desk/groups')), [1, 2, 3, 4, group.id]);

    for (const [answer, expected] of [
      [await desk.post('/desk/establishments', { ...residence, id: 3 }), /^id: a residence has this id/],
      [
        await desk.post('/desk/establishments', { ...residence, id: 1e10 }),
        /^id: expected 2147483647 or less/,
      ],
      [await desk.post('/desk/establishments', { ...residence, groupId: 99 }), /^groupId: no group/],
      [await desk.patch('/desk/establishments/3', { groupId: 99 }), /^groupId: no group/],
      [await desk.post('/desk/groups', { slug: 'senior', name: 'x' }), /^slug: a group has this one/],
      [await desk.post('/desk/groups', { slug: 'Sénior', name: 'x' }), /^slug: expected 1 to 63/],
    ] as const) {
      assertFailure(answer, 400, 'INVALID', expected);
    }
    assertFailure(await desk.patch('/desk/groups/99', { name: 'x' }), 404, 'NOTFOUND');
    assertFailure(await desk.patch('/desk/groups/9007199254740991', { name: 'x' }), 404, 'NOTFOUND');
    assert.equal((await desk.post('/desk/establishments', { ...residence, id: 42 })).json().id, 42);
    await seen(() => desk.patch('/desk/establishments/3', { groupId: 1 }));
  });

  it('staff of a residence are counted by the main API', async () => {
    const desk = await signIn(service, [director3]);
    const count = async () => {
      const { personnel, medecins } = (
        await service.get(`/fr/etablissements/group_a?${service.query}`)
      ).json();
      return [personnel.nb, medecins.nb];
    };
    const [medical = 0, doctors = 0] = await count();
    const body = { name: 'Dr Colin', job: 'Médecin coordonnateur', doctor: true };
    const added = (await seen(() => desk.post('/desk/establishments/3/staff', body))).json();
    assert.deepEqual(added, { ...body, id: added.id, medical: true, active: true });
    assert.deepEqual(await lastAct(service, desk), [`added staff ${added.id}`, { establishmentId: 3 }]);
    assert.deepEqual(await count(), [medical + 1, doctors + 1]);
    const change = (what: unknown, id = added.id) => desk.patch(`/desk/staff/${id}`, what);
    assert.equal((await seen(() => change({ active: false }))).json().active, false);
    assert.deepEqual(await lastAct(service, desk), [`changed staff ${added.id}`, { changed: ['active'] }]);
    assert.deepEqual(await count(), [medical, doctors]);
    const list = (await desk.get('/desk/establishments/3/staff')).json().data;
    assert.deepEqual(
      list.find((one: { id: number }) => one.id === added.id),
      { ...added, active: false },
    );

    assertFailure(await change({ medical: false }), 400, 'INVALID', /^medical: expected true/);
    assert.equal((await change({ medical: false, doctor: false })).json().medical, false);
    assertFailure(await change({ establishmentId: 5 }), 400, 'INVALID', /^establishmentId: no field/);
    assertFailure(await change({ active: 1 }), 400, 'INVALID', /^active: expected true or false/);
    for (const answer of [
      await change({ name: 'x' }, 9_007_199_254_740_991),
      await desk.post('/desk/establishments/2/staff', body),
    ])
      assertFailure(answer, 404, 'NOTFOUND', /^path: there is nothing here$/);
  });

  it('job offers of a residence are counted by the main API while they are open', async () => {
    const desk = await signIn(service, [director3]);
    const count = async () =>
      (await service.get(`/fr/jobs?etablissement=3&${service.query}`)).json().totalAnnouncements;
    const before = await count();
    const path = '/desk/establishments/3/announcements';
    const added = (await seen(() => desk.post(path, { title: 'Aide-soignant(e)' }))).json();
    assert.deepEqual(added, { id: added.id, title: 'Aide-soignant(e)', open: true });
    assert.equal(await count(), before + 1);
    const change = (what: unknown, id = added.id) => desk.patch(`/desk/announcements/${id}`, what);
    await seen(() => change({ open: false }));
    assert.equal(await count(), before);
    assert.deepEqual(await lastAct(service, desk), [
      `changed announcement ${added.id}`,
      { changed: ['open'] },
    ]);
    assert.deepEqual((await desk.get(path)).json().data.at(-1), {
      ...added,
      open: false,
      applications: 0,
    });
    const closed = (await desk.post(path, { title: 'IDE', open: false })).json();
    assert.equal(closed.id, added.id + 1);

    const many = await Promise.all(['a', 'b', 'c', 'd'].map((title) => desk.post(path, { title })));
    assert.equal(new Set(many.map((answer) => answer.json().id)).size, 4);
    assertFailure(await change({ title: '' }), 400, 'INVALID', /^title: expected a string/);
    assertFailure(await desk.post(path, { title: 'x', id: 1 }), 400, 'INVALID', /^id: no field/);
    const unknown = await change({ open: false }, 9_007_199_254_740_991);
    assertFailure(unknown, 404, 'NOTFOUND', /^path: there is nothing here$/);
  });
});
