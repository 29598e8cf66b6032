import type { Probe } from './probe.ts';

/** Headings of docs/interface.md, in its order, that sentences stand under. */
export const headings = [
  'Who may call',
  'Sending',
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
 * Where a sentence comes from: a number is a section of the contract, which every installation keeps; a heading is one
 * of docs/interface.md, which answers what the contract leaves open.
 */
export type Section = `${number}` | (typeof headings)[number];

/** What has to be given on the command line for a sentence to be tried. */
export type Need = 'partner' | 'browser' | 'write' | 'contract residences';

/** One thing that the interface promises and that can be seen from outside. */
export interface Sentence {
  readonly section: Section;
  readonly sentence: string;
  readonly needs?: Need;
  /** Tries it. Answers what was seen; throws {@link Unmet} when that is not what the sentence says. */
  run(probe: Probe): Promise<string>;
}

/** A sentence is not met. The message is what was seen instead. */
export class Unmet extends Error {
  override readonly name: string = 'Unmet';
}

/** Test entries are treated as real ones: nothing more must be sent. */
export class TestModeIgnored extends Unmet {
  override readonly name = 'TestModeIgnored';
}

export function isOfContract(section: Section): boolean {
  return /^\d/.test(section);
}

/** How a section is named to a reader: `contract 4.1`, `interface « Retries »`. */
export function sectionName(section: Section): string {
  return isOfContract(section) ? `contract ${section}` : `interface « ${section} »`;
}

/** Sorted by section: the contract's by number, then those of docs/interface.md in its order. */
export function inOrder(sentences: readonly Sentence[]): Sentence[] {
  const names: readonly string[] = headings;
  const place = ({ section }: Sentence): number => {
    if (!isOfContract(section)) return 10_000 + names.indexOf(section);
    const [chapter, part = 0] = section.split('.').map(Number);
    return Number(chapter) * 100 + part;
  };
  return sentences.toSorted((a, b) => place(a) - place(b));
}
