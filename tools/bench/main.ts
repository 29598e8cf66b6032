import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCpu } from './cpu.ts';
import { measureCreations, measureFsyncs } from './creations.ts';
import { measureDesk } from './desk.ts';
import { measureFind } from './find.ts';
import { measureLife } from './life.ts';
import { measureLookups, measureScale } from './lookups.ts';
import type { ComparisonPlan, Plan } from './plan.ts';
import { measurePostgres } from './postgres.ts';
import { here } from './processes.ts';
import { measureStart } from './start.ts';
import { measureWebhooks } from './webhooks.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    entries: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'creations,fsync,lookups,start,postgres' },
    scale: { type: 'boolean', default: false },
    webhooks: { type: 'boolean', default: false },
    desk: { type: 'boolean', default: false },
    find: { type: 'boolean', default: false },
    cpu: { type: 'boolean', default: false },
    life: { type: 'boolean', default: false },
    phases: { type: 'string', default: 'abcde' },
    service: { type: 'string', multiple: true, default: [here] },
    postgres: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
});

if (values.help === true) {
  process.stdout.write(`npm run bench -- [options]
  --rounds N    rounds of each measurement, interleaved; medians are printed (3; of --life 1)
  --seconds N   length of each round (3; of --life and --find 60)
  --entries N   entries in the database that look-ups are measured on (1000000)
  --only LIST   some of creations,fsync,lookups,start,postgres
  --scale       the same look-ups at 10,000 and at --entries entries
  --desk        response times of the desk at --entries entries: lists, and pages in a browser
  --find        searches for a person: by the indexes, and deep beside a load of callers
  --webhooks    the delivery of events: rate, delay, and the cost of a hanging endpoint to the others
  --cpu         processor time per creation, all threads and the main one, against a bare route
  --life        200 creations, 500 look-ups and 20 health checks a second in an open loop, beside a bare server:
                latencies among --entries entries (a) of these alone, (b) with lists, pages and acts of staff,
                (c) and a backup, an export of everything and the deletions, (d) while another process holds
                the write lock, (e) while each fsync takes 50 ms longer
  --phases LIST some of these letters (abcde)
 Options of --cpu, --life, --find and --desk:
  --service DIR a checkout whose service is measured; several are interleaved (this one)
  --postgres    on PostgreSQL instead of SQLite
  --data DIR    where the filled SQLite database of each checkout is kept for later runs
`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'accueil-bench-'));
const plan: ComparisonPlan = {
  folder,
  rounds: Number(values.rounds ?? (values.life ? 1 : 3)),
  seconds: Number(values.seconds ?? (values.life || values.find ? 60 : 3)),
  entries: Number(values.entries),
  print: (line: string) => process.stdout.write(`${line}\n`),
  checkouts: values.service,
  engine: values.postgres ? 'postgres' : 'sqlite',
  phases: values.phases,
  data: values.data,
};

const measurements: Record<string, (plan: Plan) => Promise<void>> = {
  creations: measureCreations,
  fsync: measureFsyncs,
  lookups: measureLookups,
  start: measureStart,
  postgres: measurePostgres,
};

try {
  plan.print(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${new Date().toISOString().slice(0, 10)}`,
  );
  if (values.scale) await measureScale(plan);
  else if (values.desk) await measureDesk(plan);
  else if (values.find) await measureFind(plan);
  else if (values.cpu) await measureCpu(plan);
  else if (values.life) await measureLife(plan);
  else if (values.webhooks) await measureWebhooks(plan);
  else for (const name of values.only.split(',')) await measurements[name]?.(plan);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
