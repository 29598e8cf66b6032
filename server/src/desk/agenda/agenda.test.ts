import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, deskPassword, signIn } from '../../../test/fixtures/desk.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

interface Shown {
  readonly entryId: number;
  readonly date: string;
  readonly time: string | null;
}

onSqlite('the agenda', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const lead = (establishmentId: number, actions: object[]) => ({
    establishmentId,
    type: 'commercial.type.phone',
    fields: { lastNameClient: 'Meunier', phoneClient: '02 61 91 12 34' },
    relations: [{ lastName: 'Carpentier', firstName: 'Abeline', phone: '06 39 98 12 34' }],
    actions,
  });
  const shown = (body: { data: Shown[] }) =>
    body.data.map(({ entryId, date, time }) => [entryId, date, time]);

  it('the agenda lists planned and done visits within reach, none cancelled', async () => {
    const desk = await signIn(service);
    const visit = (date: string, time: string | null, done = false) => ({
      date,
      time,
      stage: 'Visite',
      done,
    });
    for (const [residence, ...actions] of [
      [5, visit('2026-03-06', '16:15')],
      [3, visit('2026-03-06', '11:15')],
      [5, visit('2026-03-06', null), visit('2026-03-03', '10:00', true)],
      [5, visit('2026-03-07', '09:00')],
    ] as const)
      await ok(desk.post('/desk/entries', lead(residence, [...actions])));
    const week = '/desk/agenda?from=2026-03-02&to=2026-03-08';
    const all = await desk.get(week);
    assert.equal(all.statusCode, 200, all.body);
    assert.deepEqual(shown(all.json()), [
      [3, '2026-03-03', '10:00'],
      [2, '2026-03-06', '11:15'],
      [1, '2026-03-06', '16:15'],
      [3, '2026-03-06', null],
      [4, '2026-03-07', '09:00'],
    ]);
    assert.equal(all.json().data[0].contactName, 'Abeline Carpentier');
    assert.equal(all.json().data[0].phone, '06 39 98 12 34', 'that of who is called');
    await desk.patch('/desk/entries/4', { actions: [{ position: 0, outcome: 'cancelled' }] });
    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    assert.deepEqual(shown((await director.get(week)).json()), [
      [3, '2026-03-03', '10:00'],
      [1, '2026-03-06', '16:15'],
      [3, '2026-03-06', null],
    ]);
    assert.deepEqual(shown((await director.get(`${week}&establishmentId=3`)).json()), []);
    for (const days of ['from=2026-03-02&to=2026-03-01', 'from=2026-03-02&to=2026-05-02', 'from=2026-03-02'])
      assert.equal((await desk.get(`/desk/agenda?${days}`)).statusCode, 400, days);
  });

  it('a feed ends with the password or the account that made it', async () => {
    const administrator = await signIn(service);
    const change = (body: object) => administrator.patch(`/desk/users/${user.userId}`, body);
    const user = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    const feedOf = async (desk: Desk) =>
      new URL((await desk.post('/desk/calendars', {})).json().url).pathname;
    const statusOf = async (feed: string) => (await service.get(feed)).statusCode;

    const [own, others] = [await feedOf(user), await feedOf(administrator)];
    assert.equal((await change({ name: 'Paul Girard' })).statusCode, 200);
    assert.equal(await statusOf(own), 200);
    const next = 'une autre phrase que personne ne sait';
    await ok(user.put('/desk/session/password', { current: deskPassword, next }));
    assert.deepEqual([await statusOf(own), await statusOf(others)], [404, 200]);
    assert.deepEqual((await user.get('/desk/calendars')).json().data, []);

    const second = await feedOf(user);
    await change({ disabled: true });
    await change({ disabled: false });
    assert.equal(await statusOf(second), 404);
  });

  it('a calendar feed has an address that can be revoked', async () => {
    service.clock.now = new Date('2026-03-28T09:00:00.000Z');
    const desk = await signIn(service);
    const visit = { time: '14:30', stage: 'Visite', done: false };
    // Clocks change on 29 March: 14:30 is 13:30 in UTC before, 12:30 after.
    await desk.post('/desk/entries', lead(5, [{ ...visit, date: '2026-03-28' }]));
    await desk.post('/desk/entries', lead(5, [{ ...visit, date: '2026-03-30' }]));
    // What is past: the visit is told, the call is not.
    for (const stage of ['Visite', 'Prise de contact'])
      await ok(
        desk.post('/desk/entries', lead(5, [{ date: '2026-03-27', time: '09:00', stage, done: true }])),
      );
    const { id, url } = (await desk.post('/desk/calendars', {})).json();
    const path = new URL(url).pathname;
    const feed = await service.get(path);
    assert.equal(feed.statusCode, 200, feed.body);
    assert.match(String(feed.headers['content-type']), /^text\/calendar/);
    assert.match(feed.body, /DTSTART:20260328T133000Z\r\n/);
    assert.match(feed.body, /DTSTART:20260330T123000Z\r\n/);
    assert.equal(feed.body.match(/DTSTART:20260327/g)?.length, 1);
    assert.match(feed.body, /SUMMARY:Visite – .* – fiche 5\r\n/);
    assert.doesNotMatch(feed.body, /Meunier|Carpentier|06 ?39|02 ?61/);
    assert.ok(feed.body.endsWith('\r\nEND:VCALENDAR\r\n'), JSON.stringify(feed.body.slice(-40)));
    const again = await service.get(path, { 'if-none-match': String(feed.headers.etag) });
    assert.equal(again.statusCode, 304);
    assert.equal((await desk.patch('/desk/settings', { 'calendar.names': true })).statusCode, 200);
    assert.match(
      (await service.get(path)).body.replaceAll('\r\n ', ''),
      /Visite – .* – Abeline Carpentier – Meunier – fiche 5/,
    );

    const other = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    assert.equal((await other.post(`/desk/calendars/${id}/revoke`, {})).statusCode, 404);
    assert.equal((await desk.post(`/desk/calendars/${id}/revoke`, {})).statusCode, 200);
    const gone = await service.get(path);
    const unknown = await service.get('/desk/calendar/cal_unknown.ics');
    assert.equal(gone.statusCode, 404);
    assert.equal(gone.body, unknown.body);
    for (let guess = 0; guess < 20; guess++) await service.get(`/desk/calendar/cal_${guess}.ics`);
    assert.equal((await service.get('/desk/calendar/cal_one-more.ics')).statusCode, 429);
    // The wrong ones of a colleague in the same house.
    const right = (await other.post('/desk/calendars', {})).json();
    assert.equal((await service.get(new URL(right.url).pathname)).statusCode, 200);
  });

  it('a feed says how often to ask, and which appointment has changed', async () => {
    const desk = await signIn(service);
    const visit = { date: '2026-04-02', time: '14:30', stage: 'Visite', done: false };
    const { id } = await ok<{ id: number }>(desk.post('/desk/entries', lead(5, [visit])));
    const path = new URL((await desk.post('/desk/calendars', {})).json().url).pathname;
    const fetched = async () => {
      const { body, headers } = await service.get(path);
      const event = body.split('BEGIN:VEVENT').find((one) => one.includes(`UID:${id}-0@accueil`)) ?? '';
      const [, sequence, stamp] = /SEQUENCE:(\d+)\r\nDTSTAMP:(\w+)\r\n/.exec(event) ?? [];
      return { body, etag: String(headers.etag), sequence: Number(sequence), stamp };
    };
    const first = await fetched();
    assert.match(first.body, /REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n/);
    const asked = async (etags: string) => (await service.get(path, { 'if-none-match': etags })).statusCode;
    for (const etags of [`W/${first.etag}`, `"other", W/${first.etag}`, `W/"other",${first.etag}`, '*'])
      assert.equal(await asked(etags), 304, etags);
    assert.equal(await asked('W/"other", "another"'), 200);

    const at = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    assert.equal(first.stamp, at(service.clock.now));
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    await ok(desk.patch(`/desk/entries/${id}`, { actions: [{ position: 0, time: '15:00' }] }));
    const moved = await fetched();
    assert.ok(moved.sequence > first.sequence);
    assert.equal(moved.stamp, at(service.clock.now));
    assert.equal(await asked(first.etag), 200);
  });
});
