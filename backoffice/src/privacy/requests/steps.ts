import type { PrivacyRequest } from '../../api/privacy-responses.ts';

const isDone = {
  received: () => true,
  identity: ({ identityCheck }) => identityCheck !== null,
  // A closed request has been searched for, even when nothing was found.
  search: ({ entries, closedAt }) => entries.length > 0 || closedAt !== null,
  decision: ({ decision }) => decision !== null,
  done: ({ closedAt }) => closedAt !== null,
} satisfies Record<string, (request: PrivacyRequest) => boolean>;

type Step = keyof typeof isDone;
/** The steps of a request, in order. */
export const steps = Object.keys(isDone) as Step[];

/** The steps that a request has taken. */
export function stepsDone(request: PrivacyRequest): ReadonlySet<Step> {
  return new Set(steps.filter((step) => isDone[step](request)));
}
