import { type Command, InvalidArgumentError } from 'commander';
import type { Target } from '../../../conformance/src/client.ts';
import { type WireName, wireDefaults } from '../contract/wire-names.ts';
import { checkedOrigin } from '../desk/integrations/callers.ts';
import { parser, parserOf } from './arguments.ts';
import { CommandError, type Context } from './context.ts';

interface Options {
  readonly password?: string;
  readonly browserPassword?: string;
  readonly origin?: string;
  readonly partnerUrl?: URL;
  readonly token?: string;
  readonly group?: readonly string[];
  readonly wire?: Partial<Record<WireName, string>>;
  readonly contractOnly?: true;
  readonly write?: true;
  readonly json?: true;
}

/** `accueil check`. */
export function checkCommand(program: Command, context: Context): void {
  program
    .command('check')
    .description('check whether an installation keeps the promises of the interface; exit 1 if it does not')
    .argument('<base-url>', 'address in front of /fr', parseBase)
    .option('--password <password>', 'a full password (or CHECK_PASSWORD); - reads it from standard input')
    .option('--browser-password <password>', 'a browser password (or CHECK_BROWSER_PASSWORD), with --origin')
    .option('--origin <origin>', 'an origin that the browser password allows', parserOf(checkedOrigin))
    .option('--partner-url <url>', 'address of a partner, .../appli/NAME, with --token', parsePartner)
    .option('--token <token>', 'a token of this partner (or CHECK_TOKEN)')
    .option('--group <name>', 'a group, if the groups differ from the contract; repeatable', append)
    .option('--wire <name=value>', `a different wire name (${wireNames.join(', ')}); repeatable`, addWire)
    .option('--contract-only', 'skip what the contract leaves open')
    .option('--write', 'also create real entries, to check that they are found by phone and counted')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nOther users of this machine can see options in its list of processes: pass secrets in the environment instead.\nIt sends test entries, which are not counted and are deleted after 7 days; without --write nothing else remains.\nExit codes: 0 everything is kept, 1 something is not, 2 the address does not respond.`,
    )
    .action(async (base: URL, options: Options) => {
      const target = targetOf(base, await withSecrets(options, context));
      // Imported lazily, so that other commands need not load all checks.
      const { check } = await import('./check/report.ts');
      await check(context, target, options);
    });
}

interface GivenSecrets {
  readonly password: string;
  readonly browserPassword?: string;
  readonly token?: string;
}

/** Adds secrets given where other users can't see them: in the environment or, for the password, on standard input. */
async function withSecrets(options: Options, { env, input }: Context): Promise<Options & GivenSecrets> {
  const given = options.password ?? (env.CHECK_PASSWORD || undefined);
  const password = given === '-' ? (await input()).split(/\r?\n/, 1)[0] : given;
  if (password === undefined || password === '')
    throw new CommandError('Expected a full password: CHECK_PASSWORD, or --password - and standard input');
  // Secrets in the environment may be for other checks: they are used only with their origin or URL.
  const browserPassword =
    options.browserPassword ?? (options.origin && (env.CHECK_BROWSER_PASSWORD || undefined));
  const token = options.token ?? (options.partnerUrl && (env.CHECK_TOKEN || undefined));
  return {
    ...options,
    password,
    ...(browserPassword !== undefined && { browserPassword }),
    ...(token !== undefined && { token }),
  };
}

function targetOf(base: URL, options: Options & GivenSecrets): Target {
  const { browserPassword, origin, partnerUrl, token, group: groups } = options;
  if ((browserPassword === undefined) !== (origin === undefined)) {
    throw new CommandError('--browser-password and --origin go together');
  }
  if ((partnerUrl === undefined) !== (token === undefined)) {
    throw new CommandError('--partner-url and --token go together');
  }
  return {
    base,
    password: options.password,
    ...(browserPassword !== undefined &&
      origin !== undefined && { browser: { password: browserPassword, origin } }),
    ...(partnerUrl !== undefined && token !== undefined && { partner: { base: partnerUrl, token } }),
    write: options.write === true,
    ...(groups !== undefined && { groups }),
    names: { ...wireDefaults, ...options.wire },
  };
}

const parseBase = parser((text) => {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.search === '' && url.hash === '';
  return isPlain && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}, 'Expected https://… or http://…, without user, query or fragment.');

const parsePartner = parser((text) => {
  const url = parseBase(text);
  return /\/appli\/[^/]+\/?$/.test(url.pathname) ? url : undefined;
}, 'Expected an address that ends in /appli/NAME.');

const append = (text: string, before: readonly string[] = []): string[] => [...before, text];

const wireNames = Object.keys(wireDefaults).filter(isWireName);

function isWireName(name: string): name is WireName {
  return Object.hasOwn(wireDefaults, name);
}

function addWire(text: string, before: Options['wire'] = {}): Options['wire'] {
  const [name = '', value = ''] = text.split('=', 2);
  if (!isWireName(name) || value === '') {
    throw new InvalidArgumentError(`Expected NAME=VALUE with one of ${wireNames.join(', ')}.`);
  }
  return { ...before, [name]: value };
}
