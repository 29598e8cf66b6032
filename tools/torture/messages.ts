import { setTimeout as wait } from 'node:timers/promises';
import { recipientHashOf } from '../../server/src/entries/search/objections.ts';
import { appendLetter } from '../../server/src/outbox/append-mail.ts';
import { cancelLetter } from '../../server/src/outbox/letters.ts';
import type { Database } from '../../server/src/store/database.ts';
import { openSmtpReceiver, type SmtpReceiver } from '../../server/test/fixtures/smtp.ts';
import { expireMailLeases, mailsIn, openHere, withDatabase } from '../harness/database.ts';
import { seeded } from '../harness/random.ts';
import { connectTo } from '../harness/requests.ts';
import { environmentOf, password, type ServiceProcess, startProcess } from '../harness/service-process.ts';
import type { SenderKillOptions } from './deliveries.ts';

export interface MessageKillReport {
  readonly messages: number;
  readonly cancelled: number;
  /** Taken back too late. */
  readonly left: number;
  /** Claimed when a process was killed: each may come once more for it. */
  readonly inFlight: number;
  /** How many have come again. */
  readonly extra: number;
  readonly problems: readonly string[];
}

/** Messages a kill; half of them are taken back while others leave. */
const perKill = 16;
/** So many go before a kill at a step of one, though all others be taken back. */
const maxSent = 6;
const undoMs = 10_000;
/** The time within which they leave. */
const spreadMs = 400;
const longestDelayMs = 8;
const drainTimeoutMs = 60_000;
const to = 'claire.martin@example.org';

/**
 * Writes messages to a family, takes half of them back while others leave, and kills the process that sends them (on
 * PostgreSQL two) just after its start, when the mail server is asked for a recipient, and when it has a mail. What was taken
 * back must never have been sent; every other must have been, under one Message-ID, again only if it was claimed at a kill.
 */
export async function killMessages(options: SenderKillOptions): Promise<MessageKillReport> {
  const { location, kills, seed, signal, onKill } = options;
  const random = seeded(seed);
  const smtp = await openSmtpReceiver();
  const asked = askedBy(smtp);
  const env = {
    ...environmentOf(location),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Accueil <accueil@example.org>',
    METRICS_TOKEN: 'metrics-token-of-the-torture',
  };
  const several = location.engine === 'postgres';
  const start = (command: string) => startProcess({ env, signal, command: [command] });
  const startSenders = () => Promise.all(several ? [start('worker'), start('worker')] : [start('serve')]);
  const letter = await newLetter(env, await start('serve'));
  const problems: string[] = [];
  const written: number[] = [];
  const cancelled = new Set<number>();
  /** At how many kills each message was claimed. */
  const claimedAt = new Map<number, number>();
  let left = 0;
  let startMs = 1_000;

  for (let kill = 1; kill <= kills; kill++) {
    await withDatabase(location, async (database) => {
      const ids = await writeLetters(database, letter, () => startMs + random() * spreadMs);
      written.push(...ids);
      const began = performance.now();
      // Of two, the first may have sent them all before the second has started.
      const starting = startSenders();
      const killing = killAtSomeMoment(starting, kill, { smtp, asked }, random);
      const senders = starting.then((all) => {
        startMs = performance.now() - began;
        return all;
      });
      const ended = senders.then((all) => Promise.all(all.map((sender) => sender.ended)));
      const cancelling = ids.slice(0, perKill / 2).map(async (id) => {
        // The claim of the next ones comes at the same time.
        await Promise.race([asked(1 + Math.floor(random() * maxSent)), ended]);
        if ((await database.transaction((tx) => cancelLetter(tx, id))) === 'cancelled') cancelled.add(id);
        else left++;
      });
      await Promise.all([killing, ...cancelling, ended]);
      for (const id of await expireMailLeases(database)) claimedAt.set(id, (claimedAt.get(id) ?? 0) + 1);
    });
    onKill?.(kill, kills);
  }

  const last = await startSenders();
  const rows = await withDatabase(location, drained);
  for (const sender of last) problems.push(...(await sender.stop()));
  const counts = Map.groupBy(smtp.take(), ({ headers }) => headers['message-id']?.slice(1, -1));
  await smtp.close();
  let extra = 0;
  for (const { id, messageId, state } of rows) {
    const count = counts.get(messageId)?.length ?? 0;
    counts.delete(messageId);
    extra += count - 1;
    if (cancelled.has(id)) problems.push(`${id} was taken back, and is there`);
    if (state !== 'sent' || count === 0) problems.push(`${id} is ${state} and came ${count} times`);
    if (count > 1 + (claimedAt.get(id) ?? 0)) problems.push(`${id} came ${count} times (seed ${seed})`);
  }
  if (counts.size > 0) problems.push(`${counts.size} came that were taken back (seed ${seed})`);
  if (rows.length !== written.length - cancelled.size)
    problems.push(`${written.length} were written, ${cancelled.size} taken back, ${rows.length} are there`);
  const inFlight = claimedAt.values().reduce((sum, count) => sum + count, 0);
  return { messages: written.length, cancelled: cancelled.size, left, inFlight, extra, problems };
}

type Letter = Omit<Parameters<typeof appendLetter>[1], 'subject'>;

/** A message to who has sent a lead to this service, which then stops. */
async function newLetter(env: Readonly<Record<string, string>>, service: ServiceProcess): Promise<Letter> {
  const site = connectTo(service.url, 1);
  const lead = { commercialrelations: [{ lastName: 'Martin', email: to }] };
  await site.ask(`/fr/etablissement/3/commercial/create?password=${password}`, lead);
  site.close();
  await service.stop();
  const { secrets, close } = await openHere(env);
  await close();
  return {
    ...{ use: 'answer', channel: 'email', entryId: 1, person: '0', author: 'user:1' },
    ...{ recipient: to, recipientHash: recipientHashOf('email', to, secrets.contentKey) },
    ...{ sender: 'Le Clos des Vignes', replyTo: 'clos@example.org', body: 'Bonjour.' },
    ...{ key: null, calendar: null, unsubscribe: false },
  };
}

/** Writes messages that leave in so many milliseconds each. Returns their ids. */
function writeLetters(database: Database, letter: Letter, leavesInMs: () => number): Promise<number[]> {
  return database.transaction(async (tx) => {
    const ids: number[] = [];
    for (let i = 0; i < perKill; i++) {
      const writtenAt = new Date(Date.now() + leavesInMs() - undoMs);
      ids.push((await appendLetter(tx, { ...letter, subject: `Votre demande ${i}` }, writtenAt)).id);
    }
    return ids;
  });
}

/** Returns a function that waits until the mail server has been asked for so many more recipients. */
function askedBy(smtp: SmtpReceiver) {
  const waiting = new Set<{ left: number; readonly resolve: () => void }>();
  smtp.beforeAnswer = async () => {
    for (const one of waiting) if (--one.left === 0) one.resolve();
  };
  return async (count: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add({ left: count, resolve });
    await promise;
  };
}

/** Kills at a different step of a mail each time. */
async function killAtSomeMoment(
  starting: Promise<readonly ServiceProcess[]>,
  turn: number,
  { smtp, asked }: { readonly smtp: SmtpReceiver; readonly asked: ReturnType<typeof askedBy> },
  random: () => number,
): Promise<void> {
  const count = 1 + Math.floor(random() * maxSent);
  const delayMs = random() * longestDelayMs;
  if (turn % 4 === 0) {
    await starting;
    await wait(random() * spreadMs);
  } else {
    await asked(count);
    if (turn % 4 > 1) await smtp.next();
    if (turn % 4 === 3) await wait(delayMs);
  }
  for (const sender of await starting) sender.kill('SIGKILL');
}

/** Returns the messages once none is pending, or after a timeout. */
async function drained(database: Database) {
  const endsAt = performance.now() + drainTimeoutMs;
  while (performance.now() < endsAt) {
    const rows = await mailsIn(database);
    if (rows.every(({ state }) => state !== 'pending')) return rows;
    await wait(200);
  }
  return mailsIn(database);
}
