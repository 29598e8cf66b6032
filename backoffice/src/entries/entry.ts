import type { EntryKind } from '../api/enumerations.ts';
import type { ListedEntry } from '../api/responses.ts';

/** Fields by the names of the contract; unknown ones are absent. */
export type Fields = Readonly<Record<string, unknown>>;

const folders: Readonly<Record<EntryKind, string>> = {
  commercial: 'leads',
  survey: 'surveys',
  postuler: 'applications',
};

/** The address of an entry's page. */
export function entryPath({ kind, id }: { readonly kind: EntryKind; readonly id: number }): string {
  return `/${folders[kind]}/${id}`;
}

/** The related person to call, unless it is the person shown as the entry's name. */
export function otherContact({
  name,
  contactName,
}: Pick<ListedEntry, 'name' | 'contactName'>): string | null {
  return contactName === name ? null : contactName;
}
