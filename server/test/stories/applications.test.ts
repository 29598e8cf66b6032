import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { doc, docx, jpeg, odt, pdf, png } from '../fixtures/documents.ts';
import { execute, number } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { entryCount, storedEntry } from '../fixtures/stored-entry.ts';

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

  it('keeps every field of the contract and the CV', async () => {
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
    const answer = await apply({
      ...fields,
      customId: 'all',
      gclid: 'Cj0',
      etablissementId: '5',
      announcementId: 987,
      cv,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.body, '"ok"');
    const kept = await storedEntry(service.database, 'all');
    assert.equal(kept.kind, 'postuler');
    assert.equal(kept.establishmentId, 5);
    assert.equal(kept.announcementId, 987);
    assert.equal(kept.gclid, 'Cj0');
    assert.deepEqual(kept.fields, { ...fields, cv: { name: cv.name, type: cv.type } });
    assert.deepEqual(kept.file, { name: 'Mon CV.pdf', type: 'application/pdf', content: pdf() });
  });

  it('takes every kind of CV, byte for byte', async () => {
    for (const [kind, content] of Object.entries({
      pdf: pdf(),
      doc: doc(),
      docx: docx(),
      odt: odt(),
      jpeg: jpeg(),
      png: png(),
    })) {
      const answer = await apply({ customId: kind, cv: { content: base64(content) } });
      assert.equal(answer.body, '"ok"', kind);
      assert.deepEqual((await storedEntry(service.database, kind)).file?.content, content);
    }
  });

  it('may have a CV of 5 MiB, and no more', async () => {
    const largest = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024 - pdf().length, 32)]);
    assert.equal((await apply({ customId: 'largest', cv: { content: base64(largest) } })).body, '"ok"');
    assert.deepEqual((await storedEntry(service.database, 'largest')).file?.content, largest);
    const larger = await apply({ cv: { content: base64(Buffer.concat([largest, Buffer.from(' ')])) } });
    assertFailure(larger, 413, 'TOOLARGE', /^cv\.content: expected at most 5242880 bytes/);
  });

  it('with something else for a CV is refused, and nothing is kept', async () => {
    const before = await entryCount(service.database);
    for (const content of ['pas du base64 !', base64(Buffer.from('<script>')), 42, {}]) {
      assertFailure(
        await apply({ cv: { name: 'cv.pdf', content } }),
        400,
        'INVALID',
        /^cv\.content: expected/,
      );
    }
    assertFailure(await apply({ cv: base64(pdf()) }), 400, 'INVALID', /^cv: expected a JSON object/);
    assert.equal(await entryCount(service.database), before);
  });

  it('needs no CV', async () => {
    for (const [customId, cv] of [
      ['no cv', undefined],
      ['null cv', null],
      ['cv without content', { name: 'cv.pdf', content: '' }],
    ] as const) {
      assert.equal((await apply({ customId, cv })).body, '"ok"');
      assert.equal((await storedEntry(service.database, customId)).file, null);
    }
  });

  it('goes to the residence that it names, else to the offer’s, else waits', async () => {
    await apply({ customId: 'named', announcementId: 987, etablissementId: 3 });
    await apply({ customId: 'offer', announcementId: 987 });
    await apply({ customId: 'spontaneous' });
    const placeOf = async (customId: string) =>
      (await storedEntry(service.database, customId)).establishmentId;
    assert.equal(await placeOf('named'), 3);
    assert.equal(await placeOf('offer'), 6);
    assert.equal(await placeOf('spontaneous'), null);
  });

  it('for an offer that we do not know is accepted, with the number it named', async () => {
    assert.equal((await apply({ customId: 'unknown offer', announcementId: 424_242 })).body, '"ok"');
    assert.equal((await storedEntry(service.database, 'unknown offer')).announcementId, 424_242);
    const found = await service.get(`/fr/customId/unknown%20offer?${service.query}`);
    assert.deepEqual(found.json(), {
      type: 'postuler',
      data: {
        id: found.json().data.id,
        customId: 'unknown offer',
        announcementId: 424_242,
        status: 'new',
        comment: null,
        commentBy: null,
      },
    });
  });

  it('to a residence that we do not know is refused', async () => {
    assertFailure(await apply({ etablissementId: 2 }), 400, 'INVALID', /^etablissementId: no establishment/);
  });

  it('sent again with another CV under the same customId is another one', async () => {
    const customId = 'twice';
    const send = (content: Buffer) => apply({ customId, cv: { content: base64(content) } });
    for (const content of [pdf(), pdf(), png()]) assert.equal((await send(content)).body, '"ok"');
    assert.equal(
      await number(service.database, "select count(*) as n from entries where custom_id = 'twice'"),
      2,
    );
  });
});
