import { deleteOldConversions } from './conversions/expiry.ts';
import { retractConversions, serveConversions } from './conversions/serve.ts';
import type { Operation } from './database/operation.ts';
import { tryWrite } from './database/readiness.ts';
import {
  assignAct,
  convertAct,
  createManualEntry,
  duplicateAct,
  editAct,
  ownerAct,
  processedAct,
  seenAct,
  spamAct,
} from './desk/acts/operations.ts';
import { deleteOldReceipts, deleteOldTestEntries } from './entries/expiry.ts';
import { receiveEntries } from './entries/receive-entries.ts';
import { deleteOldUploads } from './entries/upload-quota.ts';
import { claimMails } from './mail/claim.ts';
import { completeMail } from './mail/complete.ts';
import { writeDigests } from './mail/digest.ts';
import { deleteOldMails } from './mail/expiry.ts';
import { tellHeld } from './mail/held.ts';
import { endLongMailWaits } from './mail/long-waits.ts';
import { tellAtOnce } from './mail/tell.ts';
import { receiveFollowUp, receiveOrientation } from './orientation/operations.ts';
import { claimDeliveries, releaseDeliveries } from './outbox/claims-by-lease.ts';
import { completeDeliveries } from './outbox/complete.ts';
import { deleteOldDeliveries } from './outbox/expiry.ts';
import { endLongWaits } from './outbox/long-waits.ts';

/** Every write of the running service. The thread that writes finds an operation here by its name. */
export const operations: readonly Operation<never, unknown>[] = [
  tryWrite,
  receiveEntries,
  receiveOrientation,
  receiveFollowUp,
  createManualEntry,
  editAct,
  processedAct,
  seenAct,
  assignAct,
  spamAct,
  duplicateAct,
  convertAct,
  ownerAct,
  claimDeliveries,
  releaseDeliveries,
  completeDeliveries,
  endLongWaits,
  tellAtOnce,
  tellHeld,
  writeDigests,
  claimMails,
  completeMail,
  endLongMailWaits,
  serveConversions,
  retractConversions,
  deleteOldConversions,
  deleteOldDeliveries,
  deleteOldMails,
  deleteOldReceipts,
  deleteOldTestEntries,
  deleteOldUploads,
];
