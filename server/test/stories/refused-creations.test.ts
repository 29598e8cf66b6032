import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { dayMs } from '../../src/clock.ts';
import { expireRefusedCreations } from '../../src/entries/create/refused-creations.ts';
import { ok } from '../fixtures/answers.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { findPerson } from '../fixtures/find-person.ts';
import { erase, openOfficer } from '../fixtures/privacy.ts';
import { execute, rows } from '../fixtures/rows.ts';
import { onOneEngine, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

const lead = '/fr/etablissement/3/commercial/create';
const postuler = '/fr/announcement/postuler';
const pdf = Buffer.from(`%PDF-1.4 ${'x'.repeat(2_000)}`).toString('base64');
const email = 'ce n’est pas une adresse e-mail';

interface Listed {
  readonly id: number;
  readonly establishmentId: number | null;
  readonly kind: string;
  readonly reason: string;
  readonly body: string;
  readonly times: number;
}

onOneEngine('a refused creation', (engine) => {
  let service: TestService;
  let direction: Desk;
  let everywhere: Desk;
  before(async () => {
    service = await startService(engine);
    everywhere = await signIn(service);
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
  });
  after(() => service.close());

  const listed = async (desk = everywhere) =>
    (await ok<{ data: Listed[] }>(desk.get('/desk/refused-creations'))).data;
  const bodies = async () =>
    (await rows<{ body: string }>(service.database, 'select body from refused_creations')).map(
      (row) => row.body,
    );
  const refuse = async (
    path: string,
    body: unknown,
    { status = 400, query = service.query, type = 'application/json' } = {},
  ) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'content-type': type };
    const { statusCode } = await service.post(
      `${path}${path.includes('?') ? '&' : '?'}${query}`,
      sent,
      headers,
    );
    assert.equal(statusCode, status);
  };
  const today = async (desk: Desk) =>
    (await desk.get('/desk/today')).json<{ refused: number | null }>().refused;

  for (const [about, path, body, kept] of [
    [
      'a wrong field',
      lead,
      { emailClient: 'claire at example' },
      { establishmentId: 3, kind: 'commercial', reason: `« emailClient » : ${email}` },
    ],
    [
      'a wrong value of the query',
      '/fr/etablissement/3/survey/create?type=x',
      { lastName: 'Roux' },
      { establishmentId: 3, kind: 'survey', reason: '« type » : ce n’est pas une des valeurs prévues' },
    ],
    [
      'an unknown residence',
      postuler,
      { etablissementId: 999, nom: 'Petit' },
      {
        establishmentId: null,
        kind: 'postuler',
        reason: '« etablissementId » : cette résidence n’existe pas',
      },
    ],
    [
      'the residence of the body',
      postuler,
      { etablissementId: 5, email: 'x' },
      { establishmentId: 5, kind: 'postuler', reason: `« email » : ${email}` },
    ],
    [
      'a residence that is no number',
      '/fr/etablissement/trois/survey/create',
      { lastName: 'Roche' },
      {
        establishmentId: null,
        kind: 'survey',
        reason: '« id » : ce n’est pas un nombre, ou pas un nombre entier',
      },
    ],
    [
      'malformed JSON',
      lead,
      '{"phoneClient": "06 39 98 12 34", ',
      { establishmentId: 3, kind: 'commercial', reason: 'le site a mal écrit le message (JSON)' },
    ],
    [
      'a body that is a list',
      lead,
      ['Roux', '06 39 98 12 35'],
      { establishmentId: 3, kind: 'commercial', reason: 'ce n’est pas ce qui est prévu' },
    ],
  ] as const) {
    it(`what came is kept, with its reason: ${about}`, async () => {
      await refuse(path, body);
      const [newest] = await listed();
      assert.partialDeepStrictEqual(newest, { ...kept, times: 1 });
      assert.match(
        newest?.body ?? '',
        typeof body === 'string'
          ? /06 39 98 12 34/
          : new RegExp(`^${JSON.stringify(body).slice(0, 12).replace('[', '\\[')}`),
      );
    });
  }

  it('no file is kept, whole or in what could not be parsed, and 16 KiB of a text', async () => {
    const cv = { name: 'cv.pdf', content: pdf };
    const wrapped = pdf.replace(/.{76}/g, '$&\r\n');
    for (const body of [{ email: 'x', cv }, { email: 'x', cv: wrapped }, `{"cv": ${JSON.stringify(pdf)}, `]) {
      await refuse(postuler, body);
      const [newest] = await listed();
      assert.match(newest?.body ?? '', /"…"/);
    }
    const part = (head: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; name="a"${head}\r\n\r\n${text}\r\n`;
    await refuse(postuler, part('', 'Bernard') + part('; filename="cv.pdf"', 'a secret'), {
      type: 'multipart/form-data; boundary=b',
    });
    assert.match((await listed())[0]?.body ?? '', /^--b[\s\S]*Bernard\r\n$/);
    await refuse(lead, { emailClient: 'x', comment: 'très long '.repeat(1_800) });
    assert.equal((await listed())[0]?.body.length, 16 * 1024);
  });

  it('nothing is kept of a test, of other refusals and of what is no body', async () => {
    const before = (await listed()).length;
    await refuse(`${lead}?test=1`, { emailClient: 'x' });
    await refuse(lead, '');
    await refuse(lead, { emailClient: 'x' }, { status: 401, query: 'password=wrong' });
    await refuse('/fr/etablissement/999/commercial/create', {}, { status: 404 });
    assert.equal((await listed()).length, before);
  });

  it('the same counts once, also while more are not kept', async () => {
    const same = { emailClient: 'claire', lastNameClient: 'Garnier' };
    await refuse(lead, same);
    const { password } = await newPassword(service, 'browser');
    const query = `password=${password}`;
    const at = `'2026-03-04T08:00:00.000Z'`;
    await execute(
      service.database,
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
      insert into refused_creations
        (caller_id, establishment_id, kind, reason, browser, first_at, last_at, times, content_hash, keys, body)
      select 1, 3, 'commercial', '', 1, ${at}, ${at}, 1, cast(i as text), '', '' from n`,
    );
    await refuse(lead, { emailClient: 'of a stranger' }, { query });
    await refuse(lead, same, { query });
    const found = await listed();
    assert.equal(found.filter(({ body }) => body.includes('of a stranger')).length, 0);
    assert.equal(found.find(({ body }) => body.includes('Garnier'))?.times, 2);
    // Elsewhere, the next day and with a full password there is room.
    await refuse(lead.replace('3', '5'), { emailClient: 'elsewhere' }, { query });
    await refuse(lead, { emailClient: 'full' });
    await execute(
      service.database,
      "update refused_creations set first_at = '2026-03-03T08:00:00.000Z' where body = ''",
    );
    await refuse(lead, { emailClient: 'tomorrow' }, { query });
    assert.match((await listed()).map(({ body }) => body).join(), /tomorrow[\s\S]*full[\s\S]*elsewhere/);
    await execute(service.database, "delete from refused_creations where body = ''");
  });

  it('the same sent many times at once counts each', async () => {
    const same = { emailClient: 'odette', lastNameClient: 'Marchand' };
    await Promise.all(Array.from({ length: 4 }, () => refuse(lead, same)));
    assert.equal((await listed()).find(({ body }) => body.includes('Marchand'))?.times, 4);
  });

  it('who directs the residence sees it, and says what became of it', async () => {
    const reader = await signIn(service, [{ role: 'reader', establishmentId: null }]);
    assert.equal(await today(reader), null);
    const own = await listed(direction);
    assert.deepEqual(new Set(own.map(({ establishmentId }) => establishmentId)), new Set([3]));
    assert.equal(await today(direction), own.length);
    const [first] = own;
    const path = `/desk/refused-creations/${first?.id}`;
    await ok(direction.put(path, { state: 'set-aside' }));
    assert.equal(await today(direction), own.length - 1);
    await ok(direction.put(path, { state: 'open' }));
    assert.deepEqual(await listed(direction), own);
    const elsewhere = (await listed()).find(({ establishmentId }) => establishmentId === null);
    const others = `/desk/refused-creations/${elsewhere?.id}`;
    assert.equal((await direction.put(others, { state: 'handled' })).statusCode, 404);
    const { data } = await ok<{ data: { refused: number }[] }>(everywhere.get('/desk/callers'));
    assert.equal(data[0]?.refused, (await listed()).length);
  });

  it('a person is found in it, and it goes with the person, not by a rule', async () => {
    const officer = await openOfficer(service);
    await refuse(lead, { tel: '+33 6 39 98 55 66', naissance: 'x', emailClient: 'x', nom: 'Marchand' });
    await refuse(lead, { mail: 'Lucie.Marchand@example.org', emailClient: 'x' });
    await refuse(lead, { tel: '06\u00a039\u00a098\u00a055\u00a066', emailClient: 'y' });
    await refuse(lead, { note: 'Merci :\nlucie.marchand@example.org. Bien à vous', emailClient: 'x' });
    const found = await findPerson(officer, { phone: '06 39 98 55 66' });
    assert.deepEqual(
      found.map(({ place, name }) => [place, name]),
      [
        ['refused', 'site'],
        ['refused', 'site'],
      ],
    );
    const person = { phoneClient: '0639985566', emailClient: 'lucie.marchand@example.org' };
    await ok(service.post(`${lead}?${service.query}`, person));
    const before = (await listed()).length;
    await erase(officer, await newestEntry(service.database));
    const left = await bodies();
    assert.equal(left.length, before - 4);
    assert.doesNotMatch(left.join(), /55.66|Lucie/i);
  });

  it('it is deleted 30 days after it last came', async () => {
    const at = (days: number) => new Date(service.clock.now.getTime() + days * dayMs);
    const last = { emailClient: 'the last one' };
    service.clock.now = at(4);
    await refuse(lead, last);
    await expireRefusedCreations(service.database, at(27), new AbortController().signal);
    assert.deepEqual(await bodies(), [JSON.stringify(last)]);
  });
});
