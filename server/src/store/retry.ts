import { UniqueViolation } from './database.ts';

const maxTries = 3;

/**
 * Retries a write after a unique violation: another process stored the same key at the same moment, and the next try
 * finds its row. Rejects with the third violation.
 */
export async function retryUniqueViolation<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof UniqueViolation) || tries === maxTries) throw error;
    }
  }
}
