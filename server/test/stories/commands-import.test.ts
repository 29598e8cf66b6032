import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { answerOf, direct, type Env, inProcess, refusal } from '../fixtures/command-line.ts';
import { signIn } from '../fixtures/desk.ts';
import { rows } from '../fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

interface Report {
  readonly stored: boolean;
  readonly added: string[];
  readonly changed: string[];
  readonly removed: string[];
  readonly unchanged: number;
  readonly problems: { number: number; field: string; message: string }[];
}

onSqlite('import', (engine) => {
  let service: TestService;
  let env: Env;
  let folder: string;
  beforeEach(async () => {
    service = await startService(engine);
    const { database, dataDir } = service.config;
    env = database.engine === 'postgres' ? { DATABASE_URL: database.url } : { DATA_DIR: dataDir };
    folder = mkdtempSync(join(tmpdir(), 'accueil-import-'));
  });
  afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  function file(name: string, content: string): string {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  }
  /** Imports something, and waits until the service knows that something has changed. */
  const imported = (args: readonly string[]) =>
    untilNotified(service.database, 'residences', () => answerOf<Report>(args, env));
  const show = async (id: number) =>
    (await service.get(`/fr/etablissement/show/${id}?${service.query}`)).json();
  const group = async (slug: string) => service.get(`/fr/etablissements/${slug}?${service.query}`);

  it('adds and changes residences and their groups, which the running service sees at once', async () => {
    const before = await show(3);
    const csv = [
      'id;group;groupeName;groupeDetail;name;siret;cp;city;iban;phone;about',
      '1;group_a;;;Les Tilleuls;;06600;;;;',
      '12;nord;Groupe Nord;Opale;Les Dunes;000 000 000 00018;62600;Berck;fr76 3000 6000 0112 3456 7890 189;;"Deux',
      'lignes; et plus"',
      '13;nord;;;Les Oyats;;;Calais;;;',
    ].join('\r\n');
    const report = await answerOf<Report>(
      ['import', 'residences', file('r.csv', `\ufeff${csv}`)],
      env,
      inProcess,
    );
    assert.deepEqual(report.added, ['group nord', '12 Les Dunes', '13 Les Oyats']);
    assert.match(report.changed.join(), /^1 Les Tilleuls: .*\bcp\b/);
    assert.deepEqual([report.stored, report.removed, report.problems], [true, [], []]);

    const { groupement_id: groupId, ...added } = await show(12);
    assert.deepEqual(
      [added.groupeName, added.groupeDetail, added.name, added.siret, added.iban, added.about, added.phone],
      [
        'Groupe Nord',
        'Opale',
        'Les Dunes',
        '00000000000018',
        'FR7630006000011234567890189',
        'Deux\nlignes; et plus',
        '',
      ],
    );
    const members = (await group('nord')).json().etablissements;
    assert.deepEqual(
      members.map((one: { id: number; groupement_id: number }) => [one.id, one.groupement_id]),
      [
        [12, groupId],
        [13, groupId],
      ],
    );
    const changed = await show(1);
    assert.deepEqual([changed.cp, changed.city], ['06600', ''], 'an empty cell empties');
    assert.equal(typeof changed.slug, 'string');
    assert.notEqual(changed.slug, '', 'a column that is not there changes nothing');
    assert.deepEqual(await show(3), before, 'nor does a row that is not there');

    const again = await answerOf<Report>(['import', 'residences', join(folder, 'r.csv')], env);
    assert.deepEqual(again, {
      stored: true,
      added: [],
      changed: [],
      removed: [],
      unchanged: 3,
      problems: [],
    });
  });

  it('reports every bad line with its number and field, and stores nothing', async () => {
    const csv = [
      'id,group,name,siret,cp,iban,bic,colour,groupeName',
      '20,group_a,Bonne,,,,,,Groupe A',
      '21,group_a,,123,6600,FR00,XX,rouge,',
      '20,group_z,Double,,,,,,',
      'x,group_a,Sans numéro,,,,,,Groupe B',
      '22,Group A,Mauvais groupe,,,,,,',
      '23,group_a',
    ].join('\n');
    const path = file('bad.csv', csv);
    const { code, stdout, stderr } = await direct(['import', 'residences', path, '--json'], env);
    assert.equal(code, 1);
    const { stored, problems } = JSON.parse(stdout) as Report;
    assert.equal(stored, false);
    assert.deepEqual(
      problems.map(({ number, field }) => `${number} ${field}`),
      [
        ...['2 colour', '3 name', '3 siret', '3 bic', '3 iban', '3 cp'],
        ...['4 group', '4 id', '5 groupeName', '5 id', '6 group', '7 '],
      ],
    );
    assert.match(stderr, /nothing is stored, because of\n {2}line 2, colour: no such column/);
    assert.match(stderr, /line 3, cp: expected a postal code of 5 digits .*, not 6600/);
    assert.equal((await service.get(`/fr/etablissement/show/20?${service.query}`)).statusCode, 404);
    await refusal(['import', 'residences', path], env, /line 5, id: expected an integer/);
    await refusal(['import', 'residences', path, '--dry-run'], env, /line 5, id: expected an integer/);
  });

  it('prints with --dry-run what it would do, and does nothing', async () => {
    const path = file(
      'r.json',
      JSON.stringify([
        { id: 1, name: 'Les Ormes' },
        { id: 12, group: 'senior', name: 'Villa' },
      ]),
    );
    const { code, stdout } = await direct(['import', 'residences', path, '--dry-run', '--replace'], env);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^would be added: 12 Villa\nwould be changed: 1 Les Ormes: name\nwould be removed: 3 /,
    );
    assert.match(stdout, /\nwould be removed: group group_c\n/);
    assert.match(stdout, /\n1 would be added, 1 changed, 10 removed, 0 unchanged\.\n$/);
    const report = await answerOf<Report>(['import', 'residences', path, '--dry-run'], env);
    assert.deepEqual([report.stored, report.added, report.removed], [false, ['12 Villa'], []]);
    assert.equal((await show(1)).name, 'Les Tilleuls');
    assert.equal((await service.get(`/fr/etablissement/show/12?${service.query}`)).statusCode, 404);
  });

  it('with --replace removes what the file does not name, but no residence that has entries', async () => {
    const path = file('all.json', JSON.stringify([{ id: 3, group: 'nouveau', groupeName: 'Nouveau' }]));
    await ok(service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {}));
    // What « accueil check » sends.
    await ok(
      service.post(`/fr/etablissement/8/commercial/create?${service.query}&test=1`, {
        lastNameClient: 'Essai',
        commercialactions: [{}],
      }),
    );
    await refusal(
      ['import', 'residences', path, '--replace'],
      env,
      /5 La Roseraie .*can't be removed: it has entries .*import without --replace.*delete the data folder/,
    );
    assert.equal((await group('group_c')).statusCode, 200);

    const both = file(
      'both.json',
      JSON.stringify([{ id: 3, group: 'nouveau', groupeName: 'Nouveau' }, { id: 5 }]),
    );
    const staff = file('staff.csv', 'establishment;name;job\n8;Anne;IDE\n3;Paul;ASH');
    const offers = file('offers.csv', 'id;establishment;title\n70;8;IDE');
    await answerOf(['import', 'staff', staff], env);
    await answerOf(['import', 'announcements', offers], env);
    const texts = {
      use: 'free',
      about: null,
      name: 'Visite',
      subject: 'Visite',
      text: 'Bonjour',
      active: true,
    };
    const desk = await signIn(service);
    for (const establishmentId of [3, 8])
      await ok(desk.post('/desk/templates', { establishmentId, ...texts }));
    const { removed } = await imported(['import', 'residences', both, '--replace']);
    assert.deepEqual(
      removed.filter((name) => name.startsWith('group')),
      ['group group_a', 'group group_c', 'group senior'],
    );
    assert.equal(removed.length, 7 + 3);
    const listed = (await service.get(`/fr/jobs?${service.query}`)).json();
    assert.deepEqual(
      listed.etablissements.map(({ id }: { id: number }) => id),
      [3, 5],
    );
    assert.equal(listed.totalAnnouncements, 0);
    assert.equal((await group('group_a')).statusCode, 404);
    assert.equal((await group('nouveau')).statusCode, 200);
    const left = 'select establishment_id as id from templates where establishment_id is not null';
    assert.deepEqual(await rows(service.database, left), [{ id: 3 }]);
  });

  it('adds and changes staff by id, or by residence, name and job', async () => {
    const counts = async () => {
      const { personnel, medecins } = (await group('group_b')).json();
      return [personnel.nb, medecins.nb];
    };
    const first = [
      'establishment;name;job;medical;doctor;active',
      '5;Anne Roux;IDE;oui;non;',
      '5;Luc Petit;Médecin coordonnateur;;vrai;1',
      '6;Zoé Blanc;Cuisinière;0;0;TRUE',
      '6;Max Noir;AES;1;;faux',
    ].join('\n');
    const report = await imported(['import', 'staff', file('s.csv', first)]);
    assert.deepEqual(report.added, [
      'Anne Roux, IDE (5)',
      'Luc Petit, Médecin coordonnateur (5)',
      'Zoé Blanc, Cuisinière (6)',
      'Max Noir, AES (6)',
    ]);
    assert.deepEqual(await counts(), [2, 1]);

    const change = file(
      't.csv',
      'id;establishment;name;job;active\n;6;Max Noir;AES;oui\n1;6;Anne Roux-Petit;IDE;non',
    );
    const second = await imported(['import', 'staff', change]);
    assert.deepEqual(second.changed, [
      'Max Noir, AES (6): active',
      'Anne Roux-Petit, IDE (6): establishment, name, active',
    ]);
    assert.deepEqual(await counts(), [2, 1]);

    const bad = file(
      'u.csv',
      'id;establishment;name;job;medical;doctor\n99;5;A;B;;\n;2;A;B;;\n;5;;B;;\n;5;G;B;0;1\n;5;C;D;peut-être;\n;5;E;F;;\n;5;E;F;;',
    );
    const refused = JSON.parse((await direct(['import', 'staff', bad, '--json'], env)).stdout) as Report;
    assert.deepEqual(
      refused.problems.map(({ number, field }) => `${number} ${field}`),
      ['2 id', '3 establishment', '4 name', '5 medical', '6 medical', '8 name'],
    );

    const rest = file('v.csv', 'establishment;name;job\n5;Luc Petit;Médecin coordonnateur');
    const replaced = await imported(['import', 'staff', rest, '--replace']);
    assert.deepEqual([replaced.removed.length, replaced.unchanged], [3, 1]);
    assert.deepEqual(await counts(), [1, 1]);
  });

  it('adds and changes job offers by id', async () => {
    const total = async () =>
      (await service.get(`/fr/jobs/senior?${service.query}`)).json().totalAnnouncements;
    const offers = file('o.csv', 'id,establishment,title,open\n70,9,IDE,\n71,10,ASH,oui\n72,10,AES,non');
    const report = await imported(['import', 'announcements', offers]);
    assert.deepEqual(report.added, ['70 IDE', '71 ASH', '72 AES']);
    assert.equal(await total(), 2);
    const closed = file(
      'p.json',
      '[{"id":70,"open":false},{"id":72,"title":"AES de nuit","establishment":9}]',
    );
    const second = await imported(['import', 'announcements', closed]);
    assert.deepEqual(second.changed, ['70 IDE: open', '72 AES de nuit: establishment, title']);
    assert.equal(await total(), 1);
    await refusal(
      [
        'import',
        'announcements',
        file('q.csv', 'id;establishment;title\n0;9;a\n73;2;b\n74;9;\n70;9;c\n70;9;d'),
      ],
      env,
      /line 2, id: .*\n.*line 3, establishment: .*\n.*line 4, title: .*\n.*line 6, id: the job offer 70 stands/,
    );
    const replaced = await imported(['import', 'announcements', file('r.csv', 'id\n71'), '--replace']);
    assert.deepEqual(replaced.removed, ['70 IDE', '72 AES de nuit']);
    assert.equal(await total(), 1);
  });

  it('says in a sentence that a file can not be read', async () => {
    await refusal(['import', 'staff', join(folder, 'none.csv')], env, /ENOENT.*none\.csv/);
    await refusal(['import', 'staff', file('x.json', '[{]')], env, /x\.json: Not JSON/);
  });
});
