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
  work,
} from '../../test/fixtures/conversions.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { send } from '../../test/fixtures/entry-events.ts';
import { execute } from '../../test/fixtures/rows.ts';
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
  const linesAbout = async (id: number) =>
    (await linesOf(service, password)).filter((line) => line.includes(`A-${id}-`));

  it('a qualified lead and an admission are conversions', async () => {
    // Of the family nothing is told.
    const family = { lastNameClient: 'Martin', phoneClient: '06 39 98 77 66', comment: 'Lundi ?' };
    const id = await newLead(service, { ...family, gclid: 'Cj0K_first' });
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
  });

  it('without consent a conversion is withheld', async () => {
    await moveTo(begin);
    const cases = [
      [{ adUserData: 'DENIED' }, false],
      [{ adPersonalization: 'denied' }, true],
      [{ adUserData: undefined }, false],
      [{ adPersonalization: '' }, false],
      [{ adUserData: 'yes' }, false],
      [{ adUserData: { toString: 'GRANTED' } }, false],
      [{ adUserData: ' granted ' }, true],
    ] as const;
    for (const [body, isTold] of cases) {
      const id = await qualifiedLead(body);
      const lines = await linesAbout(id);
      assert.deepEqual(orderIds(lines), isTold ? [`A-${id}-Q`] : [], JSON.stringify(body));
      if ('adPersonalization' in body && isTold) assert.match(lines.join(), /,GRANTED,DENIED$/);
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
    const ids = [];
    for (const gclid of [...hostile, 'x'.repeat(513)]) ids.push(await qualifiedLead({ gclid }));
    for (const other of ['gbraid', 'wbraid'])
      ids.push(await qualifiedLead({ gclid: undefined, [other]: 'x' }));
    const lines = await linesOf(service, password);
    assert.ok(!/HYPERLINK|^[=+\-@]/m.test(lines.join('\n')));
    for (const id of ids) assert.deepEqual(await linesAbout(id), []);
  });

  it('a conversion is sent until 90 days after the click', async () => {
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
    for (const id of [early, late, futureLate]) assert.deepEqual(await linesAbout(id), []);
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

  it('a conversion that holds no more leaves the file, and comes back as it was', async () => {
    await moveTo(begin);
    const id = await newLead(service);
    await work(desk, id, { resultat: 'commercial.resultat.realisee' });
    const told = await linesAbout(id);
    assert.deepEqual(orderIds(told), [`A-${id}-Q`, `A-${id}-A`]);
    // The action of the admission stays, and so does the lead.
    for (const resultat of [null, 'commercial.resultat.refuse']) {
      await work(desk, id, { resultat });
      assert.deepEqual(orderIds(await linesAbout(id)), [`A-${id}-Q`]);
    }
    await daysLater(1);
    await work(desk, id, { resultat: 'commercial.resultat.realisee' });
    assert.deepEqual(await linesAbout(id), told);
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
    const { ready, served } = (await desk.get('/desk/conversions')).json();
    assert.deepEqual([ready, served.exact], [{ count: many, unserved: 0, exact: true }, true]);
  });
});
