import type { Sensitivity } from '../sensitive-names.ts';
import type { treatmentNames } from './treatments.ts';

/** Places that keep the fields which the interface does not name. */
export const placesOfUnnamed = ['entries', 'relations', 'actions'] as const;

type Text = {
  readonly text: string;
  readonly author: string;
  readonly changedAt: string;
} | null;
/** What concerns all treatments: what the configuration tells, and the officer's own text. */
interface Part {
  readonly known: string[];
  readonly text: Text;
}
/** The register of treatments (article 30 of the RGPD). */
export interface Register {
  readonly writtenAt: string;
  readonly url: string;
  readonly controller: Text;
  readonly article9: Part;
  readonly processors: Part;
  readonly transfers: Part;
  readonly treatments: {
    readonly treatment: (typeof treatmentNames)[number];
    readonly name: string;
    readonly purpose: string;
    readonly legalBasis: string;
    readonly article9: string | null;
    readonly people: string[];
    readonly data: {
      readonly place: string;
      readonly text: string;
      readonly columns: string[];
    }[];
    readonly recipients: {
      readonly kind: 'role' | 'caller' | 'partner' | 'mail' | 'sms' | 'advertising';
      readonly name: string;
      readonly host: string | null;
    }[];
    readonly durations: {
      readonly rule: string | null;
      readonly text: string;
      readonly days: number | null;
      readonly confirmed: boolean;
    }[];
    readonly text: Text;
  }[];
  readonly measures: string[];
  readonly unfulfilled: string[];
  readonly refusedFields: {
    readonly id: number;
    readonly name: string;
    readonly author: string;
    readonly refusedAt: string;
    readonly purged: number;
    readonly purgedAt: string | null;
  }[];
}

export interface UnnamedFields {
  readonly newest: number;
  readonly complete: boolean;
  readonly fields: {
    readonly place: (typeof placesOfUnnamed)[number];
    readonly name: string;
    readonly count: number;
    readonly sensitive: Sensitivity | null;
  }[];
  readonly more: number;
}
export type Recipient = Register['treatments'][number]['recipients'][number];
