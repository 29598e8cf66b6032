/** What a bar chart shows. */
export interface BarsProps {
  readonly title: string;
  /** What each group of bars is. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
  /** Bars lie, which leaves room for long labels. */
  readonly lying?: boolean;
}
