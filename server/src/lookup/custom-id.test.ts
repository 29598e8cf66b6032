import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newCaller } from '../../test/fixtures/credentials.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { EntryFound } from '../contract/lookup.ts';

onSqlite('the lookup by customId', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  async function post(route: string, body: Record<string, unknown>, parameters = '') {
    const answer = await service.post(`/fr/${route}?${service.query}${parameters}`, body);
    assert.equal(answer.body, '"ok"');
  }
  const lead = (body: Record<string, unknown>) => post('etablissement/3/commercial/create', body);
  const lookUp = (customId: string) =>
    service.get(`/fr/customId/${encodeURIComponent(customId)}?${service.query}`);
  async function found(customId: string): Promise<EntryFound> {
    const answer = await lookUp(customId);
    assert.equal(answer.statusCode, 200, `${customId}: ${answer.body}`);
    return answer.json<EntryFound>();
  }

  it('a commercial entry is found with every key, unknown ones null', async () => {
    const nothing = { type: null, sejourType: null, resultat: null, motif: null, comment: null };
    const everything = {
      type: 'commercial.type.website',
      sejourType: 'commercial.sejourType.permanent',
      resultat: 'commercial.resultat.nosuite',
      motif: 'commercial.motif.financier',
      comment: 'Préfère une chambre au calme.',
    };
    for (const [customId, sent] of Object.entries({ bare: {}, full: everything })) {
      await lead({ customId, lastNameClient: 'Martin', ...sent });
      const { type, data } = await found(customId);
      assert.ok(Number.isInteger(data.id));
      assert.equal(type, 'commercial');
      assert.deepEqual(data, { id: data.id, customId, ...nothing, ...sent, commentBy: null });
    }
  });

  it('a survey and a job application are found without a word of the visitor', async () => {
    const visitor = { firstName: 'Claire', lastName: 'Martin', phone: '06 39 98 12 34', message: 'Bonjour' };
    const survey = 'etablissement/3/survey/create';
    await post(survey, { customId: 'survey', ...visitor }, '&type=survey.type.complaint');
    await post('announcement/postuler', { customId: 'application', announcementId: 12, ...visitor });
    await post('announcement/postuler', { customId: 'spontaneous', ...visitor });
    for (const [customId, type, own] of [
      ['survey', 'survey', { type: 'survey.type.complaint' }],
      ['application', 'postuler', { announcementId: 12 }],
      ['spontaneous', 'postuler', { announcementId: null }],
    ] as const) {
      const { data, ...kind } = await found(customId);
      assert.deepEqual(kind, { type });
      const untouched = { status: 'new', comment: null, commentBy: null };
      assert.deepEqual(data, { id: data.id, customId, ...own, ...untouched });
    }
  });

  it('the newest entry of a customId is found, of whatever kind', async () => {
    await lead({ customId: 'newest', comment: 'un' });
    const first = await found('newest');
    await lead({ customId: 'newest', comment: 'deux' });
    const second = await found('newest');
    assert.equal(second.data.comment, 'deux');
    assert.equal(second.data.id > first.data.id, true);
    // A retry of the first is no new entry.
    await lead({ customId: 'newest', comment: 'un' });
    assert.deepEqual(await found('newest'), second);
    await post('etablissement/3/survey/create', { customId: 'newest' });
    assert.equal((await found('newest')).type, 'survey');
    await post('announcement/postuler', { customId: 'newest' });
    assert.equal((await found('newest')).type, 'postuler');
  });

  it('other callers’ entries are not found', async () => {
    const other = await newCaller(service, 'agence');
    await lead({ customId: 'private' });
    const fromOther = () => service.get(`/fr/customId/private?password=${other.password}`);
    assertFailure(await fromOther(), 404, 'NORESULT', /customId/);
    await service.post(`/fr/etablissement/4/survey/create?password=${other.password}`, {
      customId: 'private',
    });
    assert.equal((await fromOther()).json<EntryFound>().type, 'survey');
    assert.equal((await found('private')).type, 'commercial');
  });

  it('a partner’s requests are not found by customId', async () => {
    await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: '2026 / 1_1_1',
      customId: 'partner-id',
    });
    assertFailure(await lookUp('2026 / 1_1_1'), 404, 'NORESULT');
    assertFailure(await lookUp('partner-id'), 404, 'NORESULT');
  });

  it('without a match the lookup answers NORESULT', async () => {
    assertFailure(await lookUp('nobody'), 404, 'NORESULT', /customId/);
    assertFailure(await lookUp(`'; drop table entries; --`), 404, 'NORESULT');
  });

  // In each row every customId is another one; store/conformance.test.ts compares more of them.
  const distinct: readonly (readonly string[])[] = [
    ['case', 'Case', ' Case', 'Case ', 'Ca se', 'Ca\u00a0se', ' ', '  '],
    ['caf\u00e9', 'cafe\u0301', 'cafe', '😀', '\u200b', '\ufeff', '\uffff'],
    ['a/b', 'a%2Fb', 'a%252Fb', 'a%2fb', 'a\\b', '50%', '50%25', '%', '%%', '%zz'],
    ['a+b', 'a b', 'a%20b', 'a%2Bb', ...`x?y=1 x#y x;y x&y x:y x,y x@y "x" {x} [x] <x> x'y`.split(' ')],
    ['1', '01', '1.0', '1e0', 'null', 'true', '__proto__', 'constructor', '-', '_', '~', '...'],
  ];
  it('customIds are compared exactly', async () => {
    for (const customIds of distinct) {
      for (const customId of customIds) {
        assertFailure(await lookUp(customId), 404, 'NORESULT');
        await lead({ customId, comment: `of ${customId.trim()}` });
      }
      const ids = await Promise.all(customIds.map(async (customId) => (await found(customId)).data.id));
      assert.equal(new Set(ids).size, customIds.length);
      for (const customId of customIds) assert.equal((await found(customId)).data.customId, customId);
    }
  });

  it('a customId has 255 characters of any width, and the last one counts', async () => {
    for (const character of ['a', 'é', '語', '😀']) {
      const longest = character.repeat(254);
      await lead({ customId: `${longest}1` });
      await lead({ customId: `${longest}2` });
      assert.notEqual((await found(`${longest}1`)).data.id, (await found(`${longest}2`)).data.id);
      assert.equal((await found(`${longest}1`)).data.customId, `${longest}1`);
      const tooLong = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
        customId: `${longest}12`,
      });
      assertFailure(tooLong, 400, 'INVALID', /customId.*255/);
      assertFailure(await lookUp(`${longest}12`), 400, 'INVALID', /customId/);
    }
  });

  it('what no customId can hold is refused', async () => {
    for (const customId of ['a\nb', 'a\u0000b', '\t', '\u007f']) {
      const sent = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId });
      assertFailure(sent, 400, 'INVALID', /customId/);
      assertFailure(await lookUp(customId), 400, 'INVALID', /customId/);
    }
  });
});
