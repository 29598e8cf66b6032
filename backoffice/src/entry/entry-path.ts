import type { EntryKind } from '../desk/enumerations.ts';

const folders: Readonly<Record<EntryKind, string>> = {
  commercial: 'leads',
  survey: 'surveys',
  postuler: 'applications',
};

/** The address of the page of an entry. */
export function entryPath({ kind, id }: { readonly kind: EntryKind; readonly id: number }): string {
  return `/${folders[kind]}/${id}`;
}
