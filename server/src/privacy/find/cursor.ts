import { hash, randomUUID } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { Sought } from './criteria.ts';
import type { Progress } from './search.ts';
import { sources } from './sources.ts';

/** Returns the progress of a search that begins. */
export function newSearch(): Progress {
  return { search: randomUUID(), source: -1, after: 0, found: [] };
}

/** A cursor is encrypted and holds for one person: no search can begin with it, unseen by the audit trail. */
export function sealedCursors(sought: Sought, secrets: Secrets) {
  const person = hash('sha256', JSON.stringify(sought), 'base64url');
  const invalid = () =>
    new ValidationError('cursor', 'expected that of the response before, with the same criteria');
  return {
    close: ({ search, source, after, found }: Progress): string =>
      secrets.encrypt(JSON.stringify([person, search, sources[source]?.table, after, found])),
    open(cursor: string): Progress {
      const [whose, search, table, after, found] = parsed(cursor);
      const source = sources.findIndex((one) => one.table === table);
      if (whose !== person || source < 0 || typeof after !== 'number') throw invalid();
      return { search: String(search), source, after, found: Array.isArray(found) ? found.map(String) : [] };
    },
  };

  function parsed(cursor: string): readonly unknown[] {
    try {
      const content: unknown = JSON.parse(secrets.decrypt(cursor));
      return Array.isArray(content) ? content : [];
    } catch {
      throw invalid();
    }
  }
}
