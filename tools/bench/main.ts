import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { newFolder, say } from '../harness/command.ts';
import { measureCreations, measureFsyncs } from './creations.ts';
import { measureLife } from './life.ts';
import { measureLookups } from './lookups.ts';
import type { Plan } from './plan.ts';
import { measureStart } from './start.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    entries: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'creations,fsync,lookups,start' },
    life: { type: 'boolean', default: false },
    phases: { type: 'string', default: 'abcde' },
    postgres: { type: 'boolean', default: false },
  },
});

if (values.help === true) {
  say(`npm run bench -- [options]
  --rounds N    rounds of each measurement, interleaved; medians are printed (3; of --life 1)
  --seconds N   length of each round (3; of --life 60)
  --entries N   entries in the database that look-ups are measured on (1000000)
  --only LIST   some of creations,fsync,lookups,start
  --life        200 creations, 500 look-ups and 20 health checks a second in an open loop, beside a bare server:
                latencies among --entries entries (a) of these alone, (b) with lists, pages and acts of staff,
                (c) and a backup, an export of everything and the deletions, (d) while another process holds
                the write lock, (e) while each fsync takes 50 ms longer
  --phases LIST some of these letters (abcde)
  --postgres    --life on PostgreSQL instead of SQLite`);
  process.exit(0);
}

const plan: Plan = {
  folder: newFolder(),
  rounds: Number(values.rounds ?? (values.life ? 1 : 3)),
  seconds: Number(values.seconds ?? (values.life ? 60 : 3)),
  entries: Number(values.entries),
  engine: values.postgres ? 'postgres' : 'sqlite',
  phases: values.phases,
  print: say,
};

const measurements: Readonly<Record<string, (plan: Plan) => Promise<void>>> = {
  creations: measureCreations,
  fsync: measureFsyncs,
  lookups: measureLookups,
  start: measureStart,
  life: measureLife,
};

say(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const name of values.life ? ['life'] : values.only.split(',')) await measurements[name]?.(plan);
process.exit(0);
