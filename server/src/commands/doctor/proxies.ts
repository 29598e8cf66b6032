import { dayMs } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { lastUntrustedProxy } from '../../http/untrusted-proxy.ts';
import type { Queries } from '../../store/database.ts';
import { type Finding, ok, warn } from './finding.ts';

const recentMs = 7 * dayMs;

/** Checks for a proxy that is not in TRUSTED_PROXIES: then all callers share its address. */
export async function checkProxies(config: Config, read: Queries, now: Date): Promise<Finding> {
  if (config.trustedProxies.length > 0) return ok('proxies', `trusted: ${config.trustedProxies.join(', ')}`);
  const seen = await lastUntrustedProxy(read);
  if (seen !== undefined && now.getTime() - Date.parse(seen.at) < recentMs) {
    return warn(
      'proxies',
      `${seen.peer} sends X-Forwarded-For (last noted ${seen.at}): if it is your proxy, name it in TRUSTED_PROXIES`,
    );
  }
  return config.publicUrl.startsWith('https:')
    ? warn('proxies', 'PUBLIC_URL is https, so a proxy stands before accueil: name it in TRUSTED_PROXIES')
    : ok('proxies', 'none');
}
