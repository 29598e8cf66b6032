import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { markSpam, unite } from '../../../test/fixtures/acts.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { act, send } from '../../../test/fixtures/entry-events.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import type { searchEntries } from './find-all.ts';

const lead = 'etablissement/3/commercial/create';
const elsewhere = 'etablissement/5/commercial/create';
const survey = 'etablissement/3/survey/create';

type SearchResults = Awaited<ReturnType<typeof searchEntries.handle>>;

async function search(desk: Desk, q: string): Promise<SearchResults> {
  const answer = await desk.get(`/desk/search?q=${encodeURIComponent(q)}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
/** The ids found, group by group. */
async function found(desk: Desk, q: string): Promise<Record<string, number[]>> {
  const { groups } = await search(desk, q);
  return Object.fromEntries(groups.map(({ kind, type, data }) => [type ?? kind, data.map(({ id }) => id)]));
}
async function near(desk: Desk, q: string): Promise<(string | null)[]> {
  return (await search(desk, q)).near.map(({ name }) => name);
}

/** A family that has written in every way. Returns their entries. */
async function sendFamily(service: TestService) {
  const phone = '02 61 91 15 46';
  const client = { firstNameClient: 'Éléonore', lastNameClient: 'Bonnet', phoneClient: phone };
  const form = (type: string, body: object) =>
    send(service, type, { lastName: 'Bonnet', phone, ...body }, survey, `&type=survey.type.${type}`);
  const application = { etablissementId: 3, lastName: 'Bonnet', phone };
  return {
    commercial: await send(service, 'Dossier-7', { ...client, emailClient: 'eleonore.bonnet@example.org' }),
    'survey.type.contact': await form('contact', { phone: '+33261911546' }),
    'survey.type.complaint': await form('complaint', {}),
    'survey.type.survey': await form('survey', { lastName: 'BONNET' }),
    postuler: await send(service, 'application', application, 'announcement/postuler'),
  };
}

onSqlite('one search over all kinds', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());

  it('a family is found by its number in any form or in part, or by name', async () => {
    const desk = await signIn(service);
    const family = await sendFamily(service);
    await send(service, 'other', { lastNameClient: 'Autre', phoneClient: '02 61 91 99 99' }, lead);
    const all = Object.fromEntries(Object.entries(family).map(([kind, id]) => [kind, [id]]));
    for (const q of [
      ...['0261911546', '+33 2 61 91 15 46', '0033261911546', '02.61.91.15.46', '02 61 91 15', '1546'],
      ...['15 46', '911546', 'bonnet', 'BONN'],
    ])
      assert.deepEqual(await found(desk, q), all, q);
    const { commercial } = family;
    for (const q of ['bonnet éléo', 'Éléonore Bonnet', 'eleonore.bonnet@example.org', 'Dossier-7'])
      assert.deepEqual(await found(desk, q), { commercial: [commercial] }, q);
    for (const q of ['1547', '911547', '0261911547', '54', '546', 'onnet', 'dossier-7'])
      assert.deepEqual(await found(desk, q), {}, q);
    assertFailure(await desk.get('/desk/search?q=b'), 400, 'INVALID', /^q: /);
  });

  it('a search shows entries as lists do, and how many of each kind', async () => {
    const desk = await signIn(service);
    for (let i = 0; i < 7; i++) await send(service, `l${i}`, { lastNameClient: 'Durand' }, lead);
    await send(service, 'c', { lastName: 'Durand' }, survey);
    const { groups, exact } = await search(desk, 'durand');
    assert.deepEqual(
      groups.map(({ kind, type, count, data }) => [kind, type, count, data.length]),
      [
        ['commercial', null, 7, 5],
        ['survey', 'survey.type.contact', 1, 1],
      ],
    );
    assert.equal(exact, true);
    const listed = await desk.get('/desk/entries?kind=commercial&q=durand&limit=5');
    // Lists also tell the target that an entry has missed.
    assert.deepEqual(
      groups[0]?.data,
      listed.json().data.map(({ targetMissed: _, ...entry }: { targetMissed: unknown }) => entry),
    );
  });

  it('an entry is found by the number that the pages show, first of all', async () => {
    const desk = await signIn(service);
    const { postuler, commercial } = await sendFamily(service);
    for (const q of [`n° ${postuler}`, `N°${postuler}`, `nº ${postuler}`, `#${postuler}`])
      assert.deepEqual(await found(desk, q), { postuler: [postuler] }, q);
    // Also beside other entries with a phone that ends so.
    const number = 1546;
    await execute(
      service.database,
      `insert into entries (id, kind, establishment_id, status, flagged, test, contact_date, received_at, fields)
       values (${number}, 'postuler', 3, 'new', 0, 0, '2026-03-04', '2026-03-04T09:00:00.000Z', '{}')`,
    );
    const ending = await send(service, 'ending', { phoneClient: '02 61 91 15 46' }, lead);
    const all = Object.entries(await found(desk, '1546'));
    assert.deepEqual(all[0], ['postuler', [number, postuler]]);
    assert.deepEqual(new Map(all).get('commercial'), [ending, commercial]);
  });

  it('names that differ by one typing error are proposed when few are found', async () => {
    const desk = await signIn(service);
    const names = ['Bonnet', 'Bonet', 'Lefèvre', 'Da Silva'];
    for (const lastNameClient of names)
      await send(service, lastNameClient, { firstNameClient: 'Colette', lastNameClient }, lead);
    await send(service, 'form', { lastName: 'Bonnet' }, survey);
    for (const [q, expected] of [
      // Beside the one that is called so.
      ['bonet', ['Bonnet', 'Colette Bonnet']],
      ['bonnnet', ['Bonnet', 'Colette Bonnet']],
      ['bnonet', ['Bonnet', 'Colette Bonet', 'Colette Bonnet']],
      ['bonneq', ['Bonnet', 'Colette Bonnet']],
      ['lefebre', ['Colette Lefèvre']],
      ['colete bonnte', ['Colette Bonnet']],
      ['da silav', ['Colette Da Silva']],
      // Two errors, a name found as it is, too short, no name.
      ['bonnnnet', []],
      ['lefevre', []],
      ['bon', []],
      ['dossier-77', []],
    ] as const)
      assert.deepEqual(await near(desk, q), expected, q);
    for (let i = 0; i < 5; i++) await send(service, `b${i}`, { lastNameClient: 'Bonet' }, lead);
    assert.deepEqual(await near(desk, 'bonet'), []);
  });

  it('a search shows what the user may read, what is set aside last', async () => {
    const desk = await signIn(service);
    const family = await sendFamily(service);
    const other = await send(service, 'elsewhere', { lastNameClient: 'Bonnet' }, elsewhere);
    const ids = async (grants: Parameters<typeof signIn>[1], q: string) =>
      Object.values(await found(await signIn(service, grants), q)).flat();
    const { postuler, 'survey.type.complaint': _, ...others } = family;
    const own = await ids([{ role: 'commercial', establishmentId: 3 }], 'bonnet');
    assert.deepEqual(own, Object.values(others));
    assert.deepEqual(await ids([{ role: 'direction', establishmentId: 3 }], 'bonnet'), Object.values(family));
    assert.deepEqual(await ids([{ role: 'direction', establishmentId: 5 }], 'bonnet'), [other]);
    for (const q of [`n° ${postuler}`, '1546', 'bonnet'])
      assert.equal((await ids([{ role: 'reader', establishmentId: 3 }], q)).includes(postuler), false, q);
    const away = await signIn(service, [{ role: 'reader', establishmentId: 4 }]);
    assert.deepEqual(await near(away, 'bonet'), []);

    const [spam, twice] = [
      await send(service, 'spam', { lastNameClient: 'Bonnet' }, lead),
      await send(service, 'twice', { lastNameClient: 'Bonnet' }, lead),
    ];
    await send(service, 'test', { lastNameClient: 'Bonnet' }, lead, '&test=1');
    await act(service, (tx, staff) => markSpam(tx, spam, staff, true));
    await act(service, (tx, staff) => unite(tx, twice, staff, family.commercial));
    assert.deepEqual((await found(desk, 'bonnet')).commercial, [other, family.commercial, twice, spam]);
    assert.deepEqual(await near(desk, 'bonet'), ['Bonnet', 'Bonnet', 'BONNET', 'Bonnet', 'Bonnet']);
  });

  it('a search finds nothing of what is limited or erased', async () => {
    const desk = await signIn(service);
    const { commercial } = await sendFamily(service);
    const questions = ['bonnet', 'bonet', '1546', '02 61 91', '0261911546', `n° ${commercial}`, 'Dossier-7'];
    // Not even counted.
    const finds = async (q: string) => {
      const { groups, near: similar } = await search(desk, q);
      return groups.some(({ kind }) => kind === 'commercial') || similar.some(({ id }) => id === commercial);
    };
    for (const q of questions) assert.equal(await finds(q), true, q);
    for (const restriction of ['limited', 'erased']) {
      const restrict = `update entries set restriction = '${restriction}' where id = ${commercial}`;
      await execute(service.database, restrict);
      for (const q of questions) assert.equal(await finds(q), false, `${restriction} ${q}`);
    }
  });
});
