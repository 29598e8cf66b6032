import {
  addPartner,
  addPassword,
  addToken,
  revokePassword,
  revokeToken,
} from '../src/access/administration.ts';
import type { Scope } from '../src/access/credentials.ts';
import type { Transaction } from '../src/database/port.ts';
import { untilSeen } from './seen.ts';
import type { TestService } from './service.ts';

/** Changes credentials as a command does, and waits until the service knows. */
export function administer<T>(service: TestService, change: (tx: Transaction) => Promise<T>): Promise<T> {
  return untilSeen(service.database, 'access', () => service.database.transaction(change));
}

const of = ({ secrets, clock }: TestService) => ({ secrets, now: clock.now });

/** Another password of the caller `site`. */
export function newPassword(service: TestService, scope: Scope, origins: readonly string[] = []) {
  return administer(service, (tx) => addPassword(tx, of(service), { caller: 'site', scope, origins }));
}

/** Another partner with a token. */
export function newPartner(service: TestService, slug: string) {
  return administer(service, (tx) => addPartner(tx, of(service), { slug }));
}

/** Another token of the partner `partner`, good through its last day. */
export function newToken(service: TestService, until: string | null = null) {
  return administer(service, (tx) => addToken(tx, of(service), { slug: 'partner', until }));
}

export function endPassword(service: TestService, id: number) {
  return administer(service, (tx) => revokePassword(tx, id, service.clock.now));
}

export function endToken(service: TestService, id: number) {
  return administer(service, (tx) => revokeToken(tx, id, service.clock.now));
}
