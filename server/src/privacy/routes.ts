import { erasureRoutes } from './erase/erasure-routes.ts';
import { findRoutes, noteSearch } from './find/find-routes.ts';
import { holdRoutes } from './holds/hold-routes.ts';
import { objectionRoutes } from './objections/objection-routes.ts';
import { correctEntry } from './rectification/correct-entry.ts';
import { registerRoutes } from './register/register-routes.ts';
import { addEntries, patchRequestEntry } from './requests/entries.ts';
import { downloadExport } from './requests/export/export-routes.ts';
import { writeLetter } from './requests/letters/letter.ts';
import { showProofPage } from './requests/proof/page.ts';
import { showNoticesPage } from './requests/register-pages.ts';
import { listPrivacyRequests, noteRequest, patchRequest, showRequest } from './requests/requests.ts';
import { nameResidences } from './residences.ts';
import { retentionRoutes } from './retention/retention-routes.ts';

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
