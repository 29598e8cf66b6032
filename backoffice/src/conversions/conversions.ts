/** The export of conversions as the desk answers it. */
export const milestones = ['qualified', 'admitted'] as const;
export type Milestone = (typeof milestones)[number];

export interface Named {
  readonly name: string;
  /** In euros; null: not said. */
  readonly value: number | null;
}

export interface Count {
  readonly count: number;
  /** False when there are more. */
  readonly exact: boolean;
}

export interface Conversions extends Readonly<Record<Milestone, Named>> {
  readonly on: boolean;
  readonly consentAssured: boolean;
  readonly userName: string;
  readonly passwordMadeAt: string | null;
  readonly pulledAt: string | null;
  readonly files: readonly { readonly file: string; readonly url: string }[];
  readonly served: Count;
  readonly retracted: Count;
  readonly withheld: Count & {
    readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  };
}

/** A conversion that is not told of, and why. */
export interface Withheld {
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly at: string;
  readonly reason: string;
}

export interface WithheldPage {
  readonly data: readonly Withheld[];
  /** Where the page after it begins; null on the last one. */
  readonly next: string | null;
}
