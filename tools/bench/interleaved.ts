import { load } from './processes.ts';

/** A server under load, and the number of entries in its database. */
export interface Loaded {
  readonly port: number;
  readonly entries?: number;
}

export interface Turns {
  readonly rounds: number;
  readonly seconds: number;
  /** For each server before the first round: V8 keeps optimising hot code for a while. */
  readonly warmUpSeconds: number;
}

/** Requests per second of two servers under the same load, measured alternately: the medians of the rounds. */
export async function interleaved(
  kind: string,
  first: Loaded,
  second: Loaded,
  { rounds, seconds, warmUpSeconds }: Turns,
): Promise<readonly [number, number]> {
  const rates = async (lasting: number) => [
    (await load(first.port, kind, lasting, first.entries)).perSecond,
    (await load(second.port, kind, lasting, second.entries)).perSecond,
  ];
  await rates(warmUpSeconds);
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round++) measured.push(await rates(seconds));
  const medianOf = (server: 0 | 1) => median(measured.map((pair) => pair[server] ?? Number.NaN));
  return [medianOf(0), medianOf(1)];
}

/** One line of the report: requests per second of both, and their ratio. */
export function row(what: string, ours: number, theirs: number, reference: string): string {
  return `${what}: ${Math.round(ours)}/s, ${reference} ${Math.round(theirs)}/s, ratio ${(ours / theirs).toFixed(2)}`;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? Number.NaN) + (sorted[sorted.length - 1 - middle] ?? Number.NaN)) / 2;
}
