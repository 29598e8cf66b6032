import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { editEntry, markSpam, unite } from '../../../test/fixtures/acts.ts';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { act, send } from '../../../test/fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { definedStatements } from '../../store/statement.ts';

type Body = Record<string, unknown>;
interface Listed {
  readonly data: readonly ({ readonly id: number; readonly customId: string | null } & Body)[];
  readonly total: { readonly count: number; readonly exact: boolean };
  readonly next: string | null;
  readonly previous: string | null;
}

async function list(desk: Desk, query: string, kind = 'commercial'): Promise<Listed> {
  const answer = await desk.get(`/desk/entries?kind=${kind}&${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
/** The customIds of a list, in its order. */
async function named(desk: Desk, query: string, kind?: string): Promise<(string | null)[]> {
  return (await list(desk, query, kind)).data.map(({ customId }) => customId);
}
const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;
const reader = (establishmentId: number | null) => [{ role: 'reader', establishmentId }] as const;

onSqlite('a line of a list', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  it('a line has what somebody needs to call back', async () => {
    const id = await send(service, 'a', {
      firstNameClient: 'Simone',
      lastNameClient: 'Durand',
      lastNameMaritalClient: 'Lefèvre',
      cellphoneClient: '06 39 98 12 34',
      type: 'commercial.type.website',
      dateFirstContact: '2026-03-02',
      commercialrelations: [{ firstName: 'Claire', lastName: 'Martin', email: 'claire@example.org' }],
      commercialactions: [{ date: '2026-03-03', comment: 'Appelée' }],
    });
    await act(service, (tx, staff) =>
      editEntry(tx, id, staff, {
        actions: [
          { date: '2026-03-09', stage: 'Visite', done: false },
          { date: '2026-03-06', time: '10:30', comment: 'Rappeler', stage: 'Prise de contact', done: false },
        ],
      }),
    );
    const [site] = await list(desk, '').then(({ data }) => data);
    assert.partialDeepStrictEqual(site, {
      id,
      type: 'commercial.type.website',
      name: 'Simone Lefèvre',
      // The number is the client's own.
      contactName: null,
      contact: { name: 'Simone Lefèvre', phone: '06 39 98 12 34' },
      status: 'processed',
      stage: 'Prise de contact',
      contactDate: '2026-03-02',
      nextAction: { date: '2026-03-06', time: '10:30', stage: 'Prise de contact', comment: 'Rappeler' },
      lastAction: { date: '2026-03-03', time: null, stage: null, comment: 'Appelée' },
    });
  });

  it('the day of an admission is shown, unless it was taken back', async () => {
    const id = await send(service, 'admitted', {});
    const edit = (change: Parameters<typeof editEntry>[3]) =>
      act(service, (tx, staff) => editEntry(tx, id, staff, change));
    const shown = async () => (await list(desk, '')).data.find((one) => one.id === id)?.admittedOn;
    assert.equal(await shown(), null);
    const actions = [{ date: '2026-03-16', stage: 'Admission réalisé' as const }];
    await edit({ resultat: 'commercial.resultat.realisee', actions });
    assert.equal(await shown(), '2026-03-16');
    assert.match(
      (await desk.get('/desk/entries.csv?kind=commercial')).body,
      /"Admission réalisée";;"16\/03\/2026"/,
    );
    await edit({ resultat: null });
    assert.equal(await shown(), null);
  });

  it('the person is named whose number it is', async () => {
    const paul = { firstName: 'Paul', lastName: 'Petit' };
    const claire = { firstName: 'Claire', lastName: 'Petit', lien: 'Fille', cellphone: '06 39 98 12 35' };
    const client = { firstNameClient: 'Rose', lastNameClient: 'Petit', phoneClient: '02 61 91 12 35' };
    for (const [customId, commercialrelations, name, kinship, phone] of [
      ['two', [paul, claire], 'Claire Petit', 'Fille', '06 39 98 12 35'],
      ['none', [paul], 'Rose Petit', null, '02 61 91 12 35'],
      ['nameless', [paul, { lien: 'Fille', phone: '06 39 98 12 36' }], 'Fille', null, '06 39 98 12 36'],
    ] as const) {
      const id = await send(service, customId, { ...client, commercialrelations });
      const found = (await list(desk, '')).data.find((one) => one.id === id);
      assert.partialDeepStrictEqual(found, { name: 'Rose Petit', contact: { name, kinship, phone } });
      assert.equal(found?.contactName, name === 'Rose Petit' ? null : name);
    }
  });
});

onSqlite('a list of entries', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());

  it('pages follow one another in each order, there and back', async () => {
    const desk = await signIn(service);
    // Two on one day: the id decides.
    for (const [i, day] of ['03-02', '03-01', '03-03', '03-01', '02-01'].entries())
      await send(service, 'abcde'.charAt(i), { dateFirstContact: `2026-${day}`, lastNameClient: 'Martin' });
    for (const [query, expected] of [
      ['', 'edcba'],
      ['order=asc', 'abcde'],
      ['q=martin&sort=contactDate', 'cadbe'],
      ['sort=contactDate&order=asc', 'ebdac'],
    ] as const) {
      let page = await list(desk, `${query}&limit=2`);
      assert.equal(page.previous, null);
      assert.deepEqual(page.total, { count: 5, exact: true });
      const pages = [page];
      while (page.next !== null) {
        page = await list(desk, `${query}&limit=2&after=${page.next}`);
        pages.push(page);
      }
      const seen = pages.flatMap(({ data }) => data.map(({ customId }) => customId));
      assert.equal(seen.join(''), expected, query);
      // Back again, by the cursors of each page.
      while (page.previous !== null) {
        pages.pop();
        page = await list(desk, `${query}&limit=2&before=${page.previous}`);
        assert.deepEqual(page.data, pages.at(-1)?.data);
      }
      assert.equal(pages.length, 1);
    }
    // A page stays what it was while entries arrive.
    const first = await list(desk, 'limit=2');
    await send(service, 'f', {});
    assert.deepEqual(await named(desk, `limit=2&after=${first.next}`), ['c', 'b']);
    for (const wrong of ['x', 'bnVsbA', 'WyJyZWNlaXZlZCIsIngiXQ', `${first.next}&sort=contactDate`]) {
      const answer = await desk.get(`/desk/entries?kind=commercial&after=${wrong}`);
      assertFailure(answer, 400, 'INVALID', /^after: /);
    }
  });

  it('each filter of the page leaves the entries that it names', async () => {
    const desk = await signIn(service);
    const { id: userId } = (await desk.get('/desk/session')).json().user;
    const patch = (id: number, body: object) => ok(desk.patch(`/desk/entries/${id}`, body));
    await send(service, 'plain', { dateFirstContact: '2026-01-10' });
    await send(service, 'visit', {
      type: 'commercial.type.visite',
      sejourType: 'commercial.sejourType.temporaire',
    });
    await patch(await send(service, 'refused', { dateFirstContact: '2026-01-20' }, at(5)), {
      resultat: 'commercial.resultat.refuse',
      motif: 'commercial.motif.financier',
      actions: [{ date: '2026-03-04', stage: 'Visite' }],
    });
    const orientation = { NumeroDemandeOrientationCR: '1 / 1_1_1' };
    await service.exchange('/appli/partner/orientation', orientation);
    await service.exchange('/appli/partner/orientation', { ...orientation, GirEstime: 'GIR 2' });
    const attempt = { date: '2026-03-04', outcome: 'no-answer' };
    await patch(await send(service, 'tried'), { actions: [attempt, attempt] });
    const call = { date: '2026-02-01', stage: 'Prise de contact', outcome: 'reached' };
    await patch(await send(service, 'reached', { comment: 'De la famille.' }), {
      actions: [call],
      comment: 'De la résidence.',
    });
    for (const [customId, date, time] of [
      ['noon', '2026-03-09', '12:00'],
      ['early', '2026-03-09', '09:00'],
      ['later', '2026-03-12', null],
    ] as const) {
      const id = await send(service, customId, { comment: `Bonjour de ${customId}` });
      await patch(id, { actions: [{ date, time, stage: 'Visite', done: false }] });
      // The user who plans takes charge.
      await ok(desk.post(`/desk/entries/${id}/owner`, { userId: customId === 'early' ? userId : null }));
    }
    const others = 'orientation=false&planned=none';
    for (const [query, expected] of [
      ['status=processed&planned=none', ['reached', 'refused']],
      [`status=new&${others}`, ['tried', 'visit', 'plain']],
      ['flagged=true', [null]],
      ['type=commercial.type.visite', ['visit']],
      ['sejourType=commercial.sejourType.temporaire', ['visit']],
      ['resultat=commercial.resultat.refuse', ['refused']],
      ['motif=commercial.motif.financier', ['refused']],
      ['stage=Visite', ['refused']],
      ['stage=none&planned=none', ['tried', null, 'visit', 'plain']],
      ['orientation=true', [null]],
      ['unassigned=true', [null]],
      ['establishmentId=5', ['refused']],
      ['from=2026-01-10&to=2026-01-10', ['plain']],
      ['from=2026-01-10&to=2026-01-20', ['refused', 'plain']],
      ['owner=me', ['early']],
      [`ownerId=${userId}`, ['early']],
      ['owner=none&planned=any', ['later', 'noon']],
      ['planned=any&sort=nextAction&order=asc', ['early', 'noon', 'later']],
      ['planned=visit', ['later', 'early', 'noon']],
      ['sort=nextAction&order=desc', ['later', 'noon', 'early']],
      ['nextFrom=2026-03-10', ['later']],
      ['nextFrom=2026-03-09&nextTo=2026-03-09&sort=nextAction&order=asc', ['early', 'noon']],
      ['attempts=2', ['tried']],
      ['lastContactBefore=2026-02-02', ['reached']],
      ['followUp=unplanned', ['reached']],
      ['followUp=planned', ['later', 'early', 'noon']],
    ] as const)
      assert.deepEqual(await named(desk, query), expected, query);
    const first = await list(desk, 'sort=nextAction&order=asc&limit=1');
    assert.deepEqual(await named(desk, `sort=nextAction&order=asc&after=${first.next}`), ['noon', 'later']);
    assert.equal(first.data[0]?.message, 'Bonjour de early');
    const [reached] = (await list(desk, 'followUp=unplanned')).data;
    assert.equal(reached?.message, 'De la famille.', 'whatever staff have written since');
    for (const wrong of [
      ...['status=old', 'resultat=x', 'from=2026-02-30', 'sort=name', 'limit=101', 'limit=0', 'planned=x'],
      ...['attempts=0', 'nextFrom=soon', 'owner=you', 'step=x', 'followUp=x'],
    ])
      assertFailure(await desk.get(`/desk/entries?kind=commercial&${wrong}`), 400, 'INVALID');
    assertFailure(await desk.get('/desk/entries'), 400, 'INVALID', /^kind: /);

    const interview = { etablissementId: 3, message: 'Disponible.' };
    const application = await send(service, 'apply', interview, 'announcement/postuler');
    await send(service, 'other', { etablissementId: 3 }, 'announcement/postuler');
    await ok(desk.post(`/desk/entries/${application}/step`, { step: 'interview' }));
    assert.deepEqual(await named(desk, 'step=none', 'postuler'), ['other']);
    const [applied, ...none] = (await list(desk, 'step=interview', 'postuler')).data;
    assert.deepEqual([applied?.message, applied?.note, none], ['Disponible.', null, []]);
    const form = { note: 4, contact: 'Trop de bruit.' };
    await send(service, 'opinion', form, 'etablissement/3/survey/create', '&type=survey.type.survey');
    const [opinion] = (await list(desk, '', 'survey')).data;
    assert.deepEqual([opinion?.message, opinion?.note], ['Trop de bruit.', '4']);
  });

  it('tests, spam and duplicates are left out unless asked for', async () => {
    const desk = await signIn(service);
    await send(service, 'test', { lastNameClient: 'Martin' }, at(3), '&test=1');
    const [kept, twice, spam] = [
      await send(service, 'kept', { lastNameClient: 'Martin' }),
      await send(service, 'twice', { lastNameClient: 'Martin' }),
      await send(service, 'spam', { lastNameClient: 'Martin' }),
    ];
    await act(service, (tx, staff) => unite(tx, twice, staff, kept));
    await act(service, (tx, staff) => markSpam(tx, spam, staff, true));
    for (const q of ['', '&q=martin']) {
      assert.deepEqual(await named(desk, q), ['kept']);
      for (const aside of ['test', 'spam'])
        assert.deepEqual(await named(desk, `aside=${aside}${q}`), [aside]);
      const [first, ...others] = (await list(desk, `aside=duplicate${q}`)).data;
      assert.deepEqual([first?.customId, first?.duplicateOf, others], ['twice', kept, []]);
    }
  });

  it('a list is of the residences within reach alone', async () => {
    for (const id of [3, 4, 5]) await send(service, `at ${id}`, { lastNameClient: 'Martin' }, at(id));
    await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Nom': 'Martin' });
    const everywhere = await signIn(service, reader(null));
    const here = await signIn(service, reader(3));
    const both = await signIn(service, [...reader(3), ...reader(5)]);
    for (const q of ['', '&q=martin', '&sort=contactDate']) {
      assert.deepEqual(await named(everywhere, q), [null, 'at 5', 'at 4', 'at 3']);
      assert.deepEqual(await named(here, q), ['at 3']);
      assert.deepEqual(await named(both, q), ['at 5', 'at 3']);
      for (const elsewhere of ['establishmentId=4', 'establishmentId=2', 'unassigned=true']) {
        assert.deepEqual((await list(both, `${elsewhere}${q}`)).total, { count: 0, exact: true });
      }
      assert.deepEqual(await named(both, `establishmentId=5${q}`), ['at 5']);
    }
    // Applications of residence 5 alone, where the role to read them is.
    for (const id of [3, 5])
      await send(service, `cv ${id}`, { etablissementId: id, announcementId: 12 }, 'announcement/postuler');
    const mixed = await signIn(service, [{ role: 'direction', establishmentId: 5 }, ...reader(3)]);
    assert.deepEqual(await named(mixed, 'announcementId=12', 'postuler'), ['cv 5']);
    assertFailure(await here.get('/desk/entries?kind=postuler'), 403, 'FORBIDDEN');
    const own = await signIn(service, [...reader(null), { role: 'direction', establishmentId: 3 }]);
    assert.deepEqual(await named(own, 'mine=true'), ['at 3']);
  });

  it('filters leave no prepared statement behind', async () => {
    const desk = await signIn(service);
    const filters = [
      ...['status=new', 'q=martin&flagged=true', 'orientation=false', 'resultat=none', 'motif=none'],
      ...['stage=none', 'from=2026-01-01', 'to=2026-12-31', 'planned=visit', 'aside=spam'],
    ];
    await list(desk, '');
    const before = definedStatements.length;
    for (const filter of filters) await list(desk, filter);
    assert.equal(definedStatements.length, before);
  });
});

onSqlite('a search', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  it('hostile search texts find nothing and break nothing', async () => {
    await send(service, 'a', { lastNameClient: `${'é'.repeat(300)} ${'mot '.repeat(4000)}` });
    const hostile = [
      ...[`'; drop table entries; --`, `words: a* AND NOT b`, `NEAR(a b)`, `^a - b (c)`, `ma':* | 'x`],
      ...['ma\\', `a"b`, `%_%`, `\u0000\u0000ab`, `\ud800\ud800`, '👩‍👩‍👧 👩', '__proto__', '&& || ! <->'],
      ...['@@@@', `a'''@b`, '((((((((', '+++++++++', '0'.repeat(200), 'z'.repeat(255), 'a '.repeat(120)],
    ];
    for (const q of hostile) {
      const answer = await desk.get(
        `/desk/entries?kind=commercial&q=${encodeURIComponent(q.toWellFormed())}`,
      );
      assert.equal(answer.statusCode, 200, `${q}: ${answer.body}`);
      assert.deepEqual(answer.json().data, [], q);
    }
    assert.deepEqual(await named(desk, `q=${encodeURIComponent('é'.repeat(100))}`), ['a']);
    for (const wrong of ['a', '%20', 'a'.repeat(256)])
      assertFailure(await desk.get(`/desk/entries?kind=commercial&q=${wrong}`), 400, 'INVALID', /^q: /);
  });

  it('e-mail addresses, phones in any form, customIds and numbers are found', async () => {
    await send(service, 'x_é-1', {
      emailClient: "O'Neil+a/b@Example.org",
      cellphoneClient: '+33 (0)6 39 98 12 34',
      partnerid: 'p-1',
      emailAdresseur: 'adviser@example.org',
    });
    await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: '2026 / 001_002_003',
      'Contact / Telephone': '+32470123456',
    });
    const mine = ['x_é-1'];
    const partners = [null];
    for (const [q, expected] of [
      ["o'neil+a/b@example.org", mine],
      ["O'NEIL+A/B@ex", mine],
      ['adviser@example.org', []],
      ['06 39 98 12 34', mine],
      ['+33639981234', mine],
      ['06.39.98.12.35', []],
      ['+32 470 12 34 56', partners],
      ['x_é-1', mine],
      ['X_é-1', []],
      ['p-1', mine],
      ['RES-000001', partners],
      ['res-1', partners],
      ['RES-2', []],
    ] as const) {
      assert.deepEqual(await named(desk, `q=${encodeURIComponent(q)}`), expected, q);
    }
  });

  it('people are found by beginnings of names, accents aside', async () => {
    await send(service, 'zoe', {
      firstNameClient: 'Zoé',
      lastNameClient: 'Lefèvre-Dupont',
      commercialrelations: [{ firstName: 'Cœur', lastName: "D'Artagnan", lastNameMarital: 'Weiß' }],
    });
    await send(service, 'other', { firstNameClient: 'Zoé', lastNameClient: 'Martin' });
    await service.exchange('/appli/partner/orientation', {
      'PersonneAgee / Nom': 'Žižka',
      'Contact / Nom': 'O’Neil',
      'PersonneAgee2 / Prenom': 'Łukasz',
    });
    for (const [q, expected] of [
      ['zoe', ['other', 'zoe']],
      ['ZOÉ LEF', ['zoe']],
      ['dupont zo', ['zoe']],
      ['lefe\u0300vre', ['zoe']],
      ['coeur', ['zoe']],
      ['œuf', []],
      ["d'artagnan", ['zoe']],
      ['weiss', ['zoe']],
      ['o’neil', [null]],
      ['łuk', [null]],
      ['oe', []],
    ] as const) {
      assert.deepEqual(await named(desk, `q=${encodeURIComponent(q)}`), expected, q);
    }
  });

  it('a search knows what has changed, and forgets what was deleted', async () => {
    const id = await send(service, 'changed', {
      lastNameClient: 'Durand',
      commercialrelations: [{ lastName: 'Roux' }],
    });
    await act(service, (tx, staff) =>
      editEntry(tx, id, staff, {
        fields: { lastNameClient: 'Bernard', emailClient: 'b@example.org' },
        relations: new Map([[0, { lastName: null }]]),
      }),
    );
    for (const gone of ['durand', 'roux']) assert.deepEqual(await named(desk, `q=${gone}`), []);
    for (const there of ['bernard', 'b@example.org'])
      assert.deepEqual(await named(desk, `q=${there}`), ['changed']);
    await act(service, (tx, staff) =>
      editEntry(tx, id, staff, { fields: { lastNameClient: null, emailClient: null } }),
    );
    assert.deepEqual(await named(desk, 'q=bernard'), []);
  });
});
