import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { pdf, png } from '../fixtures/documents.ts';
import { execute, number } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { storedEntry } from '../fixtures/stored-entry.ts';

onSqlite('a job application', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
    const offer =
      "insert into announcements (id, establishment_id, title, open) values (987, 6, 'Infirmière', 0)";
    await untilNotified(service.database, 'residences', () => execute(service.database, offer));
  });
  after(() => service.close());

  const apply = (body: unknown) => service.post(`/fr/announcement/postuler?${service.query}`, body);
  const base64 = (content: Buffer) => content.toString('base64');

  it('an application keeps every field of the contract and the CV', async () => {
    const fields = {
      civility: 'contact.civility.mrs',
      firstName: 'Léa',
      lastName: 'Bernard',
      lastNameMarital: 'Petit',
      email: 'lea@example.org',
      phone: '06 39 98 12 34',
      message: 'Disponible',
      ip: '203.0.113.7',
    };
    const cv = { name: 'Mon CV.pdf', type: 'application/octet-stream', content: base64(pdf()) };
    const more = { customId: 'all', gclid: 'Cj0', etablissementId: '5', announcementId: 987, cv };
    const answer = await apply({ ...fields, ...more });
    assert.deepEqual([answer.statusCode, answer.body], [200, '"ok"']);
    const kept = await storedEntry(service.database, 'all');
    assert.deepEqual(
      [kept.kind, kept.establishmentId, kept.announcementId, kept.gclid],
      ['postuler', 5, 987, 'Cj0'],
    );
    assert.deepEqual(kept.fields, { ...fields, cv: { name: cv.name, type: cv.type } });
    assert.deepEqual(kept.file, { name: 'Mon CV.pdf', type: 'application/pdf', content: pdf() });
  });

  it('an application goes to the residence it names, else to the offer’s, else waits', async () => {
    for (const [customId, named, expected] of [
      ['named', { announcementId: 987, etablissementId: 3 }, 3],
      ['offer', { announcementId: 987 }, 6],
      ['spontaneous', {}, null],
    ] as const) {
      await apply({ customId, ...named });
      assert.equal((await storedEntry(service.database, customId)).establishmentId, expected);
    }
    assertFailure(await apply({ etablissementId: 2 }), 400, 'INVALID', /^etablissementId: no establishment/);
  });

  it('an application for an unknown offer is accepted, with the number it named', async () => {
    assert.equal((await apply({ customId: 'unknown', announcementId: 424_242 })).body, '"ok"');
    const found = await service.get(`/fr/customId/unknown?${service.query}`);
    assert.equal(found.json().data.announcementId, 424_242);
  });

  it('an application sent again with another CV under its customId is another one', async () => {
    for (const content of [pdf(), pdf(), png()])
      assert.equal((await apply({ customId: 'twice', cv: { content: base64(content) } })).body, '"ok"');
    const twice = "select count(*) from entries where custom_id = 'twice'";
    assert.equal(await number(service.database, twice), 2);
  });

  it('an application is stored without a file that is no CV, and says why', async () => {
    const cv = { name: 'photo.gif', content: base64(Buffer.from('GIF89a\x01\x00')), notKept: 'space' };
    for (let i = 0; i < 2; i++) assert.equal((await apply({ customId: 'gif', cv })).body, '"ok"');
    const { fields, file } = await storedEntry(service.database, 'gif');
    assert.deepEqual(
      [fields.cv, file],
      [{ name: 'photo.gif', notKept: 'format', '': { notKept: 'space' } }, null],
    );
    const other = { ...cv, content: base64(Buffer.from('GIF89a\x02\x00')) };
    assert.equal((await apply({ customId: 'gif', cv: other })).body, '"ok"');
    const gifs = "select count(*) from entries where custom_id = 'gif'";
    assert.equal(await number(service.database, gifs), 2, 'another file is another application');
  });

  it('what plug-ins send as a CV is read, or kept as text and flagged', async () => {
    const url = 'https://site.example.org/cv.pdf';
    const data = `data:application/pdf;base64,${base64(pdf())}`;
    const content = base64(pdf());
    const notKept = 'format';
    for (const [i, [cv, kept, isKept = false]] of (
      [
        [data, {}, true],
        [[data], {}, true],
        [
          [{ name: 'a', content }, { name: 'b', content }, 'c'],
          { name: 'a', '': { others: ['b', 'c'] } },
          true,
        ],
        [{ 0: { name: 'a', content } }, { name: 'a' }, true],
        [url, { name: url, notKept }],
        ['false', { name: 'false', notKept }],
        [true, { notKept, '': { sent: true } }],
        [
          { name: 'a', content: 5 },
          { name: 'a', notKept, '': { sent: 5 } },
        ],
        [{ content: { data: 'x' } }, { notKept, '': { sent: { data: 'x' } } }],
      ] as const
    ).entries()) {
      assert.equal((await apply({ customId: `plug-in ${i}`, cv })).body, '"ok"');
      const { fields, file } = await storedEntry(service.database, `plug-in ${i}`);
      assert.deepEqual([fields.cv, file !== null], [kept, isKept], JSON.stringify(cv));
    }
    for (const cv of [false, { name: 'a', content: false }])
      assertFailure(await apply({ cv }), 400, 'INVALID', /^cv/);
    for (const cv of ['', null, [], {}]) assert.equal((await apply({ cv })).body, '"ok"');
  });
});
