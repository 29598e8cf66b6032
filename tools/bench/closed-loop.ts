import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ServiceProcess, startProcess } from '../harness/service-process.ts';
import { median } from '../harness/statistics.ts';
import type { Plan } from './plan.ts';
import type { Kind } from './requests.ts';

/** Connections of a load, with one request in flight on each. */
export const connections = 64;

/** A load of one kind of request. */
export interface Load {
  readonly url: string;
  readonly kind: Kind;
  readonly seconds: number;
  /** The number of stored entries. */
  readonly entries: number;
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const run = promisify(execFile);

/** Starts the baseline server. `answers`: what it returns for each kind of look-up. */
export const startBare = (
  answers: Readonly<Record<string, string>> = {},
  under: readonly string[] = [],
): Promise<ServiceProcess> =>
  startProcess({ program: pathOf('bare.ts'), command: [JSON.stringify(answers)], under });

interface Served {
  readonly perSecond: number;
  readonly failed: number;
}

/** Runs a load in a process of its own; returns requests served per second. Throws when any failed. */
export async function load(settings: Load): Promise<number> {
  const { stdout } = await run(process.execPath, [pathOf('closed-loop-client.ts'), JSON.stringify(settings)]);
  const { perSecond, failed } = JSON.parse(stdout) as Served;
  if (failed > 0) throw new Error(`${failed} requests of the kind ${settings.kind} failed`);
  return perSecond;
}

/** A server under load, and the number of entries in its database. */
export interface Loaded {
  readonly url: string;
  readonly entries?: number;
}

/**
 * Requests per second of two servers under the same load, measured alternately after a warm-up, because V8 keeps optimising
 * hot code for a while: the medians of the rounds.
 */
export async function interleaved(
  kind: Kind,
  servers: readonly [Loaded, Loaded],
  { rounds, seconds }: Plan,
  warmUpSeconds: number,
): Promise<readonly [number, number]> {
  const [first, second] = servers.map(({ url, entries = 1 }) => {
    const rates: number[] = [];
    const measure = async (lasting: number) =>
      rates.push(await load({ url, kind, seconds: lasting, entries }));
    return { rates, measure };
  });
  if (first === undefined || second === undefined) throw new Error('Two servers are compared');
  for (const { rates, measure } of [first, second]) {
    await measure(warmUpSeconds);
    rates.length = 0;
  }
  for (let round = 0; round < rounds; round++)
    for (const { measure } of [first, second]) await measure(seconds);
  return [median(first.rates), median(second.rates)];
}

/** One line of the report: requests per second of both, and their ratio. */
export function row(what: string, ours: number, theirs: number, reference: string): string {
  return `${what}: ${Math.round(ours)}/s, ${reference} ${Math.round(theirs)}/s, ratio ${(ours / theirs).toFixed(2)}`;
}
