import type { DeliveryState } from '../api/enumerations.ts';

/** What an administrator sees of callers, endpoints, deliveries and partners, as the desk answers it. */
export type Scope = 'full' | 'browser';

export interface Password {
  readonly id: number;
  readonly scope: Scope;
  readonly origins: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

export const events = ['processed', 'action', 'result', 'updated', 'erased', 'test'] as const;

export interface Endpoint {
  readonly id: number;
  readonly callerId: number;
  readonly caller: string;
  readonly url: string;
  readonly events: readonly string[] | null;
  readonly state: 'on' | 'held' | 'off';
  readonly reason: string | null;
  readonly failingSince: string | null;
  readonly waiting: number;
  readonly previousUntil: string | null;
  readonly createdAt: string;
}

export interface Caller {
  readonly id: number;
  readonly name: string;
  readonly passwords: readonly Password[];
  readonly endpoints: readonly Endpoint[];
}

export interface Delivery {
  readonly id: number;
  readonly webhookId: string;
  readonly endpointId: number;
  readonly caller: string;
  readonly url: string;
  readonly entryId: number | null;
  readonly event: string;
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAt: string | null;
  readonly finishedAt: string | null;
}

export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly ms: number;
  readonly cause: string | null;
  readonly answer: string;
}

export interface WholeDelivery extends Delivery {
  readonly body: string;
  readonly log: readonly Attempt[];
}

export const mailStates = ['pending', 'sent', 'failed'] as const;

/** A mail to a user, of what has arrived. */
export interface Mail {
  readonly id: number;
  readonly to: string;
  /** Null for the digest of a morning. */
  readonly entryId: number | null;
  readonly subject: string;
  readonly state: (typeof mailStates)[number];
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAt: string | null;
  /** What went wrong the last time, as the mail server says it. */
  readonly cause: string | null;
}

export interface Token {
  readonly id: number;
  readonly until: string | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

export interface Partner {
  readonly id: number;
  readonly slug: string;
  readonly tokens: readonly Token[];
}
