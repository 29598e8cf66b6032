import { parseConfig } from '../config.ts';
import { logAuditTrail, openLog } from '../http/logging.ts';
import type { Context } from './context.ts';
import { showFirstSecrets } from './first-secrets.ts';
import { type Installation, openInstallation } from './installation.ts';
import { unlessStopped } from './unless-stopped.ts';

/**
 * Opens the installation for one command, which may run beside the service. If it runs before the first `serve`, it
 * initializes the database and shows the first secrets.
 */
export async function withInstallation<T>(
  context: Context,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const config = parseConfig(context.env);
  const installation = await unlessStopped(
    context,
    (onWait) => openInstallation(config, { onWait }),
    ({ close }) => close(),
  );
  // Standard output belongs to what the command prints.
  const stream = { write: (line: string) => context.notice(line.trimEnd()) };
  if (config.auditLog) logAuditTrail(openLog({ level: 'info', stream }), installation.database);
  try {
    const { first, migrated } = installation;
    const isNew = showFirstSecrets(context, first);
    if (migrated.length > 0 && !isNew)
      context.notice(`The schema is up to date now: ${migrated.join(', ')}.`);
    return await work(installation);
  } finally {
    await installation.close();
  }
}
