import type { Command } from 'commander';
import { type Config, ConfigError, parseConfig } from '../config.ts';
import { clearTextWarning } from '../http/public-url.ts';
import { CommandError, type Context } from './context.ts';
import { checkDatabase } from './doctor/database.ts';
import { bad, type Finding, ok, warn } from './doctor/finding.ts';
import { checkFolder } from './doctor/folder.ts';
import { checkKey } from './doctor/key.ts';
import { checkOldDatabases } from './doctor/leftovers.ts';
import { checkSender } from './doctor/sender.ts';
import { checkSms } from './doctor/sms.ts';
import type { JsonOption } from './output.ts';
import { withCommit } from './release.ts';

/** `accueil doctor`. */
export function doctorCommand(program: Command, context: Context): void {
  program
    .command('doctor')
    .description('check the installation and say what is wrong; exit 1 if anything is')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nIt changes nothing, and may run while the service does.')
    .action((options: JsonOption) => run(context, options));
}

async function run(context: Context, { json }: JsonOption): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of examine(context)) {
    findings.push(finding);
    // Printed at once, because the next check may take long.
    if (!json) context.print(`${finding.state.padEnd(4)}  ${finding.check}: ${finding.message}`);
  }
  const wrong = findings.filter(({ state }) => state === 'bad').length;
  if (json) context.print(JSON.stringify({ ok: wrong === 0, findings }));
  if (wrong > 0) throw new CommandError(`${wrong} of ${findings.length} checks failed`);
}

async function* examine(context: Context): AsyncGenerator<Finding> {
  yield ok('version', `accueil ${withCommit(context.version)}, Node ${process.versions.node}`);
  let config: Config;
  try {
    config = parseConfig(context.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield bad('settings', error.message);
    return;
  }
  yield ok('settings', 'every one is understood');
  const inClear = clearTextWarning(config);
  yield inClear === undefined ? ok('address', config.publicUrl) : warn('address', inClear);
  if (config.database.engine === 'sqlite') yield* checkFolder(config.dataDir);
  yield* checkOldDatabases(config, new Date());
  yield checkKey(config);
  yield* checkDatabase(context, config);
  if (config.mail !== undefined) yield* checkSender(config.mail);
  yield checkSms(config);
}
