import type { Grant } from './user.ts';

/** A grant as the form holds it: a select has no null. */
export interface GrantValue {
  readonly role: Grant['role'];
  readonly establishmentId: number | 'everywhere' | '' | null | undefined;
}

/** Grants for the form to begin with. A commercial user has to be given residences. */
export function grantValues(grants: readonly Grant[]): GrantValue[] {
  return grants.map(({ role, establishmentId }) => ({
    role,
    establishmentId: establishmentId ?? (role === 'commercial' ? '' : 'everywhere'),
  }));
}

/** The grants that a form says. */
export function grantsOf(values: readonly GrantValue[]): Grant[] {
  return values.map(({ role, establishmentId }) => ({
    role,
    establishmentId: role === 'administrator' || typeof establishmentId !== 'number' ? null : establishmentId,
  }));
}

/** Whether two lists say the same, in the same order. */
export function areSame(some: readonly Grant[], others: readonly Grant[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ role, establishmentId }, i) => {
      const other = others[i];
      return other?.role === role && other.establishmentId === establishmentId;
    })
  );
}
