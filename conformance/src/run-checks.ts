import { type Check, CheckFailed, isOfContract, type Need, type Section, TestModeIgnored } from './check.ts';
import { checks } from './checks/all.ts';
import { idsOf } from './checks/directories.ts';
import { testModeGuards } from './checks/test-mode.ts';
import { type CreatedEntries, createClient, type Target } from './client.ts';
import { isObject } from './expect.ts';
import { NoResponse } from './http.ts';

export interface CheckResult {
  readonly section: Section;
  /** Who promises it: the contract, or accueil where the contract leaves it open. */
  readonly source: 'contract' | 'accueil';
  readonly expectation: string;
  readonly state: 'met' | 'not met' | 'left out';
  /** What was observed, without any password or token; the reason, when the check was left out. */
  readonly observed: string;
}

/** No check can run: the installation refuses the password, or knows no residence. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck';
}

/** Checks that run at the same time: fast over a slow line, and a negligible load. */
const concurrency = 6;
/** Checks that have not started by then are left out. */
const longestMs = 120_000;

const missing: Readonly<Record<Need, string>> = {
  partner: 'needs --partner-url and --token',
  browser: 'needs --browser-password and --origin',
  write: 'needs --write',
  'contract residences': 'the installation has residences of its own',
};

/**
 * Runs every check against an installation and yields the results in order, each as soon as it is known.
 *
 * Throws {@link NoResponse} when the installation can't be reached at the start, {@link CannotCheck} when it refuses
 * the password or has no residences.
 */
export async function* runChecks(
  target: Target,
  { contractOnly = false }: { readonly contractOnly?: boolean } = {},
): AsyncGenerator<CheckResult, CreatedEntries> {
  const client = createClient(target, await establishmentsOf(target));
  const redact = redactor([target.password, target.browser?.password, target.partner?.token]);
  /** Why all further checks are left out. */
  let stopped: string | undefined;
  AbortSignal.timeout(longestMs).addEventListener('abort', () => {
    stopped ??= 'the check took longer than two minutes';
  });

  async function outcomeOf({ needs, run }: Check): Promise<Pick<CheckResult, 'state' | 'observed'>> {
    const reason = stopped ?? (needs !== undefined && isMissing(needs, target) ? missing[needs] : undefined);
    if (reason !== undefined) return { state: 'left out', observed: reason };
    try {
      return { state: 'met', observed: await run(client) };
    } catch (error) {
      if (error instanceof TestModeIgnored) {
        stopped = 'tests are taken for real entries here: nothing more was sent';
      }
      if (error instanceof CheckFailed) return { state: 'not met', observed: error.message };
      if (error instanceof NoResponse) return { state: 'not met', observed: `no answer: ${error.message}` };
      throw error;
    }
  }

  async function resultOf(check: Check): Promise<CheckResult> {
    const { section, expectation } = check;
    const { state, observed } = await outcomeOf(check);
    const source = isOfContract(section) ? 'contract' : 'accueil';
    return { section, source, expectation, state, observed: redact(observed) };
  }

  for (const guard of testModeGuards) yield resultOf(guard);
  const running: Promise<CheckResult>[] = [];
  for (const check of checks) {
    if (contractOnly && !isOfContract(check.section)) continue;
    running.push(resultOf(check));
    const first = running.length < concurrency ? undefined : running.shift();
    if (first !== undefined) yield first;
  }
  yield* running;
  return client.created;
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

/** Reads the residences of the target's groups. `undefined`: those of the contract. */
async function establishmentsOf(target: Target): Promise<number[] | undefined> {
  const client = createClient(target);
  const listings = [];
  for (const group of client.groups) listings.push(await client.get(`/fr/etablissements/${group}`));
  const [first] = listings;
  if (first?.status === 401 || first?.status === 403) {
    throw new CannotCheck(`${target.base.origin} does not take the password (${first.status})`);
  }
  if (target.partner !== undefined) await client.requestPartner({ method: 'POST', path: '/test' });
  if (target.groups === undefined) return undefined;
  const ids = listings
    .filter(({ json }) => isObject(json) && Array.isArray(json.etablissements))
    .flatMap(idsOf);
  if (ids.length === 0) throw new CannotCheck(`${target.base.origin} knows no residence in these groups`);
  return ids.toSorted((a, b) => a - b);
}

/** Takes secrets out of texts, as they are and percent-encoded. */
function redactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => (secret ? [secret, encodeURIComponent(secret)] : []));
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '…'), text);
}
