import { change, read } from '../api/client.ts';
import type { TotpSecret, TotpState } from '../api/responses.ts';

// Each change rejects with a `DeskError` that names the wrong field, `password` or `code`.

/** Whether the user signs in with a code. */
export function readTotp(): Promise<TotpState> {
  return read('/desk/session/totp');
}

/** Makes a secret for an authenticator app. Codes are not needed until {@link confirmTotp}. */
export function startTotp(password: string): Promise<TotpSecret> {
  return change('POST', '/desk/session/totp', { password });
}

/** Turns codes on. Returns the recovery codes, which are shown once. */
export async function confirmTotp(code: string): Promise<readonly string[]> {
  return (await change('PUT', '/desk/session/totp', { code })).recoveryCodes;
}

/** Replaces the recovery codes. Returns the new ones, which are shown once. */
export async function renewRecoveryCodes(password: string): Promise<readonly string[]> {
  return (await change('POST', '/desk/session/totp/recovery-codes', { password })).recoveryCodes;
}

/** Turns codes off. */
export async function endTotp(password: string): Promise<void> {
  await change('POST', '/desk/session/totp/off', { password });
}
