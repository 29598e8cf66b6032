import { once } from 'node:events';
import { createServer } from 'node:http';

/** How far a receiver is with a delivery: it has read it, or its answer is on its way. */
export type Step = 'read' | 'answered';

/** A receiver of webhooks that counts what it gets, and does something at a moment of a delivery. */
export interface CountingReceiver {
  /** Without a slash at its end. */
  readonly url: string;
  /** How often each event has come, by its `webhook-id`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Does something, once, as soon as so many more deliveries have got so far. */
  at(step: Step, count: number, act: () => void): void;
  close(): Promise<void>;
}

/** Opens one on a free port of the loopback. It answers 200 to everything. */
export async function openCountingReceiver(): Promise<CountingReceiver> {
  const counts = new Map<string, number>();
  let plan: { readonly step: Step; left: number; readonly act: () => void } | undefined;
  const reached = (step: Step) => {
    if (plan?.step !== step || --plan.left > 0) return;
    const { act } = plan;
    plan = undefined;
    act();
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id']);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      reached('read');
      response.end(() => reached('answered'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    at(step, left, act) {
      plan = { step, left, act };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
