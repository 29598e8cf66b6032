import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signIn } from '../../../test/fixtures/desk.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('imports at the desk', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const staff =
    'establishment;name;job;doctor\n3;Zoé Perrin;IDE;non\n3;Aline Roux;Médecin coordonnateur;oui\n';

  it('a dry run of an import stores nothing, then it is stored at once', async () => {
    const desk = await signIn(service);
    const asked = { content: staff, dryRun: true };
    const dry = await desk.post('/desk/imports/staff', asked);
    assert.equal(dry.statusCode, 200, dry.body);
    assert.equal(dry.json().stored, false);
    assert.equal(dry.json().added.length, 2);
    const members = async () => (await desk.get('/desk/establishments/3/staff')).json().data;
    const before = await members();
    assert.ok(!before.some(({ name }: { name: string }) => name === 'Zoé Perrin'));

    const wet = await desk.post('/desk/imports/staff', { content: staff });
    assert.equal(wet.json().stored, true);
    assert.equal((await members()).length, before.length + 2);
    const again = await desk.post('/desk/imports/staff', { content: staff });
    assert.deepEqual([again.json().added, again.json().unchanged], [[], 2]);

    const { data } = (await desk.get('/desk/audit?action=imported')).json();
    assert.equal(data.length, 2);
    assert.equal(data[1].subject, 'staff');
    assert.equal(data[1].author, desk.email);
    assert.deepEqual(data[1].detail, { added: 2, changed: 0, removed: 0, replace: false });
  });

  it('an import shows every bad line, and stores nothing when there is one', async () => {
    const desk = await signIn(service);
    const content =
      'id;group;name;siret;cp;phone\n40;group_a;Les Saules;12345678901234;49000;2,6191E+08\n41;group_a;Les Ormes;;4900;\n42;group_a;Les Pins;;49000;02 61 91 00 03';
    const { stored, unit, problems } = (await desk.post('/desk/imports/residences', { content })).json();
    assert.equal(stored, false);
    assert.equal(unit, 'line');
    assert.deepEqual(
      problems.map(({ number, field }: { number: number; field: string }) => [number, field]),
      [
        [2, 'siret'],
        [2, 'phone'],
        [3, 'cp'],
      ],
    );
    assertFailure(await desk.get('/desk/establishments/42'), 404, 'NOTFOUND');
  });

  it('an import of too much is refused, and its problems are counted', async () => {
    const desk = await signIn(service);
    const sent = (content: string) => desk.post('/desk/imports/staff', { content });
    const says = (what: string) => new RegExp(`^content: The file has more than ${what}`);
    assertFailure(await sent(`${'a;'.repeat(100)}a\n`), 400, 'INVALID', says('100 columns'));
    assertFailure(await sent(`name\n${'a\n'.repeat(2_001)}`), 400, 'INVALID', says('2000 rows'));
    const { problems, problemCount } = (
      await sent(`establishment;name;job\n${'3;a\n'.repeat(2_000)}`)
    ).json();
    assert.deepEqual([problems.length, problemCount], [200, 2_000]);
    const strange = Array.from({ length: 2_000 }, (_, i) => ({ [`a${i}`]: 1, [`b${i}`]: 1 }));
    assert.equal((await sent(JSON.stringify(strange))).json().problems.length, 200);
    const long = await sent(JSON.stringify([{ ['a'.repeat(500_000)]: 1 }]));
    assert.ok(long.json().problems.length > 0 && long.body.length < 10_000);
    const two = await Promise.all([sent(staff), sent(staff)]);
    assert.deepEqual(two.map(({ statusCode }) => statusCode).toSorted(), [200, 429]);
    assert.equal((await sent(staff)).statusCode, 200);
  });

  it('an import of no file, or of an unknown kind, is refused', async () => {
    const desk = await signIn(service);
    const bad = await desk.post('/desk/imports/staff', { content: '{"not":"an array"}' });
    assertFailure(bad, 400, 'INVALID', /^content: /);
    assertFailure(await desk.post('/desk/imports/users', { content: staff }), 400, 'INVALID');
    const { columns } = (await desk.get('/desk/imports/announcements')).json();
    assert.ok(columns.includes('title'));
  });

  it('an import takes a file of a thousand lines', async () => {
    const desk = await signIn(service);
    const lines = Array.from({ length: 1_000 }, (_, i) => `7;Employé ${i} ${'x'.repeat(300)};ASH`);
    const content = ['establishment;name;job', ...lines].join('\n');
    assert.ok(content.length > 256 * 1024);
    const answer = await desk.post('/desk/imports/staff', { content, dryRun: true });
    assert.equal(answer.json().added.length, 1_000, answer.body.slice(0, 500));
  });

  it('the desk shows what the main API answers, at once after a change', async () => {
    const desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const change = { phone: '02 61 91 00 03', iban: 'FR76 3000 6000 0112 3456 7890 189' };
    assert.equal((await desk.patch('/desk/establishments/3', change)).statusCode, 200);
    const { withPassword, withoutPassword } = (await desk.get('/desk/establishments/3/public')).json();
    const answered = await service.get(`/fr/etablissement/show/3?${service.query}`);
    assert.deepEqual(withPassword, answered.json());
    assert.equal(withPassword.phone, '02 61 91 00 03');
    assert.equal(withPassword.iban, 'FR7630006000011234567890189');
    assert.equal(withoutPassword.iban, '');
    const reader = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    const shown = (await reader.get('/desk/establishments/3/public')).json();
    assert.deepEqual(Object.keys(shown), ['withoutPassword'], 'nothing confidential');
  });
});
