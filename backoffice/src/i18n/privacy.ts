import { entryEnglish, entryFrench } from './privacy/entry.ts';
import { findEnglish, findFrench } from './privacy/find.ts';
import { holdsEnglish, holdsFrench } from './privacy/holds.ts';
import { proofEnglish, proofFrench } from './privacy/proof.ts';
import { registerEnglish, registerFrench } from './privacy/register.ts';
import { requestsEnglish, requestsFrench } from './privacy/requests.ts';
import { retentionEnglish, retentionFrench } from './privacy/retention.ts';
import { sharedEnglish, sharedFrench } from './privacy/shared.ts';

/** Texts of the pages about personal data; a file for each page. */
export const privacyFrench = {
  ...entryFrench,
  ...findFrench,
  ...holdsFrench,
  ...proofFrench,
  ...registerFrench,
  ...requestsFrench,
  ...retentionFrench,
  ...sharedFrench,
};

export const privacyEnglish: typeof privacyFrench = {
  ...entryEnglish,
  ...findEnglish,
  ...holdsEnglish,
  ...proofEnglish,
  ...registerEnglish,
  ...requestsEnglish,
  ...retentionEnglish,
  ...sharedEnglish,
};
