import type { EntriesTable } from '../store/tables.ts';

type EntryKind = EntriesTable['kind'];

/** Paths of the back office's entry pages. */
const pages: Readonly<Record<EntryKind, string>> = {
  commercial: 'leads',
  survey: 'surveys',
  postuler: 'applications',
};

/** The address of an entry's page in the back office, for mails and calendars. */
export function entryAddress(kind: EntryKind, entryId: number, publicUrl: string): string {
  return `${publicUrl}/#/${pages[kind]}/${entryId}`;
}
