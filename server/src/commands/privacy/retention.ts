import { parisDay } from '../../clock.ts';
import { clockNote, isNear } from '../../clock-check.ts';
import { eraseDue } from '../../privacy/retention/erase-due.ts';
import { previewRetention } from '../../privacy/retention/preview.ts';
import { runRetention } from '../../privacy/retention/run.ts';
import { readRules } from '../../privacy/retention/settings.ts';
import { type AddCommand, type Answer, flag, table } from '../command.ts';
import { CommandError, type Context } from '../context.ts';
import { messageOf } from '../failure.ts';
import type { Installation } from '../installation.ts';
import { completeLedger } from './complete-ledger.ts';

/** `accueil privacy retention`. */
export function retentionCommand(command: AddCommand, context: Context): void {
  command(
    'retention',
    'apply the retention rules now, as the service does each night',
    { dryRun: flag('--dry-run', 'only say what each rule would do') },
    (installation, { dryRun }) => (dryRun ? preview(installation) : run(context, installation)),
  ).addHelpText(
    'after',
    '\nData that was there before its rule is touched only once the rule is confirmed in the back office.',
  );
}

async function preview({ database }: Installation): Promise<Answer> {
  const now = database.clock();
  const found = new Map((await previewRetention(database.background, now)).map((one) => [one.name, one]));
  const settings = await readRules(database.read, parisDay(now));
  const rules = settings.map(({ rule: { name }, days, next, runs }) => ({
    ...found.get(name),
    ...{ name, days, next, runs },
  }));
  const rows = rules.map(({ name, days, runs, due, next30Days }) => [
    ...[name, days, runs ? 'yes' : 'not confirmed', due, next30Days],
  ]);
  return table({ rules, dryRun: true }, ['RULE', 'DAYS', 'RUNS', 'DUE', 'WITHIN 30 DAYS'], rows);
}

async function run(context: Context, installation: Installation): Promise<Answer> {
  const { database } = installation;
  const now = database.clock();
  const note = await clockNote(database.read);
  if (note !== undefined && (note.doubt !== undefined || !isNear(note.seen, now)))
    throw new CommandError(
      `The clock says ${now.toISOString()}, which is far from when a service last ran: if it is right, run « accueil confirm-clock » first`,
    );
  const failed: { readonly rule: string; readonly id: number }[] = [];
  const fail = (rule: string, id: number, error: unknown) => {
    failed.push({ rule, id });
    context.notice(`${rule} ${id}: ${messageOf(error)}`);
  };
  const stopping = new AbortController();
  void context.stopped.then(() => stopping.abort());
  const finished = await runRetention(
    { database, clock: database.clock, onFailure: ({ rule, id, error }) => fail(rule, id, error) },
    stopping.signal,
    { again: true },
  );
  const { erased, takenBack } = await eraseDue({
    database,
    now,
    stopping: stopping.signal,
    onFailure: ({ id, error }) => fail('erasure', id, error),
  });
  await completeLedger(context, installation);
  if (finished === undefined || stopping.signal.aborted)
    throw new CommandError('Stopped: the next run goes on with the rest');
  const { startedAt, finishedAt, counts } = finished;
  const done = new Map(Object.entries(counts));
  const names = new Set([...done.keys(), ...Object.keys(erased)]);
  const rows = [...names].map((name) => [name, done.get(name), erased[name]]);
  const { json, lines } = table(
    { startedAt, finishedAt, counts, erased, takenBack, failed, dryRun: false },
    ['RULE', 'HIDDEN OR DONE', 'ERASED'],
    rows,
  );
  return {
    json,
    lines: rows.length === 0 ? ['Nothing was due'] : lines,
    failure: failed.length === 0 ? undefined : `${failed.length} could not be dealt with`,
  };
}
