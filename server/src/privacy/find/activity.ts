import type { AuditedAct } from '../../access/audit.ts';
import { type Criteria, criteriaNames } from './criteria.ts';

/** Returns a search as the audit trail records it: which criteria were given, never their values. */
export function findActivity(
  criteria: Criteria,
  { deep, count }: { readonly deep: boolean; readonly count?: number },
): AuditedAct {
  const given = criteriaNames.filter((name) => criteria[name] !== undefined);
  return {
    action: 'read',
    subject: 'person',
    detail: { criteria: given, deep, ...(count !== undefined && { count }) },
  };
}
