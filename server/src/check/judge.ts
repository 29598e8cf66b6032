import { isObject } from './judging.ts';
import { openProbe, type Probe, type Target } from './probe.ts';
import { NoAnswer, openRequester, type Requester } from './request.ts';
import { hiding } from './secrets.ts';
import { isOfContract, type Need, type Section, type Sentence, TestModeIgnored, Unmet } from './sentence.ts';
import { sentences } from './sentences/all.ts';
import { idsOf } from './sentences/directories.ts';
import { guards } from './sentences/test-mode.ts';

/** What was found of one sentence. */
export interface Judged {
  readonly section: Section;
  /** Who says so: the contract, or accueil where the contract leaves it open. */
  readonly source: 'contract' | 'accueil';
  readonly sentence: string;
  readonly state: 'met' | 'not met' | 'left out';
  /** What was seen, without any password or token; why, when it was left out. */
  readonly seen: string;
}

/** What it leaves behind. */
export interface Traces {
  readonly tests: number;
  /** customIds of real entries. */
  readonly real: readonly string[];
}

/** The installation can't be judged at all: it does not take the password, or knows no residence. */
export class NotToJudge extends Error {
  override readonly name = 'NotToJudge';
}

/** So many sentences are tried at a time: quick over a long line, and no load to speak of. */
const atOnce = 6;
/** What has not begun by then is not tried any more. */
const longestMs = 120_000;

const missing: Readonly<Record<Need, string>> = {
  partner: 'needs --partner-url and --token',
  browser: 'needs --browser-password and --origin',
  write: 'needs --write',
  'contract residences': 'the installation has residences of its own',
};

/**
 * Tries every sentence on an installation, and tells of each as soon as those before it are known.
 *
 * Throws {@link NoAnswer} when nobody answers at the beginning, {@link NotToJudge} when there is nothing to judge with.
 */
export async function* judge(
  target: Target,
  { contractOnly = false }: { readonly contractOnly?: boolean } = {},
): AsyncGenerator<Judged, Traces> {
  const requester = openRequester();
  const hide = hiding([target.password, target.browser?.password, target.partner?.token]);
  try {
    const probe = openProbe(target, requester, await establishmentsOf(target, requester));
    let stop: string | undefined;
    for (const guard of guards) {
      const judged = await judgeOne(guard, probe, stop, hide);
      if (judged.stop) stop = 'tests are taken for real entries here: nothing more was sent';
      yield judged.judged;
    }
    const chosen = sentences.filter(({ section }) => !contractOnly || isOfContract(section));
    const late = AbortSignal.timeout(longestMs);
    const running: Promise<{ readonly judged: Judged }>[] = [];
    for (const sentence of chosen) {
      const tooLate = late.aborted ? 'the check took longer than two minutes' : undefined;
      running.push(judgeOne(sentence, probe, stop ?? tooLate, hide));
      const first = running.length < atOnce ? undefined : running.shift();
      if (first !== undefined) yield (await first).judged;
    }
    for (const one of running) yield (await one).judged;
    return probe.created;
  } finally {
    requester.close();
  }
}

async function judgeOne(
  one: Sentence,
  probe: Probe,
  stop: string | undefined,
  hide: (text: string) => string,
): Promise<{ readonly judged: Judged; readonly stop: boolean }> {
  const { section, sentence, needs } = one;
  const judged = (state: Judged['state'], seen: string): Judged => ({
    section,
    source: isOfContract(section) ? 'contract' : 'accueil',
    sentence,
    state,
    seen: hide(seen),
  });
  const reason = stop ?? (needs !== undefined && isMissing(needs, probe.target) ? missing[needs] : undefined);
  if (reason !== undefined) return { judged: judged('left out', reason), stop: false };
  try {
    return { judged: judged('met', await one.run(probe)), stop: false };
  } catch (error) {
    if (error instanceof Unmet)
      return { judged: judged('not met', error.message), stop: error instanceof TestModeIgnored };
    if (error instanceof NoAnswer)
      return { judged: judged('not met', `no answer: ${error.message}`), stop: false };
    throw error;
  }
}

function isMissing(need: Need, { partner, browser, write, groups }: Target): boolean {
  switch (need) {
    case 'partner':
      return partner === undefined;
    case 'browser':
      return browser === undefined;
    case 'write':
      return !write;
    case 'contract residences':
      return groups !== undefined;
    default:
      return need satisfies never;
  }
}

/** Asks the installation for the residences of its groups. `undefined`: they are the contract's. */
async function establishmentsOf(target: Target, requester: Requester): Promise<number[] | undefined> {
  const probe = openProbe(target, requester);
  const all = [];
  for (const group of probe.groups) all.push(await probe.get(`/fr/etablissements/${group}`));
  const [first] = all;
  if (first?.status === 401 || first?.status === 403) {
    throw new NotToJudge(`${target.base.origin} does not take the password (${first.status})`);
  }
  if (target.partner !== undefined) await probe.askPartner({ method: 'POST', path: '/test' });
  if (target.groups === undefined) return undefined;
  const ids = all.filter(({ json }) => isObject(json) && Array.isArray(json.etablissements)).flatMap(idsOf);
  if (ids.length === 0) throw new NotToJudge(`${target.base.origin} knows no residence in these groups`);
  return ids.toSorted((a, b) => a - b);
}
