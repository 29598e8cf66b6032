import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { CommandError } from './context.ts';

/**
 * Throws when the process could not listen on its port. Asked before anything is made: the secrets of a database that a
 * failing start has begun are easily overlooked, and are shown once.
 */
export async function requireFreePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new CommandError(
      `Port ${port} of ${host} is taken, perhaps by another accueil: stop what listens there, or set PORT. Nothing has been changed.`,
    );
  }
  probe.close();
  await once(probe, 'close');
}
