import { load } from './processes.ts';

/** A server under load, and how many entries its database has. */
export interface Loaded {
  readonly port: number;
  readonly entries?: number;
}

export interface Turns {
  readonly rounds: number;
  readonly seconds: number;
  /** Before the first round, each: V8 goes on compiling for a while what is used most. */
  readonly warmUpSeconds: number;
}

/** How many requests of a kind two servers answer a second, loaded one after the other: the medians of the rounds. */
export async function inTurns(
  kind: string,
  first: Loaded,
  second: Loaded,
  { rounds, seconds, warmUpSeconds }: Turns,
): Promise<readonly [number, number]> {
  const rates = async (lasting: number) => [
    (await load(first.port, kind, { seconds: lasting, entries: first.entries })).perSecond,
    (await load(second.port, kind, { seconds: lasting, entries: second.entries })).perSecond,
  ];
  await rates(warmUpSeconds);
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round++) measured.push(await rates(seconds));
  const medianOf = (server: 0 | 1) => median(measured.map((pair) => pair[server] ?? Number.NaN));
  return [medianOf(0), medianOf(1)];
}

/** One line of the report: requests a second, and their ratio. */
export function row(what: string, ours: number, theirs: number, reference: string): string {
  return `${what}: ${Math.round(ours)}/s, ${reference} ${Math.round(theirs)}/s, ratio ${(ours / theirs).toFixed(2)}`;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? Number.NaN) + (sorted[sorted.length - 1 - middle] ?? Number.NaN)) / 2;
}
