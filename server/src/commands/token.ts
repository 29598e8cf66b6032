import type { Command } from 'commander';
import { addToken, endToken, findPartner } from '../desk/integrations/partners.ts';
import { parseDay, parseId, parseLabel } from './arguments.ts';
import { argument, commandsOf, option, shownOnce } from './command.ts';
import type { Context } from './context.ts';

/** `accueil token add|revoke`. */
export function tokenCommands(program: Command, context: Context): void {
  const command = commandsOf(context, program.command('token').description('tokens of placement partners'));
  command(
    'add',
    'give a partner another token',
    {
      slug: argument('<slug>', 'the partner'),
      until: option(
        '--until <date>',
        'its last valid day in Europe/Paris, YYYY-MM-DD (default: no end)',
        parseDay,
      ),
      label: option('--label <text>', 'what it is for, at most 100 characters', parseLabel),
    },
    async ({ database, run }, { slug, until = null, label = null }) => {
      const { id } = await findPartner(database.read, slug);
      const added = await run(addToken.operation, { id, until, label });
      const lines = [`Token ${added.id} of ${slug}: ${added.token}`, `  Good until: ${until ?? 'no end'}`];
      return { json: added, lines: [...lines, shownOnce] };
    },
  );
  command(
    'revoke',
    'revoke a token: it is refused from the next request on',
    { id: argument('<id>', 'its id, as « partner list » shows it', parseId) },
    async ({ run }, { id }) => {
      await run(endToken.operation, { id });
      return { json: { id }, lines: [`Token ${id} is revoked.`] };
    },
  );
}
