import { parseConfig } from '../config.ts';
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
  try {
    showFirstSecrets(context, installation.first);
    return await work(installation);
  } finally {
    await installation.close();
  }
}
