import { lookup } from 'node:dns';
import { parseConfig } from '../config.ts';
import { addressGuard } from '../webhooks/address-guard.ts';
import { CommandError, type Context } from './context.ts';

/**
 * Checks an endpoint's URL by the rules of deliveries, where a refusal would only be noticed days later. Throws a
 * {@link CommandError}. Host names are not resolved, because their addresses may change.
 */
export function refuseBadAddress({ env }: Context, url: string): void {
  const refusal = addressGuard(parseConfig(env).webhookAllow, lookup).refusalOfUrl(url);
  if (refusal !== null) throw new CommandError(`Nothing could be sent to ${url}: ${refusal}`);
}
