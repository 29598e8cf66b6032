import { type Check, inOrder } from '../check.ts';
import { applications } from './applications.ts';
import { authentication } from './authentication.ts';
import { commercial } from './commercial.ts';
import { directories } from './directories.ts';
import { errors } from './errors.ts';
import { followUp } from './follow-up.ts';
import { jobs } from './jobs.ts';
import { limits } from './limits.ts';
import { lookup } from './lookup.ts';
import { orientation } from './orientation.ts';
import { phone } from './phone.ts';
import { retries } from './retries.ts';
import { sending } from './sending.ts';
import { statistics } from './statistics.ts';
import { survey } from './survey.ts';
import { testMode } from './test-mode.ts';

/** Every check except those that run first, by section. */
export const checks: readonly Check[] = inOrder([
  ...survey,
  ...commercial,
  ...applications,
  ...lookup,
  ...phone,
  ...directories,
  ...jobs,
  ...statistics,
  ...orientation,
  ...followUp,
  ...errors,
  ...authentication,
  ...sending,
  ...limits,
  ...retries,
  ...testMode,
]);
