import type { Command } from 'commander';
import { parisDay } from '../../clock.ts';
import { clockNote, isNear } from '../../clock-check.ts';
import { previewRetention } from '../../privacy/retention/preview.ts';
import type { RuleName } from '../../privacy/retention/rules.ts';
import { runRetention } from '../../privacy/retention/run.ts';
import { readRules } from '../../privacy/retention/settings.ts';
import { CommandError, type Context } from '../context.ts';
import type { Installation } from '../installation.ts';
import { type JsonOption, printResult, tableLines } from '../output.ts';
import { withInstallation } from '../with-installation.ts';
import { completeLedger } from './complete-ledger.ts';

interface Options extends JsonOption {
  readonly dryRun?: true;
}

/** `accueil privacy retention`. */
export function retentionCommand(privacy: Command, context: Context): void {
  privacy
    .command('retention')
    .description('apply the retention rules now, as the service does each night')
    .option('--dry-run', 'only say what each rule would do')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nData that was there before its rule is touched only once the rule is confirmed in the back office.',
    )
    .action((options: Options) =>
      withInstallation(context, (installation) =>
        options.dryRun ? preview(context, installation, options) : run(context, installation, options),
      ),
    );
}

async function preview(context: Context, { database }: Installation, options: Options): Promise<void> {
  const now = database.clock();
  const found = await previewRetention(database.background, now);
  const settings = new Map(
    (await readRules(database.read, parisDay(now))).map(({ rule, days, next, runs }) => [
      rule.name,
      { days, next, runs },
    ]),
  );
  const rules = found.map((rule) => ({
    ...rule,
    days: 0,
    next: null,
    runs: false,
    ...settings.get(rule.name),
  }));
  const rows = rules.map(({ name, days, runs, due, next30Days }) => [
    name,
    String(days),
    runs ? 'yes' : 'not confirmed',
    String(due),
    String(next30Days),
  ]);
  const lines = tableLines(['RULE', 'DAYS', 'RUNS', 'DUE', 'WITHIN 30 DAYS'], rows);
  printResult(context, options, { rules, dryRun: true }, lines);
}

async function run(context: Context, installation: Installation, options: Options): Promise<void> {
  const { database } = installation;
  const now = database.clock();
  const note = await clockNote(database.read);
  if (note !== undefined && (note.doubt !== undefined || !isNear(note.seen, now)))
    throw new CommandError(
      `The clock says ${now.toISOString()}, which is far from when a service last ran: if it is right, run « accueil confirm-clock » first`,
    );
  const failed: { readonly rule: RuleName; readonly id: number }[] = [];
  const stopping = new AbortController();
  void context.stopped.then(() => stopping.abort());
  const done = await runRetention(
    {
      database,
      clock: database.clock,
      onFailure: ({ rule, id, error }) => {
        failed.push({ rule, id });
        context.notice(`${rule} ${id}: ${error instanceof Error ? error.message : String(error)}`);
      },
    },
    stopping.signal,
    { again: true },
  );
  await completeLedger(context, installation);
  if (done === undefined) throw new CommandError('Stopped: the next run goes on with the rest');
  const { startedAt, finishedAt, counts } = done;
  const rows = Object.entries(counts).map(([name, count]) => [name, String(count)]);
  const lines = rows.length === 0 ? ['Nothing was due'] : tableLines(['RULE', 'DONE'], rows);
  printResult(context, options, { startedAt, finishedAt, counts, failed, dryRun: false }, lines);
  if (failed.length > 0) throw new CommandError(`${failed.length} could not be dealt with`);
}
