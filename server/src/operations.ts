import { deleteOldConversions } from './conversions/expiry.ts';
import { retractConversions, serveConversions } from './conversions/serve.ts';
import type { Operation } from './database/operation.ts';
import { tryWrite } from './database/readiness.ts';
import { deleteOldReceipts, deleteOldTestEntries } from './entries/expiry.ts';
import { receiveEntries } from './entries/receive-entries.ts';
import { deleteOldUploads } from './entries/upload-quota.ts';
import { writeDigests } from './mail/digest.ts';
import { writeDeferred } from './mail/hourly-limit.ts';
import { notifyImmediately } from './mail/notify.ts';
import { mailLeases, webhookLeases } from './outbox/claims-by-lease.ts';
import { completeMails, completeWebhooks } from './outbox/complete.ts';
import { endLongWaits } from './outbox/long-waits.ts';
import { purgeChunk } from './outbox/purge.ts';

/** Every write of the running service. The thread that writes finds an operation here by its name. */
export const operations: readonly Operation<never, unknown>[] = [
  tryWrite,
  receiveEntries,
  webhookLeases.claim,
  webhookLeases.release,
  mailLeases.claim,
  mailLeases.release,
  completeWebhooks,
  completeMails,
  endLongWaits,
  purgeChunk,
  notifyImmediately,
  writeDeferred,
  writeDigests,
  serveConversions,
  retractConversions,
  deleteOldConversions,
  deleteOldReceipts,
  deleteOldTestEntries,
  deleteOldUploads,
];
