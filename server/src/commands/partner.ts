import type { Command } from 'commander';
import { listPartners } from '../access/partners.ts';
import { registerPartner } from '../desk/integrations/operations.ts';
import type { Context } from './context.ts';
import { type JsonOption, printResult, tableLines } from './output.ts';
import { runOperation } from './run-operation.ts';
import { withInstallation } from './with-installation.ts';

/** `accueil partner add|list`. */
export function partnerCommands(program: Command, context: Context): void {
  const partner = program.command('partner').description('placement partners of the orientation exchange');
  partner
    .command('add')
    .description('add a partner, with a first token')
    .argument('<slug>', 'its name in the path /appli/SLUG/…')
    .option('--json', 'print JSON')
    .action((slug: string, options: JsonOption) => add(context, slug, options));
  partner
    .command('list')
    .description('list partners and their tokens, none of them readable')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => list(context, options));
}

async function add(context: Context, slug: string, options: JsonOption): Promise<void> {
  const { id, tokenId, token } = await withInstallation(context, (installation) =>
    runOperation(installation, registerPartner, { slug }),
  );
  printResult(context, options, { partner: { id, slug }, tokenId, token }, [
    `Partner ${id}: ${slug}`,
    `  Token ${tokenId}: ${token}`,
    '  Shown this once: only a hash is kept.',
  ]);
}

async function list(context: Context, options: JsonOption): Promise<void> {
  const partners = await withInstallation(context, ({ database }) => listPartners(database.read));
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
  const header = ['ID', 'SLUG', 'TOKEN', 'UNTIL', 'ADDED', 'REVOKED'];
  printResult(context, options, partners, tableLines(header, rows));
}
