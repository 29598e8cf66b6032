import { readFile } from 'node:fs/promises';

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? Number.NaN) + (sorted[sorted.length - 1 - middle] ?? Number.NaN)) / 2;
}

/** The smallest of the numbers that is not below this part of them; `quantile(numbers, 1)` is the largest. */
export function quantile(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(part * numbers.length) - 1] ?? Number.NaN;
}

/** The memory of a process, in MiB; 0 when there is none. Linux only. */
export async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
