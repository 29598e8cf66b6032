import type { Command } from 'commander';
import { addPassword, checkedOrigin, endPassword, findCaller } from '../desk/integrations/callers.ts';
import { parseId, parseLabel, parserOf } from './arguments.ts';
import { argument, choice, commandsOf, flag, option, repeatable, shownOnce } from './command.ts';
import { CommandError, type Context } from './context.ts';

const scopes = ['full', 'browser'] as const;

/** `accueil password add|revoke`. */
export function passwordCommands(program: Command, context: Context): void {
  const command = commandsOf(context, program.command('password').description('passwords of callers'));
  command(
    'add',
    'give a caller another password',
    {
      caller: argument('<caller>', 'its name or id'),
      scope: choice(
        '--scope <scope>',
        'full: every route; browser: only creation routes, may be used in a page',
        { of: scopes, byDefault: 'full' },
      ),
      origin: repeatable(
        '--origin <url>',
        'origin of pages that may use a browser password: https://example.org; repeatable',
        parserOf(checkedOrigin),
        'anywhere',
      ),
      label: option('--label <text>', 'what it is for, at most 100 characters', parseLabel),
      receipts: flag(
        '--receipts',
        'people get a receipt by e-mail of what comes with it, where a template is on',
      ),
    },
    async ({ database, run }, { caller, scope, origin, label = null, receipts = false }) => {
      const { id } = await findCaller(database.read, caller);
      const origins = [...origin];
      const added = await run(addPassword.operation, { id, scope, origins, label, receipts });
      const lines = [
        `Password ${added.id} of ${caller}, scope ${scope}: ${added.password}`,
        ...(scope === 'browser' ? [`  Origins: ${origins.join(' ') || 'any'}`] : []),
        ...(receipts ? ['  People get a receipt of what comes with it.'] : []),
        shownOnce,
      ];
      return { json: added, lines };
    },
    ({ scope, origin }) => {
      if (scope === 'full' && origin.length > 0)
        throw new CommandError('--origin is for passwords of scope browser: add --scope browser');
    },
  );
  command(
    'revoke',
    'revoke a password: it is refused from the next request on',
    { id: argument('<id>', 'its id, as « caller list » shows it', parseId) },
    async ({ run }, { id }) => {
      await run(endPassword.operation, { id });
      return { json: { id }, lines: [`Password ${id} is revoked.`] };
    },
  );
}
