import { callerRoutes } from './integrations/callers.ts';
import { deliveryRoutes } from './integrations/deliveries.ts';
import { endpointRoutes } from './integrations/endpoints.ts';
import { mailRoutes } from './integrations/mails.ts';
import { partnerRoutes } from './integrations/partners.ts';

/** The routes of the desk, as data. */
export const deskRoutes = [
  ...callerRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...mailRoutes,
  ...partnerRoutes,
] as const;
