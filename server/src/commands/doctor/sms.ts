import { lookup } from 'node:dns';
import type { Config } from '../../config.ts';
import { addressGuard } from '../../webhooks/address-guard.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Says whether SMS are on, and whether its address may be sent to. Nothing is sent: each SMS costs money. */
export function checkSms({ sms, webhookAllow }: Config): Finding {
  if (sms === undefined) return ok('SMS', 'off: SMS_URL is not set');
  const refusal = addressGuard(webhookAllow, lookup).refusalOfUrl(sms.url);
  if (refusal !== null) return warn('SMS', `none can leave: ${refusal}`);
  return ok('SMS', `on, by ${new URL(sms.url).host}${sms.sender === '' ? '' : ` as ${sms.sender}`}`);
}
