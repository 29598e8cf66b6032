import type { Command } from 'commander';
import { addPartner, listPartners } from '../access/partners.ts';
import { recordByCommand } from './audit-by-command.ts';
import type { Context } from './context.ts';
import { tableLines } from './table.ts';
import { withInstallation } from './with-installation.ts';

/** `accueil partner add|list`. */
export function partnerCommands(program: Command, context: Context): void {
  const partner = program.command('partner').description('placement partners of the orientation exchange');
  partner
    .command('add')
    .description('add a partner, with a first token')
    .argument('<slug>', 'its name in the path /appli/SLUG/…')
    .option('--json', 'print JSON')
    .action((slug: string, options: { json?: true }) => add(context, slug, options));
  partner
    .command('list')
    .description('list partners and their tokens, none of them readable')
    .option('--json', 'print JSON')
    .action((options: { json?: true }) => list(context, options));
}

async function add(context: Context, slug: string, { json }: { json?: true }): Promise<void> {
  const now = new Date();
  const added = await withInstallation(context, ({ database, secrets }) =>
    database.transaction(async (tx) => {
      const made = await addPartner(tx, { secrets, now }, { slug });
      await recordByCommand(tx, now, {
        action: 'added',
        subject: 'partner',
        subjectId: made.partner.id,
        detail: { slug },
      });
      return made;
    }),
  );
  if (json) {
    context.print(JSON.stringify(added));
    return;
  }
  context.print(`Partner ${added.partner.id}: ${slug}`);
  context.print(`  Token ${added.tokenId}: ${added.token}`);
  context.print('  Shown this once: only a hash is kept.');
}

async function list(context: Context, { json }: { json?: true }): Promise<void> {
  const partners = await withInstallation(context, ({ database }) => listPartners(database.read));
  if (json) {
    context.print(JSON.stringify(partners));
    return;
  }
  const rows = partners.flatMap(({ id, slug, tokens }) => {
    const shown = [String(id), String(slug)];
    if (tokens.length === 0) return [[...shown, '-', '', '', '']];
    return tokens.map((token) => [
      ...shown,
      String(token.id),
      token.until ?? 'no end',
      String(token.createdAt).slice(0, 10),
      token.revokedAt === null ? '' : `since ${String(token.revokedAt).slice(0, 10)}`,
    ]);
  });
  for (const line of tableLines(['ID', 'SLUG', 'TOKEN', 'UNTIL', 'ADDED', 'REVOKED'], rows))
    context.print(line);
}
