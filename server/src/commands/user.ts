import { type Command, Option } from 'commander';
import { findLogin } from '../access/logins.ts';
import { type Grant, type Role, roles } from '../access/roles.ts';
import { listUsers } from '../access/users.ts';
import { parseConfig } from '../config.ts';
import { RequestError } from '../contract/request-error.ts';
import { changeOtherUser, endOtherTotp, inviteAgain, inviteNewUser } from '../desk/users/operations.ts';
import { CommandError, type Context } from './context.ts';
import type { Installation } from './installation.ts';
import { type JsonOption, printResult, tableLines } from './output.ts';
import { runOperation } from './run-operation.ts';
import { withInstallation } from './with-installation.ts';

interface AddOptions extends JsonOption {
  readonly role: Role;
  readonly residence: readonly number[];
  readonly name?: string;
}

/** What each role is for. docs/desk.md has the table of rights. */
const roleHelp: Readonly<Record<Role, string>> = {
  administrator: 'everything, everywhere',
  direction: 'leads, complaints, applications and details of residences',
  commercial: 'leads, contact forms and opinions of residences',
  'call-centre': 'recognises families everywhere, creates leads, hands entries over, reads none',
  marketing: 'conversions and statistics',
  reader: 'reads leads, complaints and statistics of residences',
  privacy: 'rights of persons, retention, audit trail',
};
const roleLines = roles.map((role) => `  ${role.padEnd(15)}${roleHelp[role]}`);

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
    .addHelpText('after', `\nRoles:\n${roleLines.join('\n')}`)
    .action((email: string, options: AddOptions) => add(context, email, options));
  user
    .command('list')
    .description('list users and their roles')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => list(context, options));
  user
    .command('invite')
    .description('make another link for a user to choose a password, shown once')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action((email: string, options: JsonOption) => invite(context, email, options));
  user
    .command('disable')
    .description('end all sessions of a user and block further sign-ins')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action((email: string, options: JsonOption) => disable(context, email, options));
  user
    .command('totp-off')
    .description('let a user who has lost the authenticator app sign in by the password alone')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action((email: string, options: JsonOption) => totpOff(context, email, options));
}

function collectIds(given: string, before: readonly number[]): number[] {
  if (!/^\d{1,9}$/.test(given))
    throw new CommandError(`--residence: expected the id of a residence, not ${given}`);
  return [...before, Number(given)];
}

async function add(context: Context, email: string, options: AddOptions): Promise<void> {
  const { role, residence, name = email } = options;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandError(`Expected an e-mail address, not ${email}`);
  const grants: Grant[] =
    residence.length === 0
      ? [{ role, establishmentId: null }]
      : residence.map((establishmentId) => ({ role, establishmentId }));
  const { id, invitation } = await withInstallation(context, (installation) =>
    runOperation(installation, inviteNewUser, { email, name, grants, mailFrom: null }),
  );
  const link = linkOf(context, invitation);
  printResult(context, options, { user: { id, email, grants }, ...link }, [
    `User ${id}: ${email}`,
    ...invitationLines(link),
  ]);
}

async function invite(context: Context, email: string, options: JsonOption): Promise<void> {
  const invitation = await withUser(context, email, (installation, id) =>
    runOperation(installation, inviteAgain, { id, mailFrom: null }),
  );
  const link = linkOf(context, invitation);
  printResult(context, options, link, invitationLines(link));
}

async function disable(context: Context, email: string, options: JsonOption): Promise<void> {
  await withUser(context, email, (installation, id) =>
    runOperation(installation, changeOtherUser, { id, change: { disabled: true } }),
  );
  printResult(context, options, { disabled: email }, [`${email} can't sign in any more`]);
}

async function totpOff(context: Context, email: string, options: JsonOption): Promise<void> {
  await withUser(context, email, (installation, id) => runOperation(installation, endOtherTotp, { id }));
  printResult(context, options, { totpOff: email }, [`${email} signs in by the password alone`]);
}

async function list(context: Context, options: JsonOption): Promise<void> {
  const users = await withInstallation(context, ({ database }) => listUsers(database.read));
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
  const header = ['ID', 'EMAIL', 'NAME', 'ROLES', 'STATE', 'SIGNS IN BY'];
  printResult(context, options, users, tableLines(header, rows));
}

/** Runs work on the user with this address. */
function withUser<T>(
  context: Context,
  email: string,
  work: (installation: Installation, id: number) => Promise<T>,
): Promise<T> {
  return withInstallation(context, async (installation) => {
    const found = await findLogin(installation.database.read, email);
    if (found === undefined) throw new RequestError('NOTFOUND', `There is no user ${email}`);
    return work(installation, found.id);
  });
}

function linkOf({ env }: Context, { token, until }: { token: string; until: string }) {
  return { invitation: `${parseConfig(env).publicUrl}/#/invitation/${token}`, until };
}

function invitationLines({ invitation, until }: ReturnType<typeof linkOf>): string[] {
  return [
    `  To choose a password, until ${until.slice(0, 10)}: ${invitation}`,
    '  Shown this once: only a hash is kept.',
  ];
}
