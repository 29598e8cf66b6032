import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import {
  consent,
  doStage,
  linesOf,
  newLead,
  orderIds,
  switchOn,
  withheldOf,
  work,
} from '../../test/fixtures/conversions.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { send } from '../../test/fixtures/entry-events.ts';
import { execute, number } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { dayMs } from '../clock.ts';

const begin = new Date('2026-03-04T09:00:00.000Z');

onSqlite('conversions', (engine) => {
  let service: TestService;
  let desk: Desk;
  let password: string;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
    password = await switchOn(desk);
  });
  after(() => service.close());

  /** A desk whose session has not ended, at another moment. */
  async function moveTo(now: Date): Promise<void> {
    service.clock.now = now;
    desk = await signIn(service);
  }
  /** A lead with one stage done. */
  async function qualifiedLead(body: Record<string, unknown> = {}, query?: string): Promise<number> {
    const id = await newLead(service, body, query);
    await doStage(desk, id, 'Validé');
    return id;
  }
  const daysLater = (days: number) => moveTo(new Date(begin.getTime() + days * dayMs));
  const linesAbout = async (id: number, file?: string) =>
    (await linesOf(service, password, file)).filter((line) => line.includes(`A-${id}-`));

  it('a qualified lead and an admission are conversions', async () => {
    const id = await newLead(service, { gclid: 'Cj0K_first' });
    assert.deepEqual(await linesAbout(id), []);
    await doStage(desk, id, 'Validé', { time: '09:59' });
    const qualified = `Cj0K_first,Contact qualifié,2026-03-04 10:00:00+0100,,,A-${id}-Q,GRANTED,GRANTED`;
    assert.deepEqual(await linesAbout(id), [qualified]);
    await daysLater(1);
    await work(desk, id, { resultat: 'commercial.resultat.realisee' });
    assert.deepEqual(await linesAbout(id), [
      qualified,
      // By day alone: at noon, and not after now.
      `Cj0K_first,Dossier abouti,2026-03-05 10:00:00+0100,,,A-${id}-A,GRANTED,GRANTED`,
    ]);
    assert.deepEqual(
      await linesAbout(id, 'data-manager'),
      (await linesAbout(id)).map((line) => line.replace(/(\d\d-\d\d) (\S{8})\+0100/, '$1T$2+01:00')),
    );
  });

  it('a conversion is the same each time it is fetched', async () => {
    await moveTo(begin);
    const id = await newLead(service);
    await doStage(desk, id, 'Visite', { time: null });
    const first = await linesAbout(id);
    assert.deepEqual(orderIds(first), [`A-${id}-Q`]);
    await daysLater(3);
    await work(desk, id, { actions: [{ position: 0, date: '2026-03-06', time: '08:00' }] });
    await desk.patch('/desk/conversions', { qualified: { name: 'Autre, "nom"', value: 150.5 } });
    assert.deepEqual(await linesAbout(id), first);
    const later = await newLead(service);
    await doStage(desk, later, 'Validé', { date: '2026-03-07', time: null });
    assert.match(
      (await linesAbout(later)).join(),
      /,"Autre, ""nom""",2026-03-07 10:00:00\+0100,150\.50,EUR,A-/,
    );
    await desk.patch('/desk/conversions', { qualified: { name: 'Contact qualifié', value: null } });
  });

  it('steps that staff have not done are no conversions', async () => {
    await moveTo(begin);
    const said = await newLead(service, { commercialactions: [{ date: '2026-03-04', comment: 'Rappelée' }] });
    const planned = await newLead(service);
    await work(desk, planned, { actions: [{ date: '2026-03-09', stage: 'Visite', done: false }] });
    const noted = await newLead(service);
    await work(desk, noted, { actions: [{ date: '2026-03-04', comment: 'Rien' }] });
    const refused = await newLead(service);
    await doStage(desk, refused, 'Validé');
    await doStage(desk, refused, 'Admission réalisé');
    await work(desk, refused, { resultat: 'commercial.resultat.refuse' });
    for (const id of [said, planned, noted]) assert.deepEqual(await linesAbout(id), []);
    assert.deepEqual(orderIds(await linesAbout(refused)), [`A-${refused}-Q`]);
  });

  it('a conversion is dated by the first action, and never before the entry came', async () => {
    await daysLater(2);
    const id = await newLead(service);
    const before = await newLead(service);
    await doStage(desk, before, 'Validé', { date: '2026-03-01' });
    assert.match((await linesAbout(before)).join(), /,2026-03-06 10:00:00\+0100,/);
    await daysLater(5);
    await work(desk, id, {
      actions: [
        { date: '2026-03-08', time: '10:00', stage: 'Visite' },
        { date: '2026-03-07', time: '15:30', stage: 'Validé' },
        { date: '2026-03-09', time: '09:00', stage: 'Visite' },
      ],
    });
    assert.match((await linesAbout(id)).join(), /,2026-03-07 15:30:00\+0100,/);
  });

  it('conversions tell the hour that exists twice apart', async () => {
    await moveTo(new Date('2026-10-25T00:10:00.000Z'));
    const id = await newLead(service);
    await moveTo(new Date('2026-10-25T08:00:00.000Z'));
    await doStage(desk, id, 'Validé', { date: '2026-10-25', time: '02:30' });
    assert.match((await linesAbout(id)).join(), /,2026-10-25 02:30:00\+0200,/);
    await moveTo(new Date('2026-10-25T01:20:00.000Z'));
    const second = await newLead(service);
    // By the clock of the second hour it came at 02:20.
    await doStage(desk, second, 'Validé', { date: '2026-10-25', time: '02:10' });
    assert.match((await linesAbout(second)).join(), /,2026-10-25 02:20:00\+0100,/);
    assert.match((await linesAbout(second, 'data-manager')).join(), /,2026-10-25T02:20:00\+01:00,/);
  });

  it('without consent a conversion is withheld, and the list says so', async () => {
    await moveTo(begin);
    const cases = [
      [{ adUserData: 'DENIED' }, 'consent-denied'],
      [{ adPersonalization: 'denied' }, undefined],
      [{ adUserData: undefined }, 'consent-unknown'],
      [{ adPersonalization: '' }, 'consent-unknown'],
      [{ adUserData: 'yes' }, 'consent-unknown'],
      [{ adUserData: { toString: 'GRANTED' } }, 'consent-unknown'],
      [{ adUserData: ' granted ' }, undefined],
    ] as const;
    for (const [body, reason] of cases) {
      const id = await qualifiedLead(body);
      const lines = await linesAbout(id);
      assert.deepEqual(orderIds(lines), reason === undefined ? [`A-${id}-Q`] : [], JSON.stringify(body));
      if ('adPersonalization' in body && reason === undefined) assert.match(lines.join(), /,GRANTED,DENIED$/);
      const [newest] = (await withheldOf(desk)).filter((line) => line.startsWith(`${id} `));
      assert.equal(newest, reason && `${id} qualified ${reason}`);
    }
  });

  it('without a word of consent conversions go only where the sites assure it', async () => {
    await moveTo(begin);
    const ids = [];
    for (const adUserData of [undefined, 'DENIED', 1])
      ids.push(await qualifiedLead({ adUserData, adPersonalization: undefined }));
    const [unsaid = 0, denied = 0, unreadable = 0] = ids;
    assert.deepEqual(await linesAbout(unsaid), []);
    await desk.patch('/desk/conversions', { consentAssured: true });
    assert.match((await linesAbout(unsaid)).join(), /,GRANTED,GRANTED$/);
    assert.deepEqual([...(await linesAbout(denied)), ...(await linesAbout(unreadable))], []);
    await desk.patch('/desk/conversions', { consentAssured: false });
    assert.deepEqual(await linesAbout(unsaid), []);
  });

  it('a click identifier that is missing, or not one, withholds a conversion', async () => {
    await moveTo(begin);
    const hostile = ['=HYPERLINK("https://evil.example.org")', '+1', '-1', '@x', 'a,b', 'a"b', 'a\nb', 'é'];
    const ids = new Map<number, string>();
    for (const gclid of [...hostile, 'x'.repeat(513)])
      ids.set(await qualifiedLead({ gclid }), 'malformed-gclid');
    for (const other of ['gbraid', 'wbraid'])
      ids.set(await qualifiedLead({ gclid: undefined, [other]: 'x' }), 'no-gclid');
    const lines = await linesOf(service, password);
    assert.ok(!/HYPERLINK|^[=+\-@]/m.test(lines.join('\n')));
    const withheld = await withheldOf(desk);
    for (const [id, reason] of ids) {
      assert.deepEqual(await linesAbout(id), []);
      assert.ok(withheld.includes(`${id} qualified ${reason}`), `${id} ${reason}: ${withheld}`);
    }
    // An entry without an advertisement's click is not listed as withheld: there is no conversion.
    const plain = await qualifiedLead({ gclid: undefined });
    assert.ok(!(await withheldOf(desk)).some((line) => line.startsWith(`${plain} `)));
  });

  it('a conversion is sent until 90 days after the click, and then withheld', async () => {
    await moveTo(begin);
    const early = await qualifiedLead();
    const late = await newLead(service);
    const clicked = await newLead(service, { gclidCapturedAt: '2026-01-03T09:00:00.000Z' });
    const inMs = await newLead(service, { gclidCapturedAt: Date.parse('2026-01-03T09:00:00.000Z') });
    const served = await qualifiedLead({ gclidCapturedAt: '2026-01-03T09:00:00.000Z' });
    assert.equal((await linesAbout(served)).length, 1);
    const futureLate = await newLead(service, { gclidCapturedAt: '2036-01-03T09:00:00.000Z' });
    const future = await newLead(service, { gclidCapturedAt: '2036-01-03T09:00:00.000Z' });
    const nonsense = await newLead(service, { gclidCapturedAt: 'Sunday' });
    assert.equal((await linesAbout(early)).length, 1);
    // 30 days after they came, 90 after the click of two of them.
    await daysLater(30.001);
    for (const id of [clicked, inMs, future, nonsense]) {
      await doStage(desk, id, 'Validé', { date: '2026-04-03', time: null });
    }
    for (const id of [clicked, inMs, served]) assert.deepEqual(await linesAbout(id), []);
    for (const id of [future, nonsense]) assert.equal((await linesAbout(id)).length, 1);
    await daysLater(90);
    assert.equal((await linesAbout(early)).length, 1);
    await daysLater(90.001);
    for (const id of [late, futureLate])
      await doStage(desk, id, 'Validé', { date: '2026-06-02', time: null });
    assert.deepEqual([...(await linesAbout(early)), ...(await linesAbout(late))], []);
    const withheld = await withheldOf(desk);
    for (const id of [clicked, inMs, late, futureLate])
      assert.ok(withheld.includes(`${id} qualified expired`));
    // What was sent in time is not withheld.
    for (const id of [early, served]) assert.ok(!withheld.some((line) => line.startsWith(`${id} `)));
    await daysLater(151);
    assert.deepEqual(await withheldOf(desk), []);
  });

  it('tests, spam and duplicates are no conversions', async () => {
    await moveTo(begin);
    const test = await qualifiedLead({}, '&test=1');
    const [spam, duplicate, kept] = [await qualifiedLead(), await qualifiedLead(), await qualifiedLead()];
    assert.equal((await desk.post(`/desk/entries/${spam}/spam`, { spam: true })).statusCode, 200);
    assert.equal((await desk.post(`/desk/entries/${duplicate}/duplicate`, { of: kept })).statusCode, 200);
    for (const id of [test, spam, duplicate]) assert.deepEqual(await linesAbout(id), []);
    assert.equal((await linesAbout(kept)).length, 1);
    const presumed = await qualifiedLead();
    await execute(service.database, `update entries set suspicion = 'trap' where id = ${presumed}`);
    assert.deepEqual(await linesAbout(presumed), []);
    assert.deepEqual((await withheldOf(desk)).slice(0, 3), [
      `${presumed} qualified spam`,
      `${duplicate} qualified duplicate`,
      `${spam} qualified spam`,
    ]);
  });

  it('a contact survey is a conversion once it is a lead', async () => {
    await moveTo(begin);
    const body = { gclid: 'Cj0K_survey', ...consent };
    const id = await send(service, 'survey', body, 'etablissement/3/survey/create');
    await work(desk, id, { comment: 'Vu' });
    assert.deepEqual(await linesAbout(id), []);
    await ok(desk.post(`/desk/entries/${id}/convert`, { type: 'commercial.type.website' }));
    await doStage(desk, id, 'Validé');
    assert.match((await linesAbout(id)).join(), /^Cj0K_survey,/);
  });

  it('a conversion is taken back once, and not sent again', async () => {
    await moveTo(begin);
    const id = await newLead(service);
    await work(desk, id, { resultat: 'commercial.resultat.realisee' });
    assert.deepEqual(orderIds(await linesAbout(id)), [`A-${id}-Q`, `A-${id}-A`]);
    assert.deepEqual(await linesAbout(id, 'adjustments'), []);
    // The action of the admission stays, and so does the lead.
    await work(desk, id, { resultat: null });
    assert.deepEqual(orderIds(await linesAbout(id)), [`A-${id}-Q`]);
    await work(desk, id, { resultat: 'commercial.resultat.refuse' });
    await work(desk, id, { resultat: null });
    assert.deepEqual(orderIds(await linesAbout(id)), [`A-${id}-Q`]);
    service.clock.now = new Date('2026-03-04T09:20:00.000Z');
    const retraction = [`A-${id}-A,Dossier abouti,2026-03-04 10:20:00+0100,RETRACT,,`];
    assert.deepEqual(await linesAbout(id, 'adjustments'), retraction);
    await daysLater(1);
    assert.deepEqual(await linesAbout(id, 'adjustments'), retraction);
    await work(desk, id, { resultat: 'commercial.resultat.realisee' });
    assert.deepEqual(orderIds(await linesAbout(id)), [`A-${id}-Q`]);
    assert.ok((await withheldOf(desk)).includes(`${id} admitted retracted`));
    assert.deepEqual(await linesAbout(id, 'adjustments'), retraction);
    await daysLater(92);
    assert.deepEqual(await linesAbout(id, 'adjustments'), []);
  });

  it('a conversion never fetched, or valid again in time, is not taken back', async () => {
    await moveTo(begin);
    const unfetched = await qualifiedLead();
    await work(desk, unfetched, { actions: [{ position: 0, done: false }] });
    const again = await qualifiedLead();
    const told = await linesAbout(again);
    await work(desk, again, { actions: [{ position: 0, done: false }] });
    assert.deepEqual(await linesAbout(again), []);
    await work(desk, again, { actions: [{ position: 0, done: true }] });
    assert.deepEqual(await linesAbout(again, 'adjustments'), []);
    assert.deepEqual(await linesAbout(unfetched, 'adjustments'), []);
    assert.deepEqual(await linesAbout(again), told);
    // The click identifier is blanked some day.
    await execute(service.database, `update entries set gclid = null where id = ${again}`);
    for (const file of ['google-ads', 'adjustments']) assert.deepEqual(await linesAbout(again, file), []);
  });

  it('spam, duplicates, refused and deleted entries take conversions back', async () => {
    await moveTo(begin);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await newLead(service));
    for (const id of ids) await doStage(desk, id, 'Admission réalisé');
    const [spam = 0, duplicate = 0, kept = 0, refused = 0, gone = 0] = ids;
    for (const id of ids) assert.equal((await linesAbout(id)).length, 2);
    await desk.post(`/desk/entries/${spam}/spam`, { spam: true });
    await desk.post(`/desk/entries/${duplicate}/duplicate`, { of: kept });
    await work(desk, refused, { resultat: 'commercial.resultat.refuse' });
    for (const table of ['actions', 'history', 'relations', 'idempotency_keys'])
      await execute(service.database, `delete from ${table} where entry_id = ${gone}`);
    await execute(service.database, `delete from entries where id = ${gone}`);
    const retracted = await Promise.all(
      ids.map(async (id) =>
        (await linesAbout(id, 'adjustments')).map((line) => line.split(',', 1)[0]?.slice(-1)).join(''),
      ),
    );
    assert.deepEqual(retracted, ['QA', 'QA', '', 'A', 'QA']);
  });

  it('conversions come in chunks, each once and in order', async () => {
    await moveTo(new Date('2027-06-10T09:00:00.000Z'));
    const many = 450;
    await execute(
      service.database,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
       insert into entries (kind, establishment_id, status, flagged, test, contact_date, received_at, stage, gclid, fields, extra)
       select 'commercial', 3, 'processed', 0, 0, '2027-06-09', '2027-06-09T09:00:00.000Z', 'Validé', 'Cj0K_' || i, '{}',
         '${JSON.stringify(consent)}' from n`,
    );
    await execute(
      service.database,
      `insert into actions (entry_id, position, stage, done)
       select id, 0, 'Validé', 1 from entries where received_at > '2027-01-01'`,
    );
    const [one, other] = await Promise.all([linesOf(service, password), linesOf(service, password)]);
    assert.equal(one.length, many);
    assert.deepEqual(one, other);
    assert.equal(new Set(orderIds(one)).size, many);
    await execute(service.database, `update entries set spam = 1 where received_at > '2027-01-01'`);
    assert.equal((await linesOf(service, password, 'adjustments')).length, many);
    const { withheld, served } = (await desk.get('/desk/conversions')).json();
    assert.deepEqual(withheld, { count: many, exact: true, reasons: [{ reason: 'spam', count: many }] });
    assert.equal(served.exact, true);
    const first = (await desk.get('/desk/conversions/withheld')).json();
    const second = (await desk.get(`/desk/conversions/withheld?after=${first.next}`)).json();
    const ids = [...first.data, ...second.data].map(({ entryId }: { entryId: number }) => entryId);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
    );
    assert.equal(ids.length, 100);
  });

  it('conversions tell nothing of anybody', async () => {
    await moveTo(begin);
    const canaries = [
      'Canarelle',
      'canari@example.org',
      '06 39 98 77 66',
      '639987766',
      'Serin',
      'Rue du Merle',
    ];
    const id = await newLead(service, {
      lastNameClient: canaries[0],
      emailClient: canaries[1],
      phoneClient: canaries[2],
      comment: canaries[4],
      adresseClient: canaries[5],
      customId: 'canari',
      commercialrelations: [{ lastName: canaries[0], email: canaries[1], phone: canaries[2] }],
    });
    await doStage(desk, id, 'Admission réalisé', { comment: canaries[4] });
    const conversions = [...(await linesAbout(id)), ...(await linesAbout(id, 'data-manager'))];
    assert.equal(conversions.length, 4);
    await desk.post(`/desk/entries/${id}/spam`, { spam: true });
    const undone = await linesAbout(id, 'adjustments');
    assert.equal(undone.length, 2);
    const told = [...conversions, ...undone].join('\n');
    for (const canary of canaries) assert.ok(!told.toLowerCase().includes(canary.toLowerCase()), canary);
    const kept = await number(service.database, `select count(*) from conversions where entry_id = ${id}`);
    assert.equal(kept, 2);
  });
});
