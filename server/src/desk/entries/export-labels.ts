import type { EntryKind } from '../../contract/enumerations.ts';

/** The file name of an export, without date and extension. */
export const fileNames: Readonly<Record<EntryKind, string>> = {
  commercial: 'demandes',
  survey: 'contacts-et-avis',
  postuler: 'candidatures',
};
