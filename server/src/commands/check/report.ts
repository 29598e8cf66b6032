import { sectionName } from '../../../../conformance/src/check.ts';
import type { CreatedEntries, Target } from '../../../../conformance/src/client.ts';
import { NoResponse } from '../../../../conformance/src/http.ts';
import { CannotCheck, type CheckResult, runChecks } from '../../../../conformance/src/run-checks.ts';
import { CommandError, type Context } from '../context.ts';

/** What `--json` prints. */
export interface Report extends CreatedEntries {
  /** Whether every expectation that was tried is met. */
  readonly ok: boolean;
  readonly tried: number;
  readonly notMet: number;
  readonly sentences: readonly (Pick<CheckResult, 'section' | 'source' | 'state'> & {
    readonly sentence: string;
    readonly seen: string;
  })[];
}

/** Exit code when the address does not respond. */
const unreachable = 2;

/** Checks an installation and reports as it goes. Throws a {@link CommandError} when an expectation is not met. */
export async function check(
  context: Context,
  target: Target,
  { json = false, contractOnly = false }: { readonly json?: boolean; readonly contractOnly?: boolean },
): Promise<void> {
  const { base, write } = target;
  if (write) context.notice('Real entries will be made, and stay until somebody removes them (--write).');
  const results: CheckResult[] = [];
  const running = runChecks(target, { contractOnly });
  let created: CreatedEntries;
  try {
    let next = await running.next();
    for (; !next.done; next = await running.next()) {
      results.push(next.value);
      if (!json && next.value.state !== 'left out') context.print(line(next.value));
    }
    created = next.value;
  } catch (error) {
    if (error instanceof NoResponse) {
      throw new CommandError(`${base.origin}: no answer: ${error.message}`, unreachable);
    }
    throw error instanceof CannotCheck ? new CommandError(error.message) : error;
  }
  const notMet = results.filter(({ state }) => state === 'not met').length;
  const tried = results.filter(({ state }) => state !== 'left out').length;
  if (json) {
    const sentences = results.map(({ section, source, expectation, state, observed }) => ({
      section,
      source,
      sentence: expectation,
      state,
      seen: observed,
    }));
    const report: Report = { ok: notMet === 0, tried, notMet, ...created, sentences };
    context.print(JSON.stringify(report));
  } else {
    for (const text of summary(results, created)) context.print(text);
  }
  if (notMet > 0) throw new CommandError(`${notMet} of ${tried} sentences are not kept`);
}

function line({ state, expectation, observed, section }: CheckResult): string {
  return `${state === 'met' ? 'ok ' : 'BAD'}  ${sectionName(section)}: ${expectation} → ${observed}`;
}

function summary(results: readonly CheckResult[], { tests, real }: CreatedEntries): string[] {
  const met = results.filter(({ state }) => state === 'met').length;
  const leftOut = results.filter(({ state }) => state === 'left out');
  return [
    '',
    `${met} of ${results.length - leftOut.length} sentences are kept.`,
    ...[...Map.groupBy(leftOut, ({ observed }) => observed)].map(
      ([reason, { length }]) => `${length} left out: ${reason}.`,
    ),
    `Left behind: at most ${tests} tests, deleted after 7 days${real.length === 0 ? '.' : `, and ${real.length} real entries:`}`,
    ...real.map((customId) => `  ${customId}`),
  ];
}
