import { AddressRefused } from './address-guard.ts';

/** Thrown when an exchange has taken too long. */
export class ExchangeTimeout extends Error {
  override readonly name = 'ExchangeTimeout';
}

/** Given instead of a response when the sender has been stopped. */
export class SenderStopped extends Error {
  override readonly name = 'SenderStopped';
}

/** The reason given for deliveries interrupted when the sender stops. */
export const stoppedReason = 'The sender was stopped before the answer was complete';

/** By error code: a reason that an integrator can act on. */
const reasonsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset before the answer was complete',
  EPIPE: 'The connection was reset before the answer was complete',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer was shorter or longer than it said',
  UND_ERR_CONNECT_TIMEOUT: 'No connection could be made in time',
  ETIMEDOUT: 'No connection could be made in time',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large',
  UND_ERR_DESTROYED: stoppedReason,
  ENOTFOUND: 'The name of the receiver is not known',
  EAI_AGAIN: 'The name of the receiver could not be looked up',
  EHOSTUNREACH: 'The receiver can’t be reached from here',
  ENETUNREACH: 'The receiver can’t be reached from here',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
  CERT_NOT_YET_VALID: 'The certificate of the receiver is not valid yet',
  CERT_REVOKED: 'The certificate of the receiver has been revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is not signed by a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the receiver is not signed by a known authority',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate of the receiver is not signed by a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the receiver is not signed by a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The receiver does not send the intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name',
};

/** Why there was no complete response. Never the error's message: it may contain the address, and thereby a secret. */
export function reasonOfError(error: Error): string {
  if ([AddressRefused, ExchangeTimeout, SenderStopped].some((one) => error instanceof one))
    return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = reasonsByCode[code];
  if (reason !== undefined) return reason;
  if (error.name === 'HTTPParserError') return 'The answer is not HTTP';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'No TLS connection could be made';
  return code === '' ? 'Sending failed' : `Sending failed: ${code}`;
}

/** What is wrong with a response of this status; null for success. */
export function reasonOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'The receiver answered 410: it wants no more events';
  const redirected = status >= 300 && status < 400 ? ': redirects are not followed' : '';
  return `The receiver answered ${status}${redirected}`;
}
