import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../contract/request-error.ts';
import { currentVersion } from '../../entries/change/history.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../../http/idempotency.ts';
import { letterOfKey, sendsAtOf } from '../../letters/letters.ts';
import { retryUniqueViolation } from '../../store/retry.ts';
import type { Channel } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import type { ActOutcome } from './act.ts';

/** What a repeated request must have in common with the first. */
interface RequestContent {
  readonly entryId: number;
  readonly person: string;
  /** By e-mail where it is absent. */
  readonly channel?: Channel;
  /** Undefined where the service chooses it. */
  readonly subject?: string;
  readonly text: string | null | undefined;
}

/**
 * Writes a letter once, however often it is asked for with the same `Idempotency-Key`: `write` stores the key with it.
 * Rejects with CONFLICT for a key that was used before with other content, or whose letter was taken back.
 */
export async function writeOnce(
  { database, secrets: { contentKey } }: Pick<DeskDeps, 'database' | 'secrets'>,
  { request, by }: { readonly request: FastifyRequest; readonly by: DeskActor },
  { entryId, person, channel = 'email', subject = '', text }: RequestContent,
  write: (key: string | null) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  const sent = idempotencyKeyOf(request);
  const key =
    sent === undefined ? null : hash('sha256', `${contentKey}:message:${by.userId}:${sent}`, 'base64url');

  async function repeated(): Promise<ActOutcome | undefined> {
    const known = key === null ? undefined : await letterOfKey(database.read, key);
    if (known === undefined) return undefined;
    if (known.state === 'cancelled')
      throw new RequestError('CONFLICT', 'Idempotency-Key: the message sent with it was taken back');
    const isSame =
      known.entryId === entryId &&
      known.person === person &&
      known.channel === channel &&
      known.subject.startsWith(subject.trim()) &&
      known.body === text;
    if (!isSame) throw idempotencyConflict();
    const letter = { id: known.id, sendsAt: sendsAtOf(known.writtenAt, channel, known.recipient ?? '') };
    return { id: entryId, version: await currentVersion(database.read, entryId), letters: [letter] };
  }

  return retryUniqueViolation(async () => {
    const before = await repeated();
    if (before !== undefined) return before;
    const outcome = await write(key);
    // The other change may be the same request, at the same time.
    return outcome.conflict === undefined ? outcome : ((await repeated()) ?? outcome);
  });
}
