import { recordActivity } from './access/audit.ts';
import { addCalendarToken, revokeCalendarToken } from './access/calendar-tokens.ts';
import { labelPassword, renameCaller } from './access/callers.ts';
import { recordLastUses } from './access/last-uses.ts';
import { choosePreference } from './access/mail-preference.ts';
import { labelToken } from './access/partners.ts';
import { recordRefusedSignIns } from './access/refused-sign-ins.ts';
import { touchSession } from './access/sessions.ts';
import { changeSettings } from './access/settings.ts';
import { checkClock } from './clock-check.ts';
import { serveConversions } from './conversions/due.ts';
import { changeExport, makeExportPassword, revokeExportPassword } from './conversions/operations.ts';
import { deleteOldConversions } from './conversions/purge.ts';
import { retractConversions } from './conversions/retractions.ts';
import { notePull } from './conversions/settings.ts';
import {
  createManualApplication,
  createManualEntry,
  createManualSurvey,
} from './desk/acts/create-operations.ts';
import { planCallAct } from './desk/acts/edit.ts';
import { changeAssignment, changeTarget } from './desk/follow-up/operations.ts';
import { reviseEndpoint } from './desk/integrations/endpoints.ts';
import {
  registerCaller,
  registerEndpoint,
  registerPartner,
  registerPassword,
  registerToken,
  removePassword,
  removeToken,
  resendFailedDeliveries,
  resendOneDelivery,
  rotateEndpointSecret,
  testEndpoint,
} from './desk/integrations/operations.ts';
import { deskRoutes } from './desk/routes.ts';
import {
  acceptInvitation,
  beginOwnTotp,
  changeOwnPassword,
  confirmOwnTotp,
  endOwnTotp,
  mailForgottenPassword,
  noteOwnAbsence,
  renewOwnRecoveryCodes,
  signIn,
  signOut,
} from './desk/session/operations.ts';
import { changeOtherUser, endOtherTotp, inviteAgain, inviteNewUser } from './desk/users/operations.ts';
import { submitEntries } from './entries/create/submit-entries.ts';
import { tryEntry } from './entries/create/trial-entry.ts';
import { deleteOldUploads } from './entries/create/upload-quota.ts';
import { deleteOldIdempotencyKeys, deleteOldTestEntries } from './entries/purge.ts';
import { operationsOf } from './http/desk-route.ts';
import { noteUntrustedProxy } from './http/untrusted-proxy.ts';
import { writeDigests } from './mail/digest.ts';
import { writeNextMail } from './mail/next-mail.ts';
import { notifyImmediately } from './mail/notify.ts';
import { notifyOverdue } from './mail/overdue.ts';
import { submitFollowUp, submitOrientation } from './orientation/operations.ts';
import { mailLeases, webhookLeases } from './outbox/claims-by-lease.ts';
import { completeMails, completeWebhooks } from './outbox/complete.ts';
import { endLongWaits } from './outbox/long-waits.ts';
import { purgeChunk } from './outbox/purge.ts';
import { finishErasures } from './privacy/erase/finish.ts';
import { eraseOneEntry } from './privacy/erase/operations.ts';
import { eraseOneRelation } from './privacy/erase/relation-operations.ts';
import { repeatErasure } from './privacy/erase/repeat-erasure.ts';
import { endPastHolds } from './privacy/holds/end.ts';
import { noteRemovedBytes } from './privacy/ledger/deleted-bytes.ts';
import { addObjections, endObjection } from './privacy/objections/operations.ts';
import { rectifyEntry } from './privacy/rectification/operations.ts';
import { changeRegisterText } from './privacy/register/texts.ts';
import {
  addRequest,
  changeRequest,
  changeRequestEntry,
  linkEntries,
  noteExport,
} from './privacy/requests/operations.ts';
import { replaceComing } from './privacy/retention/coming.ts';
import {
  applyRetention,
  beginRetention,
  finishRetention,
  noteFailedRow,
  renameDisabledUser,
  renameDisabledUserInAudit,
} from './privacy/retention/operations.ts';
import { changeRetentionRule } from './privacy/retention/settings.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { residenceRoutes } from './residences/desk/routes.ts';
import type { Operation } from './store/database.ts';
import { tryCommit } from './store/readiness.ts';
import { lookAtSchema } from './store/schema-watch.ts';
import { mergeWords } from './store/sqlite/deleted-bytes.ts';

/** Every write of the running service. The writer thread looks operations up here by name. */
export const operations: readonly Operation<never, unknown>[] = [
  lookAtSchema,
  tryCommit,
  tryEntry,
  checkClock,
  mergeWords,
  noteUntrustedProxy,
  // access
  addCalendarToken,
  changeSettings,
  choosePreference,
  labelPassword,
  labelToken,
  recordActivity,
  recordLastUses,
  recordRefusedSignIns,
  renameCaller,
  revokeCalendarToken,
  touchSession,
  // conversions
  changeExport,
  deleteOldConversions,
  makeExportPassword,
  notePull,
  retractConversions,
  revokeExportPassword,
  serveConversions,
  // desk: acts on entries
  createManualEntry,
  createManualSurvey,
  createManualApplication,
  planCallAct,
  // desk: follow-up
  changeAssignment,
  changeTarget,
  ...operationsOf(deskRoutes),
  // desk: integrations
  registerCaller,
  registerEndpoint,
  registerPartner,
  registerPassword,
  registerToken,
  removePassword,
  removeToken,
  resendFailedDeliveries,
  reviseEndpoint,
  resendOneDelivery,
  testEndpoint,
  rotateEndpointSecret,
  // desk: sessions
  acceptInvitation,
  beginOwnTotp,
  changeOwnPassword,
  confirmOwnTotp,
  endOwnTotp,
  mailForgottenPassword,
  noteOwnAbsence,
  renewOwnRecoveryCodes,
  signIn,
  signOut,
  // desk: users
  changeOtherUser,
  endOtherTotp,
  inviteAgain,
  inviteNewUser,
  // entries
  deleteOldIdempotencyKeys,
  deleteOldTestEntries,
  deleteOldUploads,
  submitEntries,
  // mail
  notifyImmediately,
  notifyOverdue,
  writeNextMail,
  writeDigests,
  // orientation
  submitFollowUp,
  submitOrientation,
  // outbox
  completeMails,
  completeWebhooks,
  endLongWaits,
  mailLeases.claim,
  mailLeases.release,
  purgeChunk,
  webhookLeases.claim,
  webhookLeases.release,
  // privacy
  ...operationsOf(privacyRoutes),
  addObjections,
  addRequest,
  applyRetention,
  beginRetention,
  changeRegisterText,
  changeRequest,
  changeRequestEntry,
  changeRetentionRule,
  endObjection,
  endPastHolds,
  eraseOneEntry,
  eraseOneRelation,
  finishErasures,
  finishRetention,
  noteFailedRow,
  linkEntries,
  noteRemovedBytes,
  noteExport,
  rectifyEntry,
  renameDisabledUser,
  renameDisabledUserInAudit,
  repeatErasure,
  replaceComing,
  // residences
  ...operationsOf(residenceRoutes),
];
