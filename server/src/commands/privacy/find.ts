import type { Command } from 'commander';
import { recordActivity } from '../../access/audit.ts';
import { findActivity } from '../../privacy/find/activity.ts';
import { Criteria, soughtBy } from '../../privacy/find/criteria.ts';
import { searchFrom } from '../../privacy/find/deep.ts';
import { findByIndex } from '../../privacy/find/quick.ts';
import { mergeTraces, type Trace } from '../../privacy/find/trace.ts';
import { strictValidator } from '../../validation/strict-validator.ts';
import type { Context } from '../context.ts';
import type { Installation } from '../installation.ts';
import { type JsonOption, printResult, tableLines } from '../output.ts';
import { withProgress } from '../progress.ts';
import { runOperation } from '../run-operation.ts';
import { withInstallation } from '../with-installation.ts';

interface Options extends Criteria, JsonOption {
  readonly deep?: true;
}

interface Found {
  readonly traces: readonly Trace[];
  readonly truncated: boolean;
}

/** A text that very many entries have must not fill the memory. */
const maxTraces = 10_000;
const validCriteria = strictValidator(Criteria);

/** `accueil privacy find`. */
export function findCommand(privacy: Command, context: Context): void {
  privacy
    .command('find')
    .description('find what is stored about a person: everything that matches one of the criteria')
    .option('--phone <number>', 'a phone number in any form')
    .option('--email <address>', 'an e-mail address')
    .option('--last-name <name>', 'last name, or married name')
    .option('--first-name <name>', 'first name')
    .option('--birth-date <day>', 'birth date, together with a name')
    .option('--custom-id <id>', 'the customId of any caller')
    .option('--partner-number <number>', 'a partner’s number, or ours')
    .option('--text <text>', 'any text; only with --deep')
    .option('--deep', 'search every text, which takes a while')
    .option('--json', 'print JSON')
    .action((options: Options) => find(context, options));
}

async function find(context: Context, { deep, json, ...options }: Options): Promise<void> {
  const criteria = validCriteria(options) as Criteria;
  const found = await withInstallation(context, (installation) =>
    deep ? findDeep(context, installation, criteria) : findQuick(installation, criteria),
  );
  const rows = found.traces.map(({ place, id, name, strength, reasons, persons, where, files }) => [
    place,
    String(id),
    name ?? '',
    strength,
    reasons.join(', '),
    persons.map(nameOf).join(', '),
    [...where, ...files].join(', '),
  ]);
  const header = ['PLACE', 'ID', 'NAME', 'MATCH', 'BECAUSE OF', 'WHO MATCHES', 'IN'];
  printResult(context, { ...(json && { json }) }, found, [
    ...tableLines(header, rows),
    ...(found.truncated ? ['There are more.'] : []),
  ]);
}

/** « Claire Durand (related person 1) » */
function nameOf({ person, name }: Trace['persons'][number]): string {
  const who =
    person === 'entry' ? 'own' : typeof person === 'number' ? `related person ${person + 1}` : person;
  return name === null ? who : `${name} (${who})`;
}

async function findQuick(installation: Installation, criteria: Criteria): Promise<Found> {
  const found = await findByIndex(installation.database.background, soughtBy(criteria), new Date());
  const act = findActivity(criteria, { deep: false, count: found.traces.length });
  await runOperation(installation, recordActivity, { act });
  return found;
}

/** Searches by the indexes, then everywhere. */
async function findDeep(context: Context, installation: Installation, criteria: Criteria): Promise<Found> {
  const { database, secrets } = installation;
  const quick = await findQuick(installation, criteria);
  await runOperation(installation, recordActivity, { act: findActivity(criteria, { deep: true }) });
  const sought = soughtBy(criteria);
  let traces: readonly Trace[] = quick.traces;
  let cursor: string | null | undefined;
  let share = 0;
  const progress = () => `searched ${Math.floor(share * 100)} %, found ${traces.length}`;
  await withProgress(context, progress, async () => {
    while (cursor !== null && traces.length < maxTraces) {
      const now = new Date();
      const part = await searchFrom(cursor, sought, {
        database,
        secrets,
        now,
        monotonicClock: () => performance.now(),
      });
      if (part.traces.length > 0) traces = mergeTraces([...traces, ...part.traces]);
      cursor = part.cursor;
      share = part.total === 0 ? 1 : part.scanned / part.total;
    }
  });
  const act = findActivity(criteria, { deep: true, count: traces.length });
  await runOperation(installation, recordActivity, { act });
  return { traces, truncated: quick.truncated || cursor !== null };
}
