import { change, read } from '../api/client.ts';

const path = '/desk/session/totp';

/** Whether the sign-in of whoever is signed in takes a code. */
export interface OwnTotp {
  /** Since when; null while it does not. */
  readonly since: string | null;
  readonly recoveryCodesLeft: number;
}

/** What an authenticator app needs, shown once. */
export interface TotpSecret {
  readonly secret: string;
  /** The same as an address, for a QR code. */
  readonly uri: string;
}

interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

export function readTotp(): Promise<OwnTotp> {
  return read<OwnTotp>(path);
}

/** Begins; nothing takes a code until {@link confirmTotp}. Rejects with a `DeskError` that names `password`. */
export function beginTotp(password: string): Promise<TotpSecret> {
  return change<TotpSecret>('POST', path, { password });
}

/** Answers the recovery codes, shown once. Rejects with a `DeskError` that names `code`. */
export async function confirmTotp(code: string): Promise<readonly string[]> {
  return (await change<RecoveryCodes>('PUT', path, { code })).recoveryCodes;
}

/** Answers new recovery codes, shown once: those before end. Rejects with a `DeskError` that names `password`. */
export async function renewRecoveryCodes(password: string): Promise<readonly string[]> {
  return (await change<RecoveryCodes>('POST', `${path}/recovery-codes`, { password })).recoveryCodes;
}

/** Rejects with a `DeskError` that names `password`. */
export async function endTotp(password: string): Promise<void> {
  await change('POST', `${path}/off`, { password });
}
