import type { Command } from 'commander';
import { addPartner, readPartners } from '../desk/integrations/partners.ts';
import { argument, commandsOf, dayOf, shownOnce, sinceDay, table } from './command.ts';
import type { Context } from './context.ts';

/** `accueil partner add|list`. */
export function partnerCommands(program: Command, context: Context): void {
  const partner = program.command('partner').description('placement partners of the orientation exchange');
  const command = commandsOf(context, partner);
  command(
    'add',
    'add a partner, with a first token',
    { slug: argument('<slug>', 'its name in the path /appli/SLUG/…') },
    async ({ run }, { slug }) => {
      const { id, tokenId, token } = await run(addPartner.operation, { slug });
      const lines = [`Partner ${id}: ${slug}`, `  Token ${tokenId}: ${token}`, shownOnce];
      return { json: { partner: { id, slug }, tokenId, token }, lines };
    },
  );
  command('list', 'list partners and their tokens, none of them readable', {}, async ({ database }) => {
    const partners = await readPartners(database.read);
    const rows = partners.flatMap(({ id, slug, tokens }) => {
      if (tokens.length === 0) return [[id, slug, '-']];
      return tokens.map((token) => [
        ...[id, slug, token.id, token.until ?? 'no end'],
        ...[dayOf(token.createdAt), sinceDay(token.revokedAt)],
      ]);
    });
    return table(partners, ['ID', 'SLUG', 'TOKEN', 'UNTIL', 'ADDED', 'REVOKED'], rows);
  });
}
