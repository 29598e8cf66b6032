import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createDatabase, startPostgres } from '../server/test/fixtures/postgres.ts';
import type { Plan } from './main.ts';
import { load, password, service, startServer } from './processes.ts';
import { leadBody } from './requests.ts';
import { median, row } from './turns.ts';

const run = promisify(execFile);
const secretKey = 'a-secret-key-for-measuring-of-32-and-more';
const customId = 'bench-00000000-0000000000';
const { commercialrelations, commercialactions, comment, ...fields } = leadBody(customId, '06 39 98 12 34');

/** What one entry of the load is, as single-row statements. `:n` is a number that pgbench or the driver puts in. */
const statements = [
  `insert into entries (id, kind, establishment_id, caller_id, custom_id, type, sejour_type, status, flagged, test,
    contact_date, received_at, comment, gclid, fields)
   values (:n, 'commercial', 3, 1, '${customId}' || :n, 'commercial.type.website', 'commercial.sejourType.permanent', 'new', 0, 0,
    '2026-03-04', now(), '${comment}', 'Cj0KCQiA-demo', '${JSON.stringify(fields)}')`,
  `insert into receipts (sender, key, content_hash, entry_id, expires_at)
   values ('c1', 'customId' || chr(58) || '${customId}' || :n, '${'x'.repeat(43)}', :n, now() + interval '30 days')`,
  ...['261911234', '639981234', '639985678'].map(
    (key) => `insert into entry_phones (key, entry_id) values ('${key}', :n)`,
  ),
  `insert into relations (entry_id, position, fields) values (:n, 0, '${JSON.stringify(commercialrelations[0])}')`,
  `insert into actions (entry_id, position, date, comment, done)
   values (:n, 0, '2026-03-04', '${commercialactions[0]?.comment}', 1)`,
  `insert into contact_counts (year, establishment_id, total, has_action) values (2026, 3, 1, 1)
   on conflict (year, establishment_id) do update set total = contact_counts.total + 1, has_action = contact_counts.has_action + 1`,
];

/** Creations over HTTP, against one transaction of single-row statements for each entry, sent by PostgreSQL's own load tool. */
export async function measurePostgres({ folder, rounds, seconds, print }: Plan): Promise<void> {
  const postgres = await startPostgres(tmpdir());
  try {
    const url = await createDatabase(postgres.url);
    const accueil = await startServer(service, {
      env: { DATABASE_URL: url, SECRET_KEY: secretKey, FIRST_PASSWORD: password, DATA_DIR: folder },
    });
    const rival = hasPgbench() ? pgbench(url, folder) : driver(url);
    try {
      const best = await bestConnections(rival, seconds);
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await load(accueil.port, 'commercial', { seconds }));
        theirs.push(await rival.run(best, seconds));
      }
      print(
        row(
          'create commercial on PostgreSQL, over HTTP',
          median(ours),
          median(theirs),
          `${rival.name}, ${best} connections,`,
        ),
      );
    } finally {
      await accueil.stop();
    }
  } finally {
    await postgres.stop();
  }
}

interface Rival {
  readonly name: string;
  /** Transactions a second. */
  run(connections: number, seconds: number): Promise<number>;
}

async function bestConnections(rival: Rival, seconds: number): Promise<number> {
  let best = { connections: 1, perSecond: 0 };
  for (const connections of [2, 4, 8, 16, 32]) {
    const perSecond = await rival.run(connections, seconds);
    if (perSecond > best.perSecond) best = { connections, perSecond };
  }
  return best.connections;
}

function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

function pgbench(url: string, folder: string): Rival {
  const script = join(folder, 'lead.sql');
  const draw = '\\set n random(1000000000, 9000000000000000)';
  writeFileSync(
    script,
    [
      draw,
      'begin;',
      ...statements.map((text) => `${text.replaceAll('\n', ' ').replaceAll(':n', 'cast(:n as bigint)')};`),
      'commit;',
      '',
    ].join('\n'),
  );
  return {
    name: 'pgbench',
    async run(connections, seconds) {
      const options = [
        '-n',
        '-M',
        'prepared',
        '-f',
        script,
        '-c',
        String(connections),
        '-j',
        '2',
        '-T',
        String(seconds),
      ];
      const { stdout } = await run('pgbench', [...options, url]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    },
  };
}

/** Where pgbench is missing: the bare driver with prepared statements. */
function driver(url: string): Rival {
  const prepared = statements.map((text, i) => ({
    name: `bench${i}`,
    text: text.replaceAll(':n', '$1::bigint'),
  }));
  return {
    name: 'bare pg driver',
    async run(connections, seconds) {
      const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
      await Promise.all(clients.map((client) => client.connect()));
      const end = performance.now() + seconds * 1000;
      let done = 0;
      await Promise.all(
        clients.map(async (client) => {
          while (performance.now() < end) {
            const values = [1e9 + Math.floor(Math.random() * 8e15)];
            await client.query('begin');
            for (const { name, text } of prepared) await client.query({ name, text, values });
            await client.query('commit');
            done++;
          }
        }),
      );
      await Promise.all(clients.map((client) => client.end()));
      return done / seconds;
    },
  };
}
