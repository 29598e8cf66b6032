import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { newCaller } from '../../test/fixtures/credentials.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { PhoneMatch } from '../contract/lookup.ts';

onSqlite('the phone check', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  async function lead(
    body: Record<string, unknown>,
    parameters = '',
    path = 'etablissement/3/commercial/create',
  ) {
    const answer = await service.post(`/fr/${path}?${service.query}${parameters}`, body);
    assert.equal(answer.body, '"ok"', answer.body);
  }
  /** `phone` as in the URL. */
  async function checkRaw(phone: string): Promise<PhoneMatch[]> {
    return ok<PhoneMatch[]>(service.get(`/fr/commercial/checkPhone?phone=${phone}&${service.query}`));
  }
  const check = (phone: string) => checkRaw(encodeURIComponent(phone));
  const customIds = async (phone: string) => (await check(phone)).map(({ customId }) => customId);

  it('a phone match has every key, unknown ones null', async () => {
    await lead({ phoneClient: '01 99 00 10 01' });
    const [bare] = await check('0199001001');
    const nothing = { gclid: null, customId: null, partnerid: null, resultat: null, type: null };
    assert.deepEqual(bare, { id: bare?.id, ...nothing });
    const everything = {
      gclid: 'Cj0',
      customId: 'full',
      partnerid: '2026 / 1_2_3',
      resultat: 'commercial.resultat.refuse',
      type: 'commercial.type.phone',
    };
    await lead({ phoneClient: '01 99 00 10 02', ...everything, comment: 'Rien de ceci' });
    const [full] = await check('0199001002');
    assert.deepEqual(full, { id: full?.id, ...everything });
    assert.equal(Number.isInteger(full?.id), true);
  });

  it('both phones of the client and of every related person are searched', async () => {
    await lead({
      customId: 'everywhere',
      phoneClient: '01 99 00 11 01',
      cellphoneClient: '06 39 98 11 02',
      commercialrelations: [
        { phone: '01 99 00 11 03', cellphone: '06 39 98 11 04' },
        { lastName: 'Sans téléphone' },
        { phone: '01 99 00 11 05', cellphone: '06 39 98 11 06' },
      ],
    });
    for (const phone of '0199001101 0639981102 0199001103 0639981104 0199001105 0639981106'.split(' '))
      assert.deepEqual(await customIds(phone), ['everywhere'], phone);
  });

  it('neither the referrer’s phone nor unnamed fields are searched', async () => {
    await lead({ phoneAdresseur: '05 36 49 12 01', telephone: '05 36 49 12 02', comment: '05 36 49 12 03' });
    for (const phone of ['0536491201', '0536491202', '0536491203']) assert.deepEqual(await check(phone), []);
  });

  it('test entries, surveys and applications are not found by phone', async () => {
    await lead({ phoneClient: '06 39 98 13 01' }, '&test=1');
    await lead({ phone: '06 39 98 13 01' }, '', 'etablissement/3/survey/create');
    await lead({ phone: '06 39 98 13 01' }, '', 'announcement/postuler');
    assert.deepEqual(await check('0639981301'), []);
  });

  it('every residence, caller and partner is searched, newest first', async () => {
    const other = await newCaller(service, 'agence');
    await lead({ customId: 'one', phoneClient: '06 39 98 14 01' });
    await service.post(`/fr/etablissement/9/commercial/create?password=${other.password}`, {
      customId: 'two',
      phoneClient: '+33 6 39 98 14 01',
    });
    await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: '2026 / 1_4_1',
      'Contact / Mobile': '+33639981401',
    });
    await lead({ customId: 'four', commercialrelations: [{ phone: '0639981401' }] });
    const matches = await check('0639981401');
    assert.deepEqual(
      matches.map(({ customId, partnerid }) => customId ?? partnerid),
      ['four', '2026 / 1_4_1', 'two', 'one'],
    );
    assert.deepEqual(
      matches.map(({ id }) => id),
      matches.map(({ id }) => id).toSorted((a, b) => b - a),
    );
  });

  it('two numbers in one field are read, and an entry is found once', async () => {
    await lead({
      customId: 'twice',
      phoneClient: '06 39 98 15 01 / 06 39 98 15 02',
      cellphoneClient: '+33639981501',
      commercialrelations: [{ phone: '06.39.98.15.01', cellphone: '0639981502' }],
    });
    await lead({ customId: 'other', phoneClient: '06 39 98 16 03' });
    assert.deepEqual(await customIds('06 39 98 15 01'), ['twice']);
    assert.deepEqual(await customIds('06 39 98 15 01 ou 06 39 98 15 02'), ['twice']);
    for (const both of ['06 39 98 15 02 / 06 39 98 16 03', '06 39 98 16 03 ; 06 39 98 15 01'])
      assert.deepEqual(await customIds(both), ['other', 'twice']);
  });

  it('a number is known in every way of writing it, with an unescaped plus too', async () => {
    await lead({ customId: 'written', phoneClient: '06.39.98.17-01' });
    const inUrl = '0639981701 %2B33639981701 +33639981701 +33+6+39+98+17+01 06%2F39%2F98%2F17%2F01';
    for (const raw of [...inUrl.split(' '), '%2B33%20(0)6%2039%2098%2017%2001'])
      assert.equal((await checkRaw(raw))[0]?.customId, 'written', raw);
    // An overseas number: its own code, or the +33 that web widgets send.
    await lead({ customId: 'overseas', phoneClient: '+262 639 98 17 02' });
    for (const phone of ['0639981702', '+33639981702', '00262639981702', '+262 0639 98 17 02']) {
      assert.deepEqual(await customIds(phone), ['overseas'], phone);
    }
  });

  it('a part of a number is not the number', async () => {
    await lead({ phoneClient: '06 39 98 18 01' });
    for (const part of ['39981801', '1801', '063998180', '06399818011']) {
      assert.deepEqual(await check(part), [], part);
    }
  });

  it('below four digits, and for a number nobody has, the list is empty', async () => {
    await lead({ phoneClient: '123' });
    for (const phone of ['123', '12', 'néant', '+', '1 2 3', '06'])
      assert.deepEqual(await check(phone), [], phone);
    assert.deepEqual(await check('0199009999'), []);
    await lead({ customId: 'short', phoneClient: 'poste 3615' });
    assert.deepEqual(await customIds('3615'), ['short']);
  });

  it('a missing, empty or repeated phone is refused', async () => {
    for (const query of ['', 'phone=', 'phone=%20%20', 'phone=+']) {
      const answer = await service.get(`/fr/commercial/checkPhone?${query}&${service.query}`);
      assertFailure(answer, 400, 'INVALID', /phone/);
    }
    const twice = await service.get(
      `/fr/commercial/checkPhone?phone=0639981701&phone=0639981702&${service.query}`,
    );
    assertFailure(twice, 400, 'INVALID', /phone/);
  });
});
