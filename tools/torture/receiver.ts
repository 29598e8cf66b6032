import { createServer } from 'node:http';
import { closeAtOnce, listenOnLoopback } from '../harness/loopback.ts';

/** A receiver's progress with a delivery: it has read it, or sent its response. */
export type Step = 'read' | 'answered';

/** A receiver of webhooks that counts them, and can act at a step of a delivery. */
export interface CountingReceiver {
  /** Without a trailing slash. */
  readonly url: string;
  /** How often each event was received, by `webhook-id`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Calls `act` once, as soon as `count` more deliveries have reached the step. */
  at(step: Step, count: number, act: () => void): void;
  close(): Promise<void>;
}

/** Opens a receiver on a free port of the loopback. It responds to everything with 200. */
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
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    at(step, left, act) {
      plan = { step, left, act };
    },
    close: () => closeAtOnce(server),
  };
}
