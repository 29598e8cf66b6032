import { hash, randomUUID } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { Sought } from './criteria.ts';
import type { Progress } from './search.ts';
import { sources } from './sources.ts';

export function newSearch(): Progress {
  return { search: randomUUID(), source: -1, after: 0, found: [] };
}

/** A cursor is encrypted and holds for one person: no search can begin with it, unseen by the audit trail. */
export function sealedCursors(sought: Sought, secrets: Secrets) {
  // Another version may read other tables, or in another order.
  const read = sources.map(({ table }) => table);
  const person = hash('sha256', JSON.stringify([sought, read]), 'base64url');
  return {
    close: (progress: Progress): string => secrets.encrypt(JSON.stringify({ person, progress })),
    open(cursor: string): Progress {
      const opened = decrypted(cursor);
      if (opened?.person === person) return opened.progress;
      throw new ValidationError('cursor', 'expected that of the response before, with the same criteria');
    },
  };

  function decrypted(cursor: string): { person: string; progress: Progress } | undefined {
    try {
      return JSON.parse(secrets.decrypt(cursor));
    } catch {
      return undefined;
    }
  }
}
