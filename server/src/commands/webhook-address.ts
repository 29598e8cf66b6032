import { lookup } from 'node:dns';
import { parseConfig } from '../config.ts';
import { addressGuard } from '../webhooks/address-guard.ts';
import { CommandError, type Context } from './context.ts';

/**
 * Checks an endpoint's address as each delivery will: one that is refused then would only be seen to fail, days later.
 * Throws {@link CommandError} with a sentence. What a name resolves to is not asked: it may change.
 */
export function refuseBadAddress({ env }: Context, url: string): void {
  const refusal = addressGuard(parseConfig(env).webhookAllow, lookup).refusalOfUrl(url);
  if (refusal !== null) throw new CommandError(`Nothing could be sent to ${url}: ${refusal}`);
}
