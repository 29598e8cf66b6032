import type { Command } from 'commander';
import { findLogin } from '../access/logins.ts';
import { type Grant, type Role, roles, rolesEverywhere } from '../access/roles.ts';
import { listUsers } from '../access/users.ts';
import { parseConfig } from '../config.ts';
import { largestEstablishmentId } from '../contract/fields.ts';
import { notFound } from '../contract/request-error.ts';
import { changeUser, endUserTotp, inviteAgain, inviteUser } from '../desk/users/users.ts';
import type { Database } from '../store/database.ts';
import { argument, choice, commandsOf, flag, option, repeatable, shownOnce, table } from './command.ts';
import { CommandError, type Context } from './context.ts';

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

/** `accueil user add|list|revoke|rescue`. */
export function userCommands(program: Command, context: Context): void {
  const command = commandsOf(context, program.command('user').description('users of the desk'));
  const email = argument('<email>');
  command(
    'add',
    'add a user, who chooses a password by a link that is shown once',
    {
      email: argument('<email>', 'the address to sign in with', parseEmail),
      role: choice('--role <role>', 'what the user may do', { of: roles }),
      residence: repeatable('--residence <id>', 'at this residence only; may be repeated', parseResidence),
      everywhere: flag('--everywhere', 'at every residence, those to come included'),
      name: option('--name <name>', 'the name that others see; the address without it'),
    },
    async ({ run }, { email, role, residence, everywhere, name = email }) => {
      if (everywhere && residence.length > 0)
        throw new CommandError('Expected --everywhere or --residence, not both');
      // What is forgotten must not open every residence.
      if (!everywhere && residence.length === 0 && !rolesEverywhere.has(role))
        throw new CommandError(
          `Expected --residence <id>, or --everywhere for the role ${role} at every residence`,
        );
      const places = residence.length === 0 ? [null] : residence;
      const grants = places.map((establishmentId): Grant => ({ role, establishmentId }));
      const added = await run(inviteUser.operation, { email, name, grants, ...handedOver(context) });
      const { id } = added;
      const link = linkOf(added.invitation);
      const json = { user: { id, email, grants }, ...link };
      return {
        json,
        lines: [`User ${id}: ${email}, ${grants.map(grantText).join(', ')}`, ...invitationLines(link)],
      };
    },
  ).addHelpText('after', `\nRoles:\n${roleLines.join('\n')}`);
  command('list', 'list users and their roles', {}, async ({ database }) => {
    const users = await listUsers(database.read);
    const rows = users.map(({ id, email, name, grants, state, totp }) => [
      ...[id, email, name, grants.map(grantText).join(', ')],
      ...[state, totp ? 'password and code' : 'password'],
    ]);
    return table(users, ['ID', 'EMAIL', 'NAME', 'ROLES', 'STATE', 'SIGNS IN BY'], rows);
  });
  command(
    'revoke',
    'disable a user: all sessions end, and nobody signs in',
    { email },
    async ({ database, run }, { email }) => {
      await run(changeUser.operation, { id: await userId(database, email), disabled: true });
      return { json: { revoked: email }, lines: [`${email} can't sign in any more`] };
    },
  );
  command(
    'rescue',
    'let a user who is locked out in again: two-step sign-in ends, and a link to choose a password is shown once',
    { email },
    async ({ database, run }, { email }) => {
      const id = await userId(database, email);
      const link = linkOf(await run(inviteAgain.operation, { id, ...handedOver(context) }));
      await run(endUserTotp.operation, { id });
      return { json: link, lines: invitationLines(link) };
    },
  );
}

function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new CommandError(`Expected an e-mail address, not ${text}`);
  return text;
}

function parseResidence(text: string): number {
  if (!/^[1-9]\d*$/.test(text) || Number(text) > largestEstablishmentId)
    throw new CommandError(`--residence: expected the id of a residence, not ${text}`);
  return Number(text);
}

const grantText = ({ role, establishmentId }: Grant) =>
  `${role} ${establishmentId === null ? 'everywhere' : `at ${establishmentId}`}`;

async function userId({ read }: Database, email: string): Promise<number> {
  const found = await findLogin(read, email);
  if (found === undefined) throw notFound('user', email);
  return found.id;
}

const handedOver = ({ env }: Context) => ({ publicUrl: parseConfig(env).publicUrl, mailed: false });

function linkOf({ url, until }: { url: string; until: string }) {
  return { invitation: url, until };
}

function invitationLines({ invitation, until }: ReturnType<typeof linkOf>): string[] {
  return [`  To choose a password, until ${until.slice(0, 10)}: ${invitation}`, shownOnce];
}
