import { type Judged, judge, NotToJudge, type Traces } from '../../check/judge.ts';
import type { Target } from '../../check/probe.ts';
import { NoAnswer } from '../../check/request.ts';
import { sectionName } from '../../check/sentence.ts';
import { CommandError, type Context } from '../context.ts';

/** Exit code: nobody answers at the address. */
const unreachable = 2;

/** Judges an installation and reports as it goes. Throws a {@link CommandError} when anything is not kept. */
export async function check(
  context: Context,
  target: Target,
  { json = false, contractOnly = false }: { readonly json?: boolean; readonly contractOnly?: boolean },
): Promise<void> {
  const { base, write } = target;
  if (write) context.notice('Real entries will be made, and stay until somebody removes them (--write).');
  const all: Judged[] = [];
  const judging = judge(target, { contractOnly });
  let traces: Traces;
  try {
    let next = await judging.next();
    for (; !next.done; next = await judging.next()) {
      all.push(next.value);
      if (!json && next.value.state !== 'left out') context.print(line(next.value));
    }
    traces = next.value;
  } catch (error) {
    if (error instanceof NoAnswer) {
      throw new CommandError(`${base.origin}: no answer: ${error.message}`, unreachable);
    }
    throw error instanceof NotToJudge ? new CommandError(error.message) : error;
  }
  const notMet = all.filter(({ state }) => state === 'not met').length;
  const tried = all.filter(({ state }) => state !== 'left out').length;
  if (json) {
    context.print(JSON.stringify({ ok: notMet === 0, tried, notMet, ...traces, sentences: all }));
  } else {
    for (const said of summary(all, traces)) context.print(said);
  }
  if (notMet > 0) throw new CommandError(`${notMet} of ${tried} sentences are not kept`);
}

function line({ state, sentence, seen, ...of }: Judged): string {
  return `${state === 'met' ? 'ok ' : 'BAD'}  ${sectionName(of.section)}: ${sentence} → ${seen}`;
}

function summary(all: readonly Judged[], { tests, real }: Traces): string[] {
  const met = all.filter(({ state }) => state === 'met').length;
  const leftOut = Map.groupBy(
    all.filter(({ state }) => state === 'left out'),
    ({ seen }) => seen,
  );
  return [
    '',
    `${met} of ${met + all.filter(({ state }) => state === 'not met').length} sentences are kept.`,
    ...[...leftOut].map(([reason, { length }]) => `${length} left out: ${reason}.`),
    `Left behind: at most ${tests} tests, deleted after 7 days${real.length === 0 ? '.' : `, and ${real.length} real entries:`}`,
    ...real.map((customId) => `  ${customId}`),
  ];
}
