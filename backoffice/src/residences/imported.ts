export const importKinds = ['residences', 'staff', 'announcements'] as const;

/** What an import has done, or would do. */
export interface Imported {
  /** False for a dry run, and when anything is wrong with the file. */
  readonly stored: boolean;
  readonly unit: 'line' | 'element';
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  readonly problems: readonly { readonly number: number; readonly field: string; readonly message: string }[];
}
