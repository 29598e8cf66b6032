import type { Location } from '../../server/src/store/migrate.ts';
import { seeded } from '../harness/random.ts';
import { connectTo } from '../harness/requests.ts';
import { environmentOf, password, startProcess } from '../harness/service-process.ts';
import { problemsOf } from './consistency.ts';
import { creation, notFound } from './creations.ts';

export interface KillOptions {
  readonly location: Location;
  readonly cycles: number;
  readonly seed: number;
  /** Ends the run, and the processes it has started. */
  readonly signal?: AbortSignal;
  /** Called after each cycle. */
  readonly onCycle?: (done: number, cycles: number) => void;
}

export interface KillReport {
  readonly acknowledged: number;
  /** Requests left unanswered by a kill, and sent again. */
  readonly unanswered: number;
  readonly problems: readonly string[];
}

const callers = 16;
/** A kill comes after fewer responses than this: right after the first requests, or in the middle of the load. */
const maxResponses = 300;
/** Then the kill is delayed by up to this: longer than storing a batch, so that it hits any moment of it. */
const longestDelayMs = 5;

/**
 * Repeatedly starts the service, posts over keep-alive connections, and kills it with SIGKILL at a random moment. After
 * each start, looks up everything acknowledged before the kill by its customId and sends again what was not
 * acknowledged. In the end all of it must be stored exactly once.
 */
export async function killCycles(options: KillOptions): Promise<KillReport> {
  const { location, cycles, seed, onCycle } = options;
  const random = seeded(seed);
  const env = environmentOf(location);
  const problems: string[] = [];
  const acknowledged: string[] = [];
  let lookUpFrom = 0;
  let unanswered: number[] = [];
  let retried = 0;
  let created = 0;

  for (let cycle = 0; cycle <= cycles; cycle++) {
    const service = await startProcess({ env, signal: options.signal });
    const connections = connectTo(service.url, callers);
    problems.push(...(await notFound(connections, acknowledged.slice(lookUpFrom))));
    lookUpFrom = acknowledged.length;

    const again = unanswered;
    unanswered = [];
    const last = cycle === cycles;
    const killAfter = last ? Number.POSITIVE_INFINITY : Math.floor(random() * maxResponses);
    let answers = 0;
    let over = false;
    // Whether killed or crashed: a crash is a problem, but must not hang the test.
    const end = () => {
      over = true;
    };
    void service.ended.then(end);
    const killDelayMs = random() * longestDelayMs;
    const killSoon = () =>
      setTimeout(() => {
        end();
        service.kill('SIGKILL');
      }, killDelayMs);
    const post = async (): Promise<void> => {
      while (!over) {
        const n = again.pop() ?? (last ? undefined : created++);
        if (n === undefined) return;
        const { customId, path, body } = creation(n);
        try {
          const answer = await connections.ask(`${path}?password=${password}`, body);
          if (answer.status === 200) acknowledged.push(customId);
          else problems.push(`${customId}: ${answer.status} ${answer.body}`);
          if (++answers === killAfter) killSoon();
        } catch {
          unanswered.push(n);
        }
      }
    };
    const posting = Array.from({ length: callers }, post);
    if (killAfter === 0) killSoon();
    await Promise.all(posting);
    unanswered.push(...again);
    retried += unanswered.length;
    if (last) service.kill('SIGTERM');
    const { code, signal } = await service.ended;
    connections.close();
    const expected = last ? code === 0 : signal === 'SIGKILL';
    if (!expected) problems.push(`The service ended by itself (${code ?? signal}):\n${service.output()}`);
    if (!last) onCycle?.(cycle + 1, cycles);
  }
  if (unanswered.length > 0) problems.push(`${unanswered.length} requests unanswered without a kill`);
  problems.push(...(await problemsOf(location, acknowledged)));
  return { acknowledged: acknowledged.length, unanswered: retried, problems };
}
