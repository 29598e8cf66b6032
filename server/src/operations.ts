import { recordActivity } from './access/audit.ts';
import { recordLastUses } from './access/last-uses.ts';
import { recordRefusedSignIns } from './access/refused-sign-ins.ts';
import { touchSession } from './access/sessions.ts';
import { checkClock } from './clock-check.ts';
import { conversionRoutes } from './conversions/conversion-routes.ts';
import { serveConversions } from './conversions/due.ts';
import { deleteOldConversions } from './conversions/purge.ts';
import { notePull } from './conversions/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { mailForgottenPassword } from './desk/session/forgotten-password.ts';
import { acceptInvitation } from './desk/session/invitation.ts';
import { signIn } from './desk/session/sign-in.ts';
import { renewSearchOf } from './entries/change/renew-search.ts';
import { deleteOldRefused, keepRefusedCreation } from './entries/create/refused-creations.ts';
import { submitEntries } from './entries/create/submit-entries.ts';
import { tryEntry } from './entries/create/trial-entry.ts';
import { deleteOldUploads } from './entries/create/upload-quota.ts';
import { deleteOldIdempotencyKeys, deleteOldTestEntries } from './entries/purge.ts';
import { releaseChained } from './entries/unite/unite.ts';
import { operationsOf } from './http/desk-route.ts';
import { noteUntrustedProxy } from './http/untrusted-proxy.ts';
import { completeLetters, giveUpRestored } from './letters/given-up.ts';
import { purgeHashes } from './letters/letters.ts';
import { writeReceipts } from './letters/receipts.ts';
import { remindOfVisit } from './letters/reminders.ts';
import { writeDigests } from './mail/digest.ts';
import { writeNextMail } from './mail/next-mail.ts';
import { notifyImmediately } from './mail/notify.ts';
import { notifyOverdue } from './mail/overdue.ts';
import { submitFollowUp, submitOrientation } from './orientation/requests.ts';
import { letterLeases, noticeLeases, webhookLeases } from './outbox/claims-by-lease.ts';
import { completeNotices, completeWebhooks } from './outbox/complete.ts';
import { endLongWaits } from './outbox/long-waits.ts';
import { purgeNotices, purgeNotifications } from './outbox/purge.ts';
import { finishErasures, settleErasure } from './privacy/erase/erasure.ts';
import { repeatErasure } from './privacy/erase/repeat-erasure.ts';
import { endPastHold } from './privacy/holds/end.ts';
import { noteRemovedBytes } from './privacy/ledger/deleted-bytes.ts';
import { postponeErasures, replayDecision } from './privacy/ledger/replay.ts';
import { objectByLink, takeBackByLink } from './privacy/objections/object-by-link.ts';
import { notePurged, purgeField } from './privacy/register/purge-fields.ts';
import { applyRetention, beginRetention, finishRetention, noteFailedRow } from './privacy/retention/run.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { residenceRoutes } from './residences/desk/routes.ts';
import type { Operation } from './store/database.ts';
import { tryCommit } from './store/readiness.ts';
import { lookAtSchema } from './store/schema-watch.ts';
import { mergeWords } from './store/sqlite/deleted-bytes.ts';

/** Every write of the running service. The writer thread looks operations up here by name. */
export const operations: readonly Operation<never, unknown>[] = [
  ...operationsOf([...conversionRoutes, ...deskRoutes, ...privacyRoutes, ...residenceRoutes]),
  lookAtSchema,
  tryCommit,
  tryEntry,
  checkClock,
  mergeWords,
  noteUntrustedProxy,
  // access
  acceptInvitation,
  mailForgottenPassword,
  recordActivity,
  recordLastUses,
  recordRefusedSignIns,
  signIn,
  touchSession,
  // conversions
  deleteOldConversions,
  notePull,
  serveConversions,
  // entries
  deleteOldIdempotencyKeys,
  deleteOldRefused,
  deleteOldTestEntries,
  deleteOldUploads,
  keepRefusedCreation,
  releaseChained,
  renewSearchOf,
  submitEntries,
  submitFollowUp,
  submitOrientation,
  // letters
  completeLetters,
  giveUpRestored,
  letterLeases.claim,
  letterLeases.release,
  purgeHashes,
  remindOfVisit,
  writeReceipts,
  // mail
  notifyImmediately,
  notifyOverdue,
  writeDigests,
  writeNextMail,
  // outbox
  completeNotices,
  completeWebhooks,
  endLongWaits,
  noticeLeases.claim,
  noticeLeases.release,
  purgeNotices,
  purgeNotifications,
  webhookLeases.claim,
  webhookLeases.release,
  // privacy
  applyRetention,
  beginRetention,
  endPastHold,
  settleErasure,
  finishErasures,
  finishRetention,
  notePurged,
  purgeField,
  noteFailedRow,
  noteRemovedBytes,
  objectByLink,
  takeBackByLink,
  repeatErasure,
  replayDecision,
  postponeErasures,
];
