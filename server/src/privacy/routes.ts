import { erasureRoutes } from './erase/desk.ts';
import { findRoutes, noteSearch } from './find/desk.ts';
import { holdRoutes } from './holds/desk.ts';
import { objectionRoutes } from './objections/desk.ts';
import { correctEntry } from './rectification/desk.ts';
import { registerRoutes } from './register/desk.ts';
import { addEntries, patchRequestEntry } from './requests/entries.ts';
import { downloadExport } from './requests/export/desk.ts';
import { writeLetter } from './requests/letters/letter.ts';
import { showProofPage } from './requests/proof/page.ts';
import { showNoticesPage } from './requests/register-pages.ts';
import { listPrivacyRequests, noteRequest, patchRequest, showRequest } from './requests/requests.ts';
import { nameResidences } from './residences.ts';
import { retentionRoutes } from './retention/desk.ts';

/** The routes of the desk for personal data, as data. */
export const privacyRoutes = [
  ...findRoutes,
  ...erasureRoutes,
  ...holdRoutes,
  ...retentionRoutes,
  ...registerRoutes,
  listPrivacyRequests,
  noteRequest,
  showRequest,
  patchRequest,
  addEntries,
  patchRequestEntry,
  noteSearch,
  downloadExport,
  writeLetter,
  showProofPage,
  showNoticesPage,
  correctEntry,
  ...objectionRoutes,
  nameResidences,
] as const;
