import type { EntryDetail } from './responses.ts';

export type RequestKind = 'access' | 'portability' | 'rectification' | 'erasure' | 'opposition' | 'limitation';
export type HoldKind = 'hold' | 'limitation';
export interface TraceHold { readonly kind: HoldKind; readonly until: string }
export interface Trace {
  readonly place: 'entry' | 'user' | 'staff';
  readonly id: number;
  readonly kind?: 'commercial' | 'survey' | 'postuler';
  readonly establishmentId?: number | null;
  readonly receivedAt?: string;
  readonly name: string | null;
  readonly restriction: 'limited' | 'erased' | null;
  readonly hold: TraceHold | null;
  readonly strength: 'strong' | 'weak';
  readonly reasons: string[];
  readonly files: string[];
  readonly where: string[];
}
export interface Plan {
  readonly entryId: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly digest: string;
  readonly hold: (TraceHold & { readonly reason: string }) | null;
  readonly erased: boolean;
}
export type Plans = { readonly plans: Plan[]; readonly digest: string };
export type PrivacyEntryDetail = EntryDetail;
