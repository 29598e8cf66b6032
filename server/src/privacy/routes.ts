import { erasureRoutes } from './erase/desk.ts';
import { findRoutes } from './find/desk.ts';
import { holdRoutes } from './holds/desk.ts';
import { objectionRoutes } from './objections/desk.ts';
import { correctEntry } from './rectification/desk.ts';
import { registerRoutes } from './register/desk.ts';
import { requestRoutes } from './requests/desk.ts';
import { nameResidences } from './residences.ts';
import { retentionRoutes } from './retention/desk.ts';

/** The routes of the desk for personal data, as data. */
export const privacyRoutes = [
  ...findRoutes,
  ...erasureRoutes,
  ...holdRoutes,
  ...retentionRoutes,
  ...registerRoutes,
  ...requestRoutes,
  correctEntry,
  ...objectionRoutes,
  nameResidences,
] as const;
