import { usePermissions } from 'react-admin';
import type { Right } from './session.ts';

/** Whether whoever is signed in has a right at some residence. False until that is known. */
export function useRight(right: Right): boolean {
  const { permissions } = usePermissions<readonly Right[]>();
  return permissions?.includes(right) ?? false;
}
