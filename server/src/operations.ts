import * as audit from './access/audit.ts';
import * as callers from './access/callers.ts';
import * as mailPreference from './access/mail-preference.ts';
import * as refusedSignIns from './access/refused-sign-ins.ts';
import * as sessions from './access/sessions.ts';
import * as clockCheck from './clock-check.ts';
import * as conversions from './conversions/operations.ts';
import * as conversionsPurge from './conversions/purge.ts';
import * as conversionsServe from './conversions/serve.ts';
import * as conversionsSettings from './conversions/settings.ts';
import * as acts from './desk/acts/operations.ts';
import * as integrations from './desk/integrations/operations.ts';
import * as session from './desk/session/operations.ts';
import * as users from './desk/users/operations.ts';
import * as submitEntries from './entries/create/submit-entries.ts';
import * as uploadQuota from './entries/create/upload-quota.ts';
import * as entriesPurge from './entries/purge.ts';
import * as untrustedProxy from './http/untrusted-proxy.ts';
import * as digest from './mail/digest.ts';
import * as hourlyLimit from './mail/hourly-limit.ts';
import * as notify from './mail/notify.ts';
import * as orientation from './orientation/operations.ts';
import { mailLeases, webhookLeases } from './outbox/claims-by-lease.ts';
import * as complete from './outbox/complete.ts';
import * as longWaits from './outbox/long-waits.ts';
import * as outboxPurge from './outbox/purge.ts';
import * as announcements from './residences/desk/change-announcements.ts';
import * as groups from './residences/desk/change-groups.ts';
import * as residences from './residences/desk/change-residences.ts';
import * as staff from './residences/desk/change-staff.ts';
import * as runImport from './residences/import/run-import.ts';
import type { Operation } from './store/database.ts';
import * as readiness from './store/readiness.ts';

/** The modules that define operations. */
const modules: readonly object[] = [
  audit,
  callers,
  mailPreference,
  refusedSignIns,
  sessions,
  clockCheck,
  conversions,
  conversionsPurge,
  conversionsServe,
  conversionsSettings,
  acts,
  integrations,
  session,
  users,
  submitEntries,
  uploadQuota,
  entriesPurge,
  untrustedProxy,
  digest,
  hourlyLimit,
  notify,
  orientation,
  mailLeases,
  webhookLeases,
  complete,
  longWaits,
  outboxPurge,
  announcements,
  groups,
  residences,
  staff,
  runImport,
  readiness,
];

/** Every write of the running service. The writer thread looks operations up here by name. */
export const operations: readonly Operation<never, unknown>[] = modules.flatMap((exported) =>
  Object.values(exported).filter(isOperation),
);

function isOperation(value: unknown): value is Operation<never, unknown> {
  return typeof value === 'object' && value !== null && 'isBatched' in value;
}
