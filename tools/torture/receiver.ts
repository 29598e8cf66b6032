import { openReceiver } from '../../server/test/fixtures/receiver.ts';

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
  const { url, close } = await openReceiver((response, { headers }) => {
    const id = String(headers['webhook-id']);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    reached('read');
    response.end(() => reached('answered'));
  });
  return {
    url,
    counts,
    at(step, left, act) {
      plan = { step, left, act };
    },
    close,
  };
}
