import { giveUpRestored } from '../../letters/given-up.ts';
import { secretsOf } from '../../secrets.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import type { AddCommand } from '../command.ts';

/** `accueil privacy stop-messages`. */
export function stopMessagesCommand(command: AddCommand): void {
  command(
    'stop-messages',
    'give up the messages to families and applicants that wait, after an older database was put back',
    {},
    async ({ run }) => {
      const stopped = await run(giveUpRestored, { until: null });
      return { json: { stopped }, lines: [stoppedLine(stopped)] };
    },
  );
}

/** Gives up the messages that wait in a copy of a backup: some have been sent since. Returns how many. */
export async function stopMessagesIn(copy: string): Promise<number> {
  const database = await openSqlite({ file: copy, secretKey: '' });
  try {
    const context = { now: database.clock(), secrets: secretsOf('') };
    return (await database.transaction((tx) => giveUpRestored.run(tx, [{ until: null }], context)))[0] ?? 0;
  } finally {
    await database.close();
  }
}

export const stoppedLine = (stopped: number): string =>
  `${stopped} messages to persons were still to be sent: they are given up, and their entries marked for staff.`;
