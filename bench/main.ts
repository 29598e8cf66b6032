import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCreations, measureFsyncs } from './creations.ts';
import { measureDesk } from './desk.ts';
import { measureLookups, measureScale } from './lookups.ts';
import type { Plan } from './plan.ts';
import { measurePostgres } from './postgres.ts';
import { measureStart } from './start.ts';
import { measureWebhooks } from './webhooks.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    entries: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'creations,fsync,lookups,start,postgres' },
    scale: { type: 'boolean', default: false },
    webhooks: { type: 'boolean', default: false },
    desk: { type: 'boolean', default: false },
  },
});

if (values.help === true) {
  process.stdout.write(`npm run bench -- [options]
  --rounds N    rounds of each measurement, interleaved; medians are printed (3)
  --seconds N   length of each round (3)
  --entries N   entries in the database that look-ups are measured on (1000000)
  --only LIST   some of creations,fsync,lookups,start,postgres
  --scale       the same look-ups at 10,000 and at --entries entries
  --desk        what staff wait for at --entries entries: lists, and pages in a browser
  --webhooks    the delivery of events: its rate, its delay, and what an endpoint that hangs costs the others
`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'accueil-bench-'));
const plan: Plan = {
  folder,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  entries: Number(values.entries),
  print: (line: string) => process.stdout.write(`${line}\n`),
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
  else if (values.webhooks) await measureWebhooks(plan);
  else for (const name of values.only.split(',')) await measurements[name]?.(plan);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
