// Who objects to being contacted is not offered to be called, wherever staff meet the entry, and no advertiser learns of them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { objectionToken } from '../../src/entries/search/objection-token.ts';
import { recipientHashOf } from '../../src/entries/search/objections.ts';
import { ok } from '../fixtures/answers.ts';
import { doStage, linesOf, newLead, switchOn, work } from '../fixtures/conversions.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { assertFailure, onOneEngine, startService, type TestService } from '../fixtures/service.ts';

const phone = '06 39 98 12 34';
const day = '2026-03-02';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let service: TestService;
let officer: Desk;
let staff: Desk;
const note = (body: object) => ok<{ ids: number[] }>(officer.post('/desk/privacy/objections', body));

interface Shown {
  readonly id: number;
  readonly objection: {
    readonly on: string;
    readonly ways: readonly string[];
    readonly recontact: boolean;
  } | null;
}

/** By id of the entry, what its person objects to: as each place shows it where staff meet the two entries. */
async function shownAt(ofTest: readonly number[], name: string, email: string) {
  const get = <T>(path: string) => ok<T>(staff.get(path));
  const entries = await get<{ data: Shown[] }>('/desk/entries?kind=commercial');
  const today = await get<{ blocks: { data: Shown[] }[] }>('/desk/today');
  const agenda = await get<{ data: (Shown & { entryId: number })[] }>(
    '/desk/agenda?from=2026-03-04&to=2026-03-04',
  );
  const search = await get<{ groups: { data: Shown[] }[] }>(`/desk/search?q=${name}`);
  const families = await get<{ data: Shown[] }>(`/desk/families?email=${email}`);
  const daysOf = (shown: readonly Shown[]) =>
    Object.fromEntries(
      shown.filter(({ id }) => ofTest.includes(id)).map(({ id, objection }) => [id, objection]),
    );
  return {
    list: daysOf(entries.data),
    today: daysOf(today.blocks.flatMap(({ data }) => data)),
    agenda: daysOf(agenda.data.map((one) => ({ ...one, id: one.entryId }))),
    search: daysOf(search.groups.flatMap(({ data }) => data)),
    families: daysOf(families.data),
    details: daysOf(await Promise.all(entries.data.map(({ id }) => contactOf(id)))),
  };
}

/** The first related person with an objection, else the client. */
async function contactOf(id: number): Promise<Shown> {
  const { relations, ...entry } = await ok<Shown & { relations: Shown[] }>(staff.get(`/desk/entries/${id}`));
  return {
    id,
    objection: relations.find(({ objection }) => objection !== null)?.objection ?? entry.objection,
  };
}

onOneEngine('an opposition', (engine) => {
  before(async () => {
    service = await startService(engine);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Chloé Petit');
    staff = await signIn(service);
  });
  after(() => service.close());

  it('an opposition covers a number once nobody waits for a call', async () => {
    const family = { lastNameClient: 'Vernier', emailClient: 'vernier@example.org' };
    const objecting = await send(service, 'a', {
      ...family,
      commercialrelations: [{ lastName: 'Vernier' }, { firstName: 'Claire', cellphone: phone }],
    });
    const other = await send(service, 'b', { ...family, phoneClient: '06 39 98 12 35' });
    for (const id of [objecting, other])
      await work(staff, id, { actions: [{ date: '2026-03-04', stage: 'Visite', done: true }] });
    const everywhere = (objection: Shown['objection']) => {
      const shown = { [objecting]: objection, [other]: null };
      return { list: shown, today: shown, agenda: shown, search: shown, families: shown, details: shown };
    };
    const csv = async () =>
      (await staff.get('/desk/entries.csv?kind=commercial&order=asc')).body.split('\r\n');
    const feed = async () => {
      const { url } = await ok<{ url: string }>(staff.post('/desk/calendars', { name: 'Téléphone' }));
      return (await staff.get(new URL(url).pathname)).body.replaceAll('\r\n ', '');
    };
    const { ids } = await note({ phone: '+33 6 39 98 12 34', objectedOn: day });
    const open = { on: day, ways: ['phone', 'sms'], recontact: false };
    const { today: _, ...places } = await shownAt([objecting, other], 'Vernier', family.emailClient);
    const { today: __, ...expected } = everywhere(open);
    assert.deepEqual(places, expected);
    assert.match((await csv())[1] ?? '', /"06\.39\.98\.12\.34";"vernier@example\.org"/);
    assert.doesNotMatch(await feed(), /opposition/);
    const typed = async (path: string) =>
      (await ok<{ objectedOn: string | null }>(staff.get(path))).objectedOn;
    assert.equal(await typed('/desk/search?q=0639981234'), day);
    assert.equal(await typed('/desk/search?q=0639981235'), null);
    assert.equal(await typed('/desk/families?phone=06.39.98.12.34'), day);
    assert.equal(await typed('/desk/families?phone=06.39.98'), null);

    await work(staff, objecting, { resultat: 'commercial.resultat.refuse', motif: 'commercial.motif.autre' });
    const closed = await shownAt([objecting, other], 'Vernier', family.emailClient);
    for (const place of [closed.list, closed.agenda, closed.search, closed.families, closed.details])
      assert.deepEqual(place, { [objecting]: { ...open, recontact: true }, [other]: null });
    const lines = await csv();
    assert.match(lines[1] ?? '', /"S’est opposée à la prospection le 02\/03\/2026"/);
    assert.match(lines[2] ?? '', /"06\.39\.98\.12\.35";"vernier@example\.org"/);
    const events = await feed();
    assert.match(events, new RegExp(`fiche ${objecting} – opposition à la prospection`));
    assert.doesNotMatch(events, new RegExp(`fiche ${other} – opp`));

    for (const id of ids) await ok(officer.post(`/desk/privacy/objections/${id}/end`));
    assert.equal((await contactOf(objecting)).objection, null);
  });

  it('a daughter wants no more e-mails and stays to be called', async () => {
    const claire = { firstName: 'Claire', phone: '06 39 98 12 41', email: 'claire.mistral@example.org' };
    const body = { lastNameClient: 'Mistral', comment: 'Rappelez-moi', commercialrelations: [claire] };
    const first = await send(service, 'd', body);
    const { contentKey } = service.secrets;
    const hash = recipientHashOf('email', claire.email, contentKey);
    const link = `/o/${objectionToken({ hash, channel: 'email', residence: 3 }, contentKey)}`;
    const asked = await service.get(link);
    assert.match(asked.body, /<p>Le Clos des Vignes<\/p>[\s\S]*Votre demande n’est pas annulée/);
    const noted = await service.post(link, 'List-Unsubscribe=One-Click', form);
    assert.match(noted.body, /C’est noté/);
    const open = { on: '2026-03-04', ways: ['email'], recontact: false };
    assert.deepEqual((await contactOf(first)).objection, open);
    const again = await send(service, 'e', { ...body, comment: 'Personne ne m’a appelée, rappelez-moi' });
    assert.deepEqual((await contactOf(again)).objection, open);
    for (const id of [first, again])
      await work(staff, id, { actions: [{ date: '2026-03-04', stage: 'Visite', done: true }] });
    const shown = { [first]: open, [again]: open };
    const { today: _, ...places } = await shownAt([first, again], 'Mistral', claire.email);
    for (const [place, found] of Object.entries(places)) assert.deepEqual(found, shown, place);
    const csv = (await staff.get('/desk/entries.csv?kind=commercial&q=Mistral')).body;
    assert.doesNotMatch(csv, /opposée/);
    assert.match(csv, /"06\.39\.98\.12\.41";"Plus de messages automatiques"/);

    const [, action = ''] = /<form method="post" action="([^"]+)">.*Je me suis trompé/.exec(noted.body) ?? [];
    assert.match((await service.post(link + action, '', form)).body, /pourrez de nouveau recevoir/);
    assert.equal((await contactOf(again)).objection, null);
    // What she has told staff is not the link's to take back.
    const told = { consentementSource: 'Au téléphone', consentementLe: '2026-03-04' };
    await ok(staff.post(`/desk/entries/${again}/consent`, { ...told, consentementEmail: 'non' }));
    assert.doesNotMatch((await service.post(link, '', form)).body, /trompé/);
    await service.post(link + action, '', form);
    assert.deepEqual((await contactOf(first)).objection?.ways, ['email']);
    await ok(staff.post(`/desk/entries/${again}/consent`, { ...told, consentementEmail: 'oui' }));
    assert.equal((await contactOf(first)).objection, null);
  });

  it('the officer sees whose objection staff have noted, others are not silenced', async () => {
    const worker = { lastName: 'Social', phone: '06 39 98 12 50' };
    const son = { lastName: 'Morel', lien: 'Fils', phone: '06 39 98 12 51', email: 'fils@example.org' };
    const [one, two] = [
      await send(service, 'f', { lastNameClient: 'Morel', commercialrelations: [worker, son] }),
      await send(service, 'g', { lastNameClient: 'Autre', commercialrelations: [worker] }),
    ];
    const told = { consentementSource: 'Au téléphone', consentementLe: '2026-03-04' };
    await ok(staff.post(`/desk/entries/${one}/consent`, { ...told, person: 1, objects: true }));
    assert.equal((await contactOf(two)).objection, null);
    const { relations } = await ok<{ relations: Shown[] }>(staff.get(`/desk/entries/${one}`));
    assert.deepEqual(
      relations.map(({ objection }) => objection?.ways ?? null),
      [null, ['phone', 'email', 'sms']],
    );
    const { data } = await ok<{ data: object[] }>(officer.get('/desk/privacy/objections'));
    assert.partialDeepStrictEqual(
      data.slice(0, 3),
      ['sms', 'email', 'phone'].map((kind) => ({ kind, entryId: one, person: '1', kinship: 'Fils' })),
    );
    const unknown = staff.post(`/desk/entries/${one}/consent`, { ...told, person: 7, objects: true });
    assertFailure(await unknown, 400, 'INVALID', /^person:/);
  });

  it('an opposition keeps the person out of conversions', async () => {
    const password = await switchOn(staff);
    const one = await newLead(service, { commercialrelations: [{ phone: '06 39 98 12 36' }] });
    const two = await newLead(service, { phoneClient: '06 39 98 12 37' });
    for (const id of [one, two]) await doStage(staff, id, 'Visite');
    assert.equal((await linesOf(service, password)).length, 2);
    await note({ phone: '06 39 98 12 36' });
    const lines = await linesOf(service, password);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(`A-${two}-Q`));
    const { ready } = await ok<{ ready: object }>(staff.get('/desk/conversions'));
    assert.deepEqual(ready, { count: 1, unserved: 0, exact: true });
  });
});
