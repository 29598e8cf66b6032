import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { answerOf, direct, type Env, refusal } from '../fixtures/command-line.ts';
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
  async function start() {
    service = await startService(engine);
    env = { DATA_DIR: service.config.dataDir };
    folder = mkdtempSync(join(tmpdir(), 'accueil-import-'));
  }
  async function stop() {
    await service.close();
    rmSync(folder, { recursive: true });
  }

  function file(name: string, content: string | readonly string[]): string {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : content.join('\n'));
    return join(folder, name);
  }
  /** Imports something, and waits until the service knows that something has changed. */
  const imported = (...args: readonly string[]) =>
    untilNotified(service.database, 'residences', () => answerOf<Report>(['import', ...args], env));
  const get = async (path: string) => (await service.get(`/fr/${path}?${service.query}`)).json();
  const show = (id: number) => get(`etablissement/show/${id}`);
  const statusOf = async (path: string) => (await service.get(`/fr/${path}?${service.query}`)).statusCode;

  describe('beside a running service', () => {
    before(start);
    after(stop);

    it('imported residences are answered at once; what the file lacks stays', async () => {
      const before = await show(3);
      const path = file('r.csv', [
        'id;group;groupeName;groupeDetail;name;siret;cp;city;iban;phone;about',
        '1;group_a;;;Les Tilleuls;;06600;;;;',
        '12;nord;Groupe Nord;Opale;Les Dunes;000 000 000 00018;62600;Berck;fr76 3000 6000 0112 3456 7890 189;;"Deux',
        'lignes; et plus"',
        '13;nord;;;Les Oyats;;;Calais;;;',
      ]);
      const report = await imported('residences', path);
      assert.deepEqual(report.added, ['group nord', '12 Les Dunes', '13 Les Oyats']);
      assert.match(report.changed.join(), /^1 Les Tilleuls: .*\bcp\b/);
      assert.deepEqual([report.stored, report.removed, report.problems], [true, [], []]);

      const { groupement_id: groupId, ...added } = await show(12);
      const expected = {
        ...{ groupeName: 'Groupe Nord', groupeDetail: 'Opale', name: 'Les Dunes', siret: '00000000000018' },
        ...{ iban: 'FR7630006000011234567890189', about: 'Deux\nlignes; et plus', phone: '' },
      };
      assert.deepEqual({ ...added, ...expected }, added);
      const { etablissements } = await get('etablissements/nord');
      assert.deepEqual(
        etablissements.map((one: { id: number; groupement_id: number }) => [one.id, one.groupement_id]),
        [12, 13].map((id) => [id, groupId]),
      );
      const changed = await show(1);
      assert.deepEqual([changed.cp, changed.city], ['06600', ''], 'an empty cell empties');
      assert.match(changed.slug, /./, 'a column that is not there changes nothing');
      assert.deepEqual(await show(3), before, 'nor does a row that is not there');

      const again = await answerOf<Report>(['import', 'residences', path], env);
      const nothing = { stored: true, added: [], changed: [], removed: [], problems: [] };
      assert.deepEqual(again, { ...nothing, unchanged: 3 });
    });

    it('every bad line is reported by number and field, and nothing is stored', async () => {
      const bad: Readonly<Record<string, readonly [lines: readonly string[], problems: string]>> = {
        residences: [
          [
            'id,group,name,siret,cp,iban,bic,colour,groupeName',
            '20,group_a,Bonne,,,,,,Groupe A',
            '21,group_a,,123,6600,FR00,XX,rouge,',
            '20,group_z,Double,,,,,,',
            'x,group_a,Sans numéro,,,,,,Groupe B',
            '22,Group A,Mauvais groupe,,,,,,',
            '23,group_a',
          ],
          '2 colour,3 name,3 siret,3 bic,3 iban,3 cp,4 group,4 id,5 groupeName,5 id,6 group,7 ',
        ],
        staff: [
          [
            'id;establishment;name;job;medical;doctor',
            ...[
              '99;5;A;B;;',
              ';2;A;B;;',
              ';5;;B;;',
              ';5;G;B;0;1',
              ';5;C;D;peut-être;',
              ';5;E;F;;',
              ';5;E;F;;',
            ],
          ],
          '2 id,3 establishment,4 name,5 medical,6 medical,8 name',
        ],
        announcements: [
          ['id;establishment;title', '0;9;a', '73;2;b', '74;9;', '70;9;c', '70;9;d'],
          '2 id,3 establishment,4 title,6 id',
        ],
      };
      for (const [kind, [lines, expected]] of Object.entries(bad)) {
        const path = file(`${kind}.csv`, lines);
        const { code, stdout, stderr } = await direct(['import', kind, path, '--json'], env);
        assert.equal(code, 1);
        const { stored, problems }: Report = JSON.parse(stdout);
        assert.equal(stored, false);
        assert.equal(problems.map(({ number, field }) => `${number} ${field}`).join(), expected);
        assert.match(stderr, /nothing is stored, because of\n {2}line 2, /);
        for (const more of [[], ['--dry-run']])
          await refusal(['import', kind, path, ...more], env, /nothing is stored, because of\n {2}line 2, /);
      }
      const { stderr } = await direct(['import', 'residences', join(folder, 'residences.csv')], env);
      assert.match(stderr, /line 2, colour: no such column/);
      assert.match(stderr, /line 3, cp: expected a postal code of 5 digits .*, not 6600/);
      assert.equal(await statusOf('etablissement/show/20'), 404);
    });

    it('import --dry-run prints what would be done, and does nothing', async () => {
      const path = file('r.json', '[{"id":1,"name":"Les Ormes"},{"id":14,"group":"senior","name":"Villa"}]');
      const { code, stdout } = await direct(['import', 'residences', path, '--dry-run', '--replace'], env);
      assert.equal(code, 0);
      const first = 'would be added: 14 Villa\nwould be changed: 1 Les Ormes: name\nwould be removed: 3 ';
      assert.equal(stdout.slice(0, first.length), first);
      assert.match(stdout, /\nwould be removed: group group_c\n/);
      assert.match(stdout, /\n1 would be added, 1 changed, \d+ removed, 0 unchanged\.\n$/);
      assert.equal((await show(1)).name, 'Les Tilleuls');
      assert.equal(await statusOf('etablissement/show/14'), 404);
    });

    it('staff are known by id, or by residence, name and job', async () => {
      const counts = async () => {
        const { personnel, medecins } = await get('etablissements/group_b');
        return [personnel.nb, medecins.nb];
      };
      const first = file('s.csv', [
        'establishment;name;job;medical;doctor;active',
        '5;Anne Roux;IDE;oui;non;',
        '5;Luc Petit;Médecin coordonnateur;;vrai;1',
        '6;Zoé Blanc;Cuisinière;0;0;TRUE',
        '6;Max Noir;AES;1;;faux',
      ]);
      const { added } = await imported('staff', first);
      assert.deepEqual(added, [
        ...['Anne Roux, IDE (5)', 'Luc Petit, Médecin coordonnateur (5)'],
        ...['Zoé Blanc, Cuisinière (6)', 'Max Noir, AES (6)'],
      ]);
      assert.deepEqual(await counts(), [2, 1]);
      const second = file('t.csv', [
        'id;establishment;name;job;active',
        ...[';6;Max Noir;AES;oui', '1;6;Anne Roux-Petit;IDE;non'],
      ]);
      assert.deepEqual((await imported('staff', second)).changed, [
        'Max Noir, AES (6): active',
        'Anne Roux-Petit, IDE (6): establishment, name, active',
      ]);
      assert.deepEqual(await counts(), [2, 1]);
      const rest = file('v.csv', 'establishment;name;job\n5;Luc Petit;Médecin coordonnateur');
      const { removed, unchanged } = await imported('staff', rest, '--replace');
      assert.deepEqual([removed.length, unchanged], [3, 1]);
      assert.deepEqual(await counts(), [1, 1]);
    });

    it('job offers are known by id', async () => {
      const total = async () => (await get('jobs/senior')).totalAnnouncements;
      const offers = file('o.csv', 'id,establishment,title,open\n70,9,IDE,\n71,10,ASH,oui\n72,10,AES,non');
      const { added } = await imported('announcements', offers);
      assert.deepEqual(added, ['70 IDE', '71 ASH', '72 AES']);
      assert.equal(await total(), 2);
      const closed = '[{"id":70,"open":false},{"id":72,"title":"AES de nuit","establishment":9}]';
      const { changed } = await imported('announcements', file('p.json', closed));
      assert.deepEqual(changed, ['70 IDE: open', '72 AES de nuit: establishment, title']);
      assert.equal(await total(), 1);
      const { removed } = await imported('announcements', file('r.csv', 'id\n71'), '--replace');
      assert.deepEqual(removed, ['70 IDE', '72 AES de nuit']);
      assert.equal(await total(), 1);
    });
  });

  it('import --replace removes what is not named, but no residence with entries', async (t) => {
    await start();
    t.after(stop);
    const kept = { id: 3, group: 'nouveau', groupeName: 'Nouveau' };
    await ok(service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {}));
    // What « accueil check » sends.
    const essay = { lastNameClient: 'Essai', commercialactions: [{}] };
    await ok(service.post(`/fr/etablissement/8/commercial/create?${service.query}&test=1`, essay));
    await refusal(
      ['import', 'residences', file('all.json', JSON.stringify([kept])), '--replace'],
      env,
      /5 La Roseraie .*can't be removed: it has entries .*import without --replace.*delete the data folder/,
    );
    assert.equal(await statusOf('etablissements/group_c'), 200);

    const both = file('both.json', JSON.stringify([kept, { id: 5 }]));
    await imported('staff', file('staff.csv', 'establishment;name;job\n8;Anne;IDE\n3;Paul;ASH'));
    await imported('announcements', file('offers.csv', 'id;establishment;title\n70;8;IDE'));
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
    const { removed } = await imported('residences', both, '--replace');
    assert.deepEqual(
      removed.filter((name) => name.startsWith('group')),
      ['group group_a', 'group group_c', 'group senior'],
    );
    assert.equal(removed.length, 7 + 3);
    const { etablissements, totalAnnouncements } = await get('jobs');
    assert.deepEqual(
      etablissements.map(({ id }: { id: number }) => id),
      [3, 5],
    );
    assert.equal(totalAnnouncements, 0);
    assert.equal(await statusOf('etablissements/group_a'), 404);
    assert.equal(await statusOf('etablissements/nouveau'), 200);
    const left = 'select establishment_id as id from templates where establishment_id is not null';
    assert.deepEqual(await rows(service.database, left), [{ id: 3 }]);
  });
});
