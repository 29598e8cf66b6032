import type { PrivacyRequest } from '../../api/privacy-responses.ts';

/** The steps of a request, in order. */
export const steps = ['received', 'identity', 'search', 'decision', 'done'] as const;
type Step = (typeof steps)[number];

/** The steps that a request has taken. */
export function stepsDone({
  identityCheck,
  entries,
  decision,
  closedAt,
}: Pick<PrivacyRequest, 'identityCheck' | 'entries' | 'decision' | 'closedAt'>): ReadonlySet<Step> {
  const isClosed = closedAt !== null;
  return new Set(
    steps.filter((step) => {
      switch (step) {
        case 'received':
          return true;
        case 'identity':
          return identityCheck !== null;
        // A closed request has been searched for, even when nothing was found.
        case 'search':
          return entries.length > 0 || isClosed;
        case 'decision':
          return decision !== null;
        case 'done':
          return isClosed;
        default:
          return step satisfies never;
      }
    }),
  );
}
