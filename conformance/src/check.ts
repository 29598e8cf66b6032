import type { Client } from './client.ts';

/** Headings of docs/interface.md that checks refer to, in its order. */
export const headings = [
  'Who may call',
  'Sending',
  'Forms',
  'Retries',
  'Test mode',
  'Errors',
  'Limits',
  'Surveys and commercial entries',
  'Job applications',
  'Looking an entry up',
  'Phone check',
  'Residences and job offers',
  'Yearly statistics',
  'Orientation exchange',
] as const;

/**
 * Where an expectation is written: a number is a section of the contract, which binds every installation; a heading is
 * one of docs/interface.md, which settles what the contract leaves open.
 */
export type Section = `${number}` | (typeof headings)[number];

/** What the command line must give for a check to run. */
export type Need = 'partner' | 'browser' | 'write' | 'contract residences';

/** Returns what was observed; throws {@link CheckFailed} when that is not what was expected. */
type Run = (client: Client) => Promise<string>;

/** One promise of the interface that can be observed from outside. */
export interface Check {
  readonly section: Section;
  /** The promise, as one sentence. */
  readonly expectation: string;
  readonly needs?: Need;
  readonly run: Run;
}

/** The message says what was observed instead. */
export class CheckFailed extends Error {
  override readonly name: string = 'CheckFailed';
}

/** The installation treats tests as real entries: nothing more may be sent. */
export class TestModeIgnored extends CheckFailed {
  override readonly name = 'TestModeIgnored';
}

export const check = (section: Section, expectation: string, run: Run): Check => ({
  section,
  expectation,
  run,
});

const checkNeeding =
  (needs: Need) =>
  (section: Section, expectation: string, run: Run): Check => ({ section, expectation, needs, run });

export const partnerCheck = checkNeeding('partner');
export const browserCheck = checkNeeding('browser');
export const writeCheck = checkNeeding('write');
export const contractResidencesCheck = checkNeeding('contract residences');

export function isOfContract(section: Section): boolean {
  return /^\d/.test(section);
}

/** A section as reports name it: `contract 4.1`, `interface « Retries »`. */
export function sectionName(section: Section): string {
  return isOfContract(section) ? `contract ${section}` : `interface « ${section} »`;
}

/** Sorts by section: those of the contract by number, then those of docs/interface.md in its order. */
export function inOrder(checks: readonly Check[]): Check[] {
  const names: readonly string[] = headings;
  const rank = ({ section }: Check): number => {
    if (!isOfContract(section)) return 10_000 + names.indexOf(section);
    const [chapter, part = 0] = section.split('.').map(Number);
    return Number(chapter) * 100 + part;
  };
  return checks.toSorted((a, b) => rank(a) - rank(b));
}
