import { type Command, Option } from 'commander';
import { type Grant, type Role, roles } from '../access/roles.ts';
import { endTotp } from '../access/totp.ts';
import { addUser, changeUser, emailKey, findLogin, invite, listUsers } from '../access/users.ts';
import { parseConfig } from '../config.ts';
import { RequestError } from '../contract/request-error.ts';
import type { Database } from '../store/database.ts';
import { recordByCommand } from './audit-by-command.ts';
import { CommandError, type Context } from './context.ts';
import { tableLines } from './table.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions {
  readonly role: Role;
  readonly residence: readonly number[];
  readonly name?: string;
  readonly json?: true;
}

/** `accueil user add|list|invite|disable|totp-off`. */
export function userCommands(program: Command, context: Context): void {
  const user = program.command('user').description('users of the desk');
  user
    .command('add')
    .description('add a user, who chooses a password by a link that is shown once')
    .argument('<email>', 'the address to sign in with')
    .addOption(new Option('--role <role>', 'what the user may do').choices(roles).makeOptionMandatory())
    .option('--residence <id>', 'at this residence only; may be repeated', collectIds, [])
    .option('--name <name>', 'the name that others see; the address without it')
    .option('--json', 'print JSON')
    .action((email: string, options: AddOptions) => add(context, email, options));
  user
    .command('list')
    .description('list users and their roles')
    .option('--json', 'print JSON')
    .action((options: { json?: true }) => list(context, options));
  user
    .command('invite')
    .description('make another link for a user to choose a password, shown once')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action((email: string, options: { json?: true }) => inviteAgain(context, email, options));
  user
    .command('disable')
    .description('end all sessions of a user and block further sign-ins')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action((email: string, options: { json?: true }) => disable(context, email, options));
  user
    .command('totp-off')
    .description('let a user who has lost the authenticator app sign in by the password alone')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action((email: string, options: { json?: true }) => totpOff(context, email, options));
}

function collectIds(given: string, before: readonly number[]): number[] {
  if (!/^\d{1,9}$/.test(given))
    throw new CommandError(`--residence: expected the id of a residence, not ${given}`);
  return [...before, Number(given)];
}

async function add(context: Context, email: string, options: AddOptions): Promise<void> {
  const { role, residence, name = email, json } = options;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandError(`Expected an e-mail address, not ${email}`);
  const grants: Grant[] =
    residence.length === 0
      ? [{ role, establishmentId: null }]
      : residence.map((establishmentId) => ({ role, establishmentId }));
  const { publicUrl } = parseConfig(context.env);
  const added = await withInstallation(context, ({ database, secrets }) => {
    const administration = { secrets, now: new Date() };
    return database.transaction(async (tx) => {
      const id = await addUser(tx, administration, { email, name, passwordHash: null, grants });
      const invited = await invite(tx, administration, id);
      await recordByCommand(tx, administration.now, {
        action: 'added',
        subject: 'user',
        subjectId: id,
        detail: { email: emailKey(email), grants },
      });
      return { user: { id, email, grants }, ...invitation(publicUrl, invited) };
    });
  });
  if (json) {
    context.print(JSON.stringify(added));
    return;
  }
  context.print(`User ${added.user.id}: ${email}`);
  showInvitation(context, added);
}

async function inviteAgain(context: Context, email: string, { json }: { json?: true }): Promise<void> {
  const { publicUrl } = parseConfig(context.env);
  const invited = await withInstallation(context, async ({ database, secrets }) => {
    const id = await idOf(database, email);
    const now = new Date();
    return database.transaction(async (tx) => {
      const link = invitation(publicUrl, await invite(tx, { secrets, now }, id));
      await recordByCommand(tx, now, {
        action: 'changed',
        subject: 'user',
        subjectId: id,
        detail: { changed: ['invitation'] },
      });
      return link;
    });
  });
  if (json) context.print(JSON.stringify(invited));
  else showInvitation(context, invited);
}

async function disable(context: Context, email: string, { json }: { json?: true }): Promise<void> {
  await withInstallation(context, async ({ database, secrets }) => {
    const id = await idOf(database, email);
    const now = new Date();
    await database.transaction(async (tx) => {
      await changeUser(tx, { secrets, now }, id, { disabled: true });
      await recordByCommand(tx, now, {
        action: 'changed',
        subject: 'user',
        subjectId: id,
        detail: { changed: ['disabled'], disabled: true },
      });
    });
  });
  context.print(json ? JSON.stringify({ disabled: email }) : `${email} can't sign in any more`);
}

async function totpOff(context: Context, email: string, { json }: { json?: true }): Promise<void> {
  await withInstallation(context, async ({ database }) => {
    const id = await idOf(database, email);
    await database.transaction(async (tx) => {
      if (await endTotp(tx, id))
        await recordByCommand(tx, new Date(), {
          action: 'changed',
          subject: 'user',
          subjectId: id,
          detail: { changed: ['totp'] },
        });
    });
  });
  context.print(json ? JSON.stringify({ totpOff: email }) : `${email} signs in by the password alone`);
}

async function list(context: Context, { json }: { json?: true }): Promise<void> {
  const users = await withInstallation(context, ({ database }) => listUsers(database.read));
  if (json) {
    context.print(JSON.stringify(users));
    return;
  }
  const rows = users.map(({ id, email, name, grants, state, totp }) => [
    String(id),
    email,
    name,
    grants
      .map(({ role, establishmentId }) => (establishmentId === null ? role : `${role} at ${establishmentId}`))
      .join(', '),
    state,
    totp ? 'password and code' : 'password',
  ]);
  for (const line of tableLines(['ID', 'EMAIL', 'NAME', 'ROLES', 'STATE', 'SIGNS IN BY'], rows))
    context.print(line);
}

async function idOf({ read }: Pick<Database, 'read'>, email: string): Promise<number> {
  const found = await findLogin(read, email);
  if (found === undefined) throw new RequestError('NOTFOUND', `There is no user ${email}`);
  return found.id;
}

function invitation(publicUrl: string, { token, until }: { token: string; until: string }) {
  return { invitation: `${publicUrl}/#/invitation/${token}`, until };
}

function showInvitation(
  context: Context,
  { invitation: link, until }: { invitation: string; until: string },
) {
  context.print(`  To choose a password, until ${until.slice(0, 10)}: ${link}`);
  context.print('  Shown this once: only a hash is kept.');
}
