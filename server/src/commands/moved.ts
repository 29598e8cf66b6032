import { CommandError } from './context.ts';

/** Commands of the version before, and where their work is done. */
const moved = {
  webhook: 'on the desk: « Intégrations », « Webhooks » and « Envois aux sites »',
  conversions: 'on the desk: « Statistiques », « Conversions »',
  'privacy retention':
    'on the desk: « Vie privée », « Durées de conservation »; the service applies them each night',
  'privacy register': 'on the desk: « Vie privée », « Registre »',
  'privacy ledger': 'a file now, erasures.jsonl in DATA_DIR: keep that folder on a volume',
  'privacy stop-messages': 'done by the start now, which knows an older database by DATA_DIR',
  'user invite': '« accueil user rescue » now, which ends two-step sign-in too',
  'user totp-off': '« accueil user rescue » now, which gives a link for the password too',
  'user disable': '« accueil user revoke » now',
} as const;

/** Throws a {@link CommandError} for a command of the version before. */
export function refuseMoved(args: readonly string[]): void {
  for (const [name, where] of Object.entries(moved))
    if (`${args.join(' ')} `.startsWith(`${name} `))
      throw new CommandError(`« accueil ${name} » is ${where}`);
}
