import { entryTexts } from './privacy/entry.ts';
import { findTexts } from './privacy/find.ts';
import { holdsTexts } from './privacy/holds.ts';
import { pendingTexts } from './privacy/pending.ts';
import { registerTexts } from './privacy/register.ts';
import { requestsTexts } from './privacy/requests.ts';
import { retentionTexts } from './privacy/retention.ts';
import { seenTexts } from './privacy/seen.ts';
import { sharedTexts } from './privacy/shared.ts';

/** Texts of the pages about personal data; a file for each page. */
export const privacyTexts = {
  ...entryTexts,
  ...findTexts,
  ...holdsTexts,
  ...pendingTexts,
  ...registerTexts,
  ...requestsTexts,
  ...retentionTexts,
  ...seenTexts,
  ...sharedTexts,
};
