import { holdRoutes } from './holds/desk.ts';

/** The routes of the desk for personal data, as data. */
export const privacyRoutes = [...holdRoutes] as const;
