import { addEntries, patchRequestEntry, showRequestEntry } from './entries.ts';
import { listPrivacyRequests, noteRequest, patchRequest, showRequest } from './requests.ts';

/** Requests of persons about their data. */
export const requestRoutes = [
  listPrivacyRequests,
  noteRequest,
  showRequest,
  patchRequest,
  addEntries,
  showRequestEntry,
  patchRequestEntry,
] as const;
