import { statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { CommandError } from '../context.ts';
import { readSecretKey, secretKeyFile } from '../secret-key.ts';
import { bad, type Finding, ok } from './finding.ts';

/** Checks how the secret key is kept. Only the database can tell whether it is the right one. */
export function checkKey(config: Config): Finding {
  try {
    readSecretKey(config);
  } catch (error) {
    if (error instanceof CommandError) return bad('secret key', error.message);
    return bad('secret key', `It can't be read: ${error instanceof Error ? error.message : error}`);
  }
  if (config.secretKey !== undefined) return ok('secret key', 'from SECRET_KEY');
  const file = secretKeyFile(config.dataDir);
  const mode = statSync(file).mode & 0o777;
  return (mode & 0o077) === 0 || process.platform === 'win32'
    ? ok('secret key', `${file}, for its owner alone`)
    : bad('secret key', `${file} is open to others (mode ${mode.toString(8)}): chmod 600 ${file}`);
}
