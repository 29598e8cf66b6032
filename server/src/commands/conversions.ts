import { type Command, Option } from 'commander';
import { recordActivity } from '../access/audit.ts';
import { startOfDay } from '../clock.ts';
import type { Conversion, Withheld } from '../conversions/decide.ts';
import { dueConversions, type ExportOptions } from '../conversions/due.ts';
import { type File, files, linesOf } from '../conversions/files.ts';
import { type Retraction, retractions } from '../conversions/retractions.ts';
import { type ConversionSettings, readSettings } from '../conversions/settings.ts';
import { withheldConversions } from '../conversions/withheld.ts';
import type { Database } from '../store/database.ts';
import { parseDay } from './arguments.ts';
import { CommandError, type Context } from './context.ts';
import { type JsonOption, tableLines } from './output.ts';
import { runOperation } from './run-operation.ts';
import { withInstallation } from './with-installation.ts';

interface Options extends JsonOption {
  readonly since?: string;
  readonly shape?: File;
  readonly withheld?: true;
}

/** `accueil conversions`. */
export function conversionsCommand(program: Command, context: Context): void {
  program
    .command('conversions')
    .description(
      'print offline conversions as the advertising account fetches them, and count them as served',
    )
    .option('--since <day>', 'conversions of this day in Paris and later', parseDay)
    .addOption(
      new Option('--shape <shape>', 'which file (google-ads)').choices([...files]).conflicts('withheld'),
    )
    .option('--withheld', 'print withheld conversions instead, with the reasons')
    .option('--json', 'print JSON')
    .action((options: Options) => print(context, options));
}

async function print(
  context: Context,
  { since, shape = 'google-ads', withheld, json }: Options,
): Promise<void> {
  const asked: ExportOptions = {
    now: new Date(),
    ...(since !== undefined && { since: startOfDay(since).toISOString() }),
  };
  await withInstallation(context, async (installation) => {
    const { database } = installation;
    const settings = await readSettings(database.read);
    if (!settings.on)
      throw new CommandError(
        'Conversions are not exported: an administrator switches that on in the back office',
      );
    if (withheld) {
      const { contentKey } = installation.secrets;
      const all = withheldIn(database, settings, { ...asked, contentKey });
      await (json ? printJson(context, all) : printWithheld(context, all));
      return;
    }
    // Recorded before any output, so that the request is known even if printing fails.
    const detail = { name: `${shape}.${json ? 'json' : 'csv'}` };
    await runOperation(installation, recordActivity, {
      act: { action: 'downloaded', subject: 'conversions', detail },
    });
    if (json) await printJson(context, conversionsOf(shape, database, asked));
    else await printLines(context, linesOf(shape, database, asked));
  });
}

async function printLines(context: Context, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) for (const line of chunk.split('\r\n').slice(0, -1)) context.print(line);
}

async function* conversionsOf(shape: File, database: Database, asked: ExportOptions): AsyncGenerator<object> {
  if (shape === 'adjustments') {
    for await (const undone of retractions(database, asked)) yield* undone.map(presentRetraction);
  } else {
    for await (const due of dueConversions(database, asked)) yield* due.map(presentConversion);
  }
}

function presentConversion({ cents, ...conversion }: Conversion) {
  return {
    ...conversion,
    value: cents === null ? null : cents / 100,
    currency: cents === null ? null : 'EUR',
  };
}

const presentRetraction = (retraction: Retraction) => ({ ...retraction, type: 'RETRACT' });

async function printWithheld(context: Context, withheld: AsyncIterable<Withheld>): Promise<void> {
  const all = await Array.fromAsync(withheld);
  const rows = all.map(({ orderId, entryId, milestone, at, reason }) => [
    orderId,
    String(entryId),
    milestone,
    at.slice(0, 10),
    reason,
  ]);
  for (const line of tableLines(['ORDER ID', 'ENTRY', 'MILESTONE', 'REACHED', 'WITHHELD'], rows))
    context.print(line);
}

async function* withheldIn(
  { read }: Database,
  settings: ConversionSettings,
  asked: ExportOptions & { readonly contentKey: string },
): AsyncGenerator<Withheld> {
  for await (const { withheld } of withheldConversions(read, settings, asked)) yield* withheld;
}

/** Prints a JSON array without holding all its elements in memory. */
async function printJson(context: Context, elements: AsyncIterable<object>): Promise<void> {
  let separator = '[';
  for await (const element of elements) {
    context.print(`${separator}${JSON.stringify(element)}`);
    separator = ',';
  }
  context.print(separator === '[' ? '[]' : ']');
}
