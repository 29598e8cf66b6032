// Every call of the SDK against a whole service, through a real socket.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { operations } from '../../server/src/contract/operations.ts';
import { number, rows } from '../../server/test/fixtures/rows.ts';
import { onSqlite } from '../../server/test/fixtures/service.ts';
import {
  AccueilClient,
  type ApplicationBody,
  type CommercialBody,
  ConflictError,
  InvalidError,
  NotFoundError,
  type OrientationBody,
  OrientationClient,
  type SuiviBody,
  type SurveyBody,
  TooLargeError,
  UnauthorizedError,
} from '../src/index.ts';
import { type ListeningService, startListening } from './listening.ts';

onSqlite('the SDK with a real service', (engine) => {
  let service: ListeningService;
  let accueil: AccueilClient;
  let partner: OrientationClient;

  before(async () => {
    service = await startListening(engine);
    accueil = new AccueilClient({ baseUrl: service.url, password: service.password });
    partner = new OrientationClient({ baseUrl: service.url, partner: 'partner', token: service.token });
  });
  after(() => service.close());

  const entries = () => number(service.database, 'select count(*) from entries');

  it('the SDK calls every route as the examples of the reference do', async () => {
    const { createSurvey, createCommercial, createApplication, sendOrientation, followUp } = bodies;
    await accueil.createSurvey(5, createSurvey);
    await accueil.createCommercial(5, createCommercial);
    await accueil.createApplication(createApplication);
    const answered = {
      findByCustomId: await accueil.findByCustomId('site-2026-0002'),
      checkPhone: await accueil.checkPhone('0639981234'),
      listGroup: await accueil.listGroup('group_b'),
      showEstablishment: await accueil.showEstablishment(5),
      countGroupJobs: await accueil.countGroupJobs('group_b'),
      countJobs: await accueil.countJobs({ establishmentId: 5 }),
      countContacts: await accueil.countContacts(2026),
      sendOrientation: await partner.sendOrientation(sendOrientation),
      followUp: await partner.followUp(followUp),
    };
    await partner.testToken();
    for (const [operation, answer] of Object.entries(answered)) {
      assert.deepEqual(answer, exampleOf(operation).answer, operation);
    }
    assert.equal((await accueil.countJobs()).etablissements.length, 9);
  });

  it('the SDK finds nothing without failing', async () => {
    assert.equal(await accueil.findByCustomId('nobody’s'), null);
    assert.deepEqual(await accueil.checkPhone('01 99 00 00 00'), []);
  });

  it('the SDK finds a customId that is hard to write into an address', async () => {
    const customId = 'é / ?&%2F #… 😀';
    await accueil.createSurvey(5, { customId });
    assert.equal((await accueil.findByCustomId(customId))?.data.customId, customId);
    await assert.rejects(accueil.findByCustomId('..'), TypeError);
  });

  it('the SDK sends tests, and fields that the interface does not name', async () => {
    await accueil.createCommercial(
      5,
      { customId: 'essai', phoneClient: '02 61 91 77 77' },
      { test: true, extra: { couleur: 'bleu' } },
    );
    assert.equal((await accueil.findByCustomId('essai'))?.type, 'commercial');
    assert.deepEqual(await accueil.checkPhone('02 61 91 77 77'), []);
    const [entry] = await rows<{ extra: string }>(
      service.database,
      "select extra from entries where custom_id = 'essai'",
    );
    assert.match(JSON.stringify(entry?.extra), /couleur.*bleu/);
  });

  it('a call that is made again with its own key is stored once', async () => {
    const before = await entries();
    const idempotencyKey = 'form-7f3c9a52';
    await accueil.createSurvey(5, { lastName: 'Durand' }, { idempotencyKey });
    await accueil.createSurvey(5, { lastName: 'Durand' }, { idempotencyKey });
    assert.equal(await entries(), before + 1);
    // Without one, two calls are two entries.
    await accueil.createSurvey(5, { lastName: 'Durand' });
    await accueil.createSurvey(5, { lastName: 'Durand' });
    assert.equal(await entries(), before + 3);
    await assert.rejects(accueil.createSurvey(5, { lastName: 'Petit' }, { idempotencyKey }), {
      constructor: ConflictError,
      code: 'CONFLICT',
      status: 409,
    });
  });

  it('a refusal is thrown by its class, with the field and the request', async () => {
    await assert.rejects(accueil.createSurvey(5, { email: 'claire.martin at example.org' }), (error) => {
      assert.ok(error instanceof InvalidError);
      assert.equal(error.name, 'InvalidError');
      assert.equal(error.code, 'INVALID');
      assert.equal(error.status, 400);
      assert.equal(error.field, 'email');
      assert.equal(error.message, 'email: expected one e-mail address');
      assert.match(error.requestId ?? '', /^[\w-]{8,}$/);
      return true;
    });
    await assert.rejects(accueil.showEstablishment(2), { constructor: NotFoundError, code: 'NOTFOUND' });
    await assert.rejects(accueil.listGroup('group_z'), { constructor: NotFoundError, code: 'NOTFOUND' });
    await assert.rejects(accueil.createSurvey(5, {}, { extra: { long: 'x'.repeat(300_000) } }), {
      constructor: TooLargeError,
      code: 'TOOLARGE',
    });
    const stranger = new AccueilClient({ baseUrl: service.url, password: 'pw_wrong' });
    await assert.rejects(stranger.countContacts(2026), { constructor: UnauthorizedError, status: 401 });
    await assert.rejects(new AccueilClient({ baseUrl: service.url }).countContacts(2026), UnauthorizedError);
  });

  it('a refusal of the exchange is thrown in the same way', async () => {
    await assert.rejects(partner.sendOrientation({ DateContact: '2026-02-30' }), {
      constructor: InvalidError,
      code: 'INVALID',
      field: 'DateContact',
    });
    const wrong = { baseUrl: service.url, partner: 'partner', token: 'tok_wrong' };
    await assert.rejects(new OrientationClient(wrong).testToken(), UnauthorizedError);
    const NumeroDemandeOrientationCR = '2026 / 010_011_012';
    const first = await partner.sendOrientation({ NumeroDemandeOrientationCR });
    const test = await partner.sendOrientation({ NumeroDemandeOrientationCR }, { test: true });
    assert.notEqual(test.NumeroDemandeOrientationRES, first.NumeroDemandeOrientationRES);
  });
});

onSqlite('the SDK with other names', (engine) => {
  it('the SDK sends and reads an installation’s own names', async () => {
    const service = await startListening(engine, {
      WIRE_SURVEY_TYPE: 'genre',
      WIRE_TEST: 'essai',
      WIRE_ESTABLISHMENT_FILTER: 'residence',
      WIRE_COMMERCIAL_TYPE: 'canal',
      WIRE_SEJOUR_TYPE: 'sejour',
      WIRE_MOTIF: 'raison',
      WIRE_RESULTAT: 'issue',
      WIRE_PARTNERID: 'numeroPartenaire',
    });
    try {
      const accueil = new AccueilClient({
        baseUrl: `${service.url}/`,
        password: service.password,
        wireNames: {
          surveyType: 'genre',
          test: 'essai',
          establishmentFilter: 'residence',
          commercialType: 'canal',
          sejourType: 'sejour',
          motif: 'raison',
          resultat: 'issue',
          partnerid: 'numeroPartenaire',
        },
      });
      await accueil.createSurvey(5, { type: 'survey.type.complaint', customId: 'a' }, { test: true });
      const found = await accueil.findByCustomId('a');
      assert.equal(found?.type === 'survey' && found.data.type, 'survey.type.complaint');
      const answered = {
        type: 'commercial.type.phone',
        sejourType: 'commercial.sejourType.temporaire',
        motif: 'commercial.motif.financier',
        resultat: 'commercial.resultat.nosuite',
        customId: 'b',
      } as const;
      const body = { ...answered, partnerid: 'P-1', phoneClient: '02 61 91 12 34' };
      await accueil.createCommercial(5, body);
      const { data } = (await accueil.findByCustomId('b')) ?? assert.fail();
      assert.partialDeepStrictEqual(data, answered);
      assert.equal((await accueil.checkPhone('0261911234'))[0]?.partnerid, 'P-1');
      assert.equal((await accueil.countJobs({ establishmentId: 5 })).etablissements.length, 1);
      assert.equal(await number(service.database, 'select sum(test) from entries'), 1);
    } finally {
      await service.close();
    }
  });
});

function exampleOf(id: string) {
  const found = Object.values(operations).find((one) => one.id === id);
  assert.ok(found, id);
  return found.example;
}

/** The bodies of the examples. That they fit the SDK's types is what its drift test says of the schemas. */
const bodies = {
  createSurvey: exampleOf('createSurvey').body as SurveyBody,
  createCommercial: exampleOf('createCommercial').body as CommercialBody,
  createApplication: exampleOf('createApplication').body as ApplicationBody,
  sendOrientation: exampleOf('sendOrientation').body as OrientationBody,
  followUp: exampleOf('followUp').body as SuiviBody,
};
