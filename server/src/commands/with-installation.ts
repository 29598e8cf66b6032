import { parseConfig } from '../config.ts';
import type { Context } from './context.ts';
import { showFirstSecrets } from './first-secrets.ts';
import { type Installation, openInstallation } from './installation.ts';

/**
 * Opens the installation for one command, which may run beside the service. If it runs before the first `serve`, it
 * initializes the database and shows the first secrets.
 */
export async function withInstallation<T>(
  context: Context,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation(parseConfig(context.env));
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
