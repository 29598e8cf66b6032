import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { storedEntry } from '../fixtures/stored-entry.ts';

const env = {
  WIRE_SURVEY_TYPE: 'typeEnquete',
  WIRE_TEST: 'essai',
  WIRE_ESTABLISHMENT_FILTER: 'residence',
  WIRE_COMMERCIAL_TYPE: 'canal',
  WIRE_SEJOUR_TYPE: 'sejour',
  WIRE_MOTIF: 'raison',
  WIRE_RESULTAT: 'issue',
  WIRE_PARTNERID: 'placementId',
};

onSqlite('names on the wire that an installation has chosen', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine, env);
  });
  after(() => service.close());

  const survey = (body: unknown, query = '') =>
    service.post(`/fr/etablissement/3/survey/create?${service.query}${query}`, body);
  const commercial = (body: unknown, query = '') =>
    service.post(`/fr/etablissement/3/commercial/create?${service.query}${query}`, body);
  const typeOf = async (customId: string) =>
    (await service.get(`/fr/customId/${customId}?${service.query}`)).json().data.type;

  it('chosen names are read in a survey’s body and query', async () => {
    await survey({ customId: 'body', typeEnquete: 'survey.type.complaint' });
    assert.equal(await typeOf('body'), 'survey.type.complaint');
    await survey({ customId: 'query' }, '&typeEnquete=survey.type.survey');
    assert.equal(await typeOf('query'), 'survey.type.survey');
    await survey({ customId: 'test' }, '&essai=1');
    assert.equal((await storedEntry(service.database, 'test')).test, true);
  });

  it('errors name a field by its chosen name', async () => {
    const named: [answer: Awaited<ReturnType<typeof survey>>, name: string][] = [
      [await survey({ typeEnquete: 'x' }), 'typeEnquete'],
      [await survey({}, '&essai=2'), 'essai'],
      [await commercial({ canal: 'x' }), 'canal'],
      [await commercial({ placementId: { a: 1 } }), 'placementId'],
      [await service.get(`/fr/jobs?${service.query}&residence=x`), 'residence'],
    ];
    for (const [answer, name] of named) assertFailure(answer, 400, 'INVALID', new RegExp(`^${name}: `));
  });
});
