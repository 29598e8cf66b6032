import { openInstallation } from '../../server/src/commands/installation.ts';
import { parseConfig } from '../../server/src/config.ts';
import { lockEntry } from '../../server/src/entries/change/row.ts';
import { editEntry } from '../../server/src/entries/change/staff-acts.ts';
import { openSender } from '../../server/src/webhooks/send.ts';
import { startWebhookWorker } from '../../server/src/webhooks/worker.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Changes the first entry repeatedly, each time after the previous event has arrived. Returns the delay of each, in ms,
 * from its commit until the receiver got the first bytes. `nextAt` asks the receiver for the time of the next event.
 */
export async function delaysOf(
  env: Readonly<Record<string, string>>,
  changes: number,
  nextAt: () => Promise<number>,
): Promise<number[]> {
  const { database, secrets, close } = await openInstallation(parseConfig(env));
  const clock = () => new Date();
  const sender = openSender({ allow: ['127.0.0.0/8'], clock });
  const { send } = sender;
  const worker = startWebhookWorker({ database, send, decrypt: secrets.decrypt, clock, log: silent });
  const delays: number[] = [];
  for (let change = 0; change < changes; change++) {
    const arrival = nextAt();
    const staff = { author: 'Claire Martin', at: clock().toISOString() };
    await database.transaction(async (tx) =>
      editEntry(tx, await lockEntry(tx, 1), staff, { comment: `Rappelée ${change} fois` }),
    );
    const committedAt = performance.timeOrigin + performance.now();
    delays.push((await arrival) - committedAt);
  }
  await worker.stop(5_000);
  await sender.close();
  await close();
  return delays;
}
