import type { Command } from 'commander';
import { addToken, findPartner, revokeToken } from '../access/partners.ts';
import { parisDay } from '../clock.ts';
import { parseDay, parseId } from './arguments.ts';
import { recordByCommand } from './audit-by-command.ts';
import type { Context } from './context.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions {
  readonly until?: string;
  readonly json?: true;
}

/** `accueil token add|revoke`. */
export function tokenCommands(program: Command, context: Context): void {
  const token = program.command('token').description('tokens of placement partners');
  token
    .command('add')
    .description('give a partner another token')
    .argument('<slug>', 'the partner')
    .option('--until <date>', 'its last valid day in Europe/Paris, YYYY-MM-DD (default: no end)', parseDay)
    .option('--json', 'print JSON')
    .action((slug: string, options: AddOptions) => add(context, slug, options));
  token
    .command('revoke')
    .description('revoke a token: it is refused from the next request on')
    .argument('<id>', 'its id, as « partner list » shows it', parseId)
    .option('--json', 'print JSON')
    .action((id: number, options: { json?: true }) => revoke(context, id, options));
}

async function add(context: Context, slug: string, { until: given, json }: AddOptions): Promise<void> {
  const now = new Date();
  const until = given ?? null;
  const added = await withInstallation(context, ({ database, secrets }) =>
    database.transaction(async (tx) => {
      const { id: partnerId } = await findPartner(tx, slug);
      const made = await addToken(tx, { secrets, now }, { partner: slug, until });
      await recordByCommand(tx, now, {
        action: 'added',
        subject: 'token',
        subjectId: made.id,
        detail: { partnerId, until },
      });
      return made;
    }),
  );
  if (until !== null && until < parisDay(now)) context.notice('This token has already ended.');
  if (json) {
    context.print(JSON.stringify(added));
    return;
  }
  context.print(`Token ${added.id} of ${slug}: ${added.token}`);
  context.print(`  Good until: ${until ?? 'no end'}`);
  context.print('  Shown this once: only a hash is kept.');
}

async function revoke(context: Context, id: number, { json }: { json?: true }): Promise<void> {
  const now = new Date();
  await withInstallation(context, ({ database }) =>
    database.transaction(async (tx) => {
      await revokeToken(tx, id, now);
      await recordByCommand(tx, now, { action: 'removed', subject: 'token', subjectId: id });
    }),
  );
  context.print(json ? JSON.stringify({ id }) : `Token ${id} is revoked.`);
}
