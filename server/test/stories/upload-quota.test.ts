// A browser password is in a public page: uploads with it must not fill the disk.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, it } from 'node:test';
import { expireUploads } from '../../src/entries/create/upload-quota.ts';
import { ok } from '../fixtures/answers.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { pdf } from '../fixtures/documents.ts';
import { number, rows } from '../fixtures/rows.ts';
import { startSecondInstance } from '../fixtures/second-instance.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { entryCount, storedEntry } from '../fixtures/stored-entry.ts';

const mebibyte = 1024 * 1024;
/** A CV of so many bytes, and the text of a body around it. */
const cv = (bytes: number) => ({
  name: 'cv.pdf',
  content: Buffer.concat([pdf(), Buffer.alloc(bytes - pdf().length, ' ')]).toString('base64'),
});

onSqlite('the quota of browser passwords', (engine) => {
  let service: TestService;
  let browser: string;
  before(async () => {
    service = await startService(engine, {
      RATE_LIMIT_BROWSER: '1000000',
      CV_QUOTA_ADDRESS: '1',
      CV_QUOTA_TOTAL: '3',
      CV_DISK_RESERVE: '0',
    });
    browser = (await newPassword(service, 'browser')).password;
  });
  after(() => service.close());

  const send = (
    body: object,
    { from = '198.51.100.1', password = browser, path = 'announcement/postuler', to = service.app } = {},
  ) =>
    to.inject({
      method: 'POST',
      url: `/fr/${path}?password=${password}`,
      remoteAddress: from,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const stored = () => number(service.database, 'select coalesce(sum(octet_length(content)), 0) from files');
  const lost = () =>
    number(service.database, "select count(*) from entries where fields -> 'cv' ->> 'notKept' = 'quota'");
  const nextDay = () => {
    service.clock.now = new Date(service.clock.now.getTime() + 24 * 60 * 60_000);
  };
  const lead = 'etablissement/5/commercial/create';

  it('the quota of an address holds, whatever comes at once', async () => {
    const tenth = cv(mebibyte / 10);
    await Promise.all(Array.from({ length: 24 }, () => ok(send({ cv: tenth }))));
    assert.equal(await number(service.database, 'select count(*) from files'), 9);
    assert.equal((await stored()) <= mebibyte, true);
    assert.equal(await entryCount(service.database), 24, 'each application is there');
    assert.equal(await lost(), 15);
  });

  it('a used-up quota takes applications without their files, and no large texts', async () => {
    for (const [body, path] of [
      [{ lastName: 'Bernard', message: 'x'.repeat(15_000) }, 'announcement/postuler'],
      [{ lastNameClient: 'Martin', comment: 'x'.repeat(15_000) }, lead],
    ] as const)
      assert.equal((await send(body, { path })).statusCode, 200, path);
    // The remaining quota is smaller than a large entry.
    await ok(send({ cv: cv(100_000) }));
    const large = Array.from({ length: 12 }, (_, i) => [`champ${i}`, 'x'.repeat(19_000)]);
    for (const body of [
      Object.fromEntries(large),
      { commercialactions: large.map(([, text]) => ({ comment: text })) },
    ])
      assertFailure(
        await send(body, { path: lead }),
        429,
        'RATELIMIT',
        /^body: .* send less than 16384 bytes/,
      );
    const refused = await send({ ...Object.fromEntries(large), cv: cv(100_000) });
    assertFailure(refused, 429, 'RATELIMIT', /^body: .* try again in 54000 seconds$/);
    assert.equal(refused.headers['retry-after'], '54000', 'until midnight in UTC');
    const full = { password: service.password };
    assert.equal((await send({ cv: cv(100_000) }, full)).statusCode, 200, 'a full password has none');
  });

  it('a /64 of IPv6 addresses has one quota, another /64 has its own', async () => {
    const half = { cv: cv(mebibyte / 2) };
    const before = await lost();
    for (const [from, more] of [
      ['2001:db8:1:2::1', 0],
      ['2001:db8:1:2:ffff::2', 1],
      ['2001:db8:1:3::1', 1],
    ] as const) {
      await ok(send(half, { from }));
      assert.equal((await lost()) - before, more, from);
    }
  });

  it('the quota of all addresses together holds across processes', async (t) => {
    const second = await startSecondInstance(service);
    t.after(() => second.close());
    const before = await lost();
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        ok(
          send(
            { cv: cv(mebibyte / 10) },
            { from: `203.0.113.${i}`, to: i % 2 === 0 ? service.app : second.app },
          ),
        ),
      ),
    );
    assert.ok((await lost()) - before >= 10);
    const [all] = await rows<{ bytes: number }>(
      service.database,
      "select bytes from upload_bytes where address = ''",
    );
    const sum = await number(service.database, "select sum(bytes) from upload_bytes where address <> ''");
    assert.equal(Number(all?.bytes), sum, 'what was refused is not counted');
    assert.equal(sum <= 3 * mebibyte && sum > 2.8 * mebibyte, true);
  });

  it('what is sent again counts once, with its file or without', async () => {
    nextDay();
    const body = { customId: 'again', cv: cv(mebibyte / 2) };
    for (let i = 0; i < 5; i++) await ok(send(body));
    await ok(send({ cv: cv(mebibyte / 3) }));
    const without = { customId: 'without', cv: cv(mebibyte / 3) };
    const before = [await lost(), await entryCount(service.database)];
    await ok(send(without));
    await ok(send(without));
    nextDay();
    await ok(send(without));
    assert.deepEqual([(await lost()) - 1, (await entryCount(service.database)) - 1], before);
  });

  it('quotas begin anew each day; no address stays, nor a count of before yesterday', async () => {
    nextDay();
    const half = { cv: cv(mebibyte / 2) };
    const before = await lost();
    await ok(send(half));
    assert.equal(await lost(), before);
    await ok(send(half));
    assert.equal(await lost(), before + 1);
    const kept = await rows<{ day: string; address: string }>(
      service.database,
      'select day, address from upload_bytes',
    );
    const unkeyed = createHash('sha256').update('198.51.100.1').digest('base64url');
    for (const { address } of kept) {
      assert.match(address, /^(?:[\w-]{43})?$/);
      assert.notEqual(address, unkeyed, 'its hash is keyed');
    }
    assert.deepEqual([...new Set(kept.map(({ day }) => day))].toSorted(), [
      '2026-03-04',
      '2026-03-05',
      '2026-03-07',
    ]);
    assert.equal((await expireUploads(service.database, service.clock.now)) > 0, true);
    const left = await rows<{ day: string }>(service.database, 'select distinct day from upload_bytes');
    assert.deepEqual(left.map(({ day }) => day).toSorted(), ['2026-03-07']);
    await ok(send(half));
    assert.equal(await lost(), before + 2, 'today’s stay');
  });
});

onSqlite('the room that is kept for leads', (engine) => {
  it('no CV uses the room that is kept for leads, whoever sends it', async (t) => {
    const service = await startService(engine, { CV_DISK_RESERVE: '100000000' });
    t.after(() => service.close());
    const { password } = await newPassword(service, 'browser');
    for (const used of [password, service.password]) {
      const apply = (body: object) => service.post(`/fr/announcement/postuler?password=${used}`, body);
      await ok(apply({ customId: used, lastName: 'Bernard', cv: cv(1_000) }));
      const { file, fields } = await storedEntry(service.database, used);
      assert.deepEqual([file, fields.cv], [null, { name: 'cv.pdf', notKept: 'space' }]);
      const lead = { lastNameClient: 'Martin' };
      await ok(service.post(`/fr/etablissement/5/commercial/create?password=${used}`, lead));
    }
  });
});
