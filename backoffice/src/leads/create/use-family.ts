import { useQueries } from '@tanstack/react-query';
import { type Query, read } from '../../desk/client.ts';
import type { EntryKind, EntryStatus, Resultat } from '../../desk/enumerations.ts';

/** An entry of a family that is known already. */
export interface FamilyMember {
  readonly id: number;
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
  readonly name: string | null;
  readonly contactName: string | null;
  /** `YYYY-MM-DD`. */
  readonly contactDate: string;
  readonly resultat: Resultat | null;
  readonly status: EntryStatus;
}

interface Family {
  readonly data: readonly FamilyMember[];
  /** How many more there are at residences that whoever is signed in does not see. */
  readonly elsewhere: number;
}

const fewestDigits = 4;
const mostShown = 10;

/** Who is known by any of these: JSON arrays of what was typed. */
export function useFamily({ phones, emails }: { readonly phones: string; readonly emails: string }): {
  readonly members: readonly FamilyMember[];
  readonly elsewhere: number;
} {
  const queries: Query[] = [
    ...listOf(phones)
      .filter((phone) => phone.replace(/\D/g, '').length >= fewestDigits)
      .map((phone) => ({ phone })),
    ...listOf(emails)
      .filter((email) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email))
      .map((email) => ({ email })),
  ];
  const answers = useQueries({
    queries: queries.map((query) => ({
      queryKey: ['families', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => read<Family>('/desk/families', query, signal),
      retry: false,
    })),
  });
  const known = answers.flatMap(({ data }) => data ?? []);
  const members = new Map(known.flatMap(({ data }) => data).map((member) => [member.id, member]));
  return {
    members: [...members.values()].toSorted((a, b) => b.id - a.id).slice(0, mostShown),
    // The same entries may be known by several traces.
    elsewhere: Math.max(0, ...known.map(({ elsewhere }) => elsewhere)),
  };
}

function listOf(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(String) : [];
}
