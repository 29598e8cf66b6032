import { ValidationError } from '../../validation/validation-error.ts';
import { missingOf } from '../records/gates.ts';
import type { StoredRequest, StoredRequestEntry } from '../records/requests.ts';
import type { RequestStep } from '../records/steps.ts';
import type { Decision } from './schema.ts';

/** The step by which what was asked is done, where that is not seen by an entry. */
const stepOf: Readonly<Partial<Record<StoredRequest['kind'], RequestStep['step']>>> = {
  access: 'exported',
  portability: 'exported',
  // Until 0.10.0.
  erasure: 'user-erased',
  opposition: 'objected',
};

/** What a decision depends on. */
export interface State {
  readonly request: StoredRequest;
  readonly isDecided: boolean;
  readonly entries: readonly Pick<StoredRequestEntry, 'state'>[];
  readonly steps: readonly { readonly step: string; readonly detail: Readonly<Record<string, unknown>> }[];
}

/**
 * Returns what can be decided now. Nothing before the identity was checked, and only a refusal when it failed; granted when
 * something was done; nothing is held when a search of every text left no entry that is theirs.
 */
export function possibleDecisions({ request, isDecided, entries, steps }: State): Decision[] {
  if (request.asker !== 'controller' && request.identityKind === null) return [];
  if (missingOf(request) !== undefined) return ['refused'];
  const isDone =
    isDecided ||
    entries.some(({ state }) => state === 'done') ||
    steps.some(({ step }) => step === stepOf[request.kind]);
  const isNothing =
    steps.some(({ step, detail }) => step === 'searched' && detail.complete === true) &&
    entries.every(({ state }) => state === 'refused');
  return [
    ...(isDone ? (['granted', 'partial'] as const) : []),
    ...(isNothing && !isDone ? (['nothing'] as const) : []),
    'refused',
  ];
}

/** Throws a `ValidationError` for a decision that what was done does not bear. */
export function validateDecision(decision: Decision, state: State): void {
  const possible = possibleDecisions(state);
  if (possible.length === 0) throw new ValidationError('identityKind', 'expected before the decision');
  if (!possible.includes(decision))
    throw new ValidationError('decision', `expected ${possible.join(' or ')}: ${whyNot[decision]}`);
}

const whyNot: Readonly<Record<Decision, string>> = {
  granted: 'nothing was done yet',
  partial: 'nothing was done yet',
  nothing: 'a search of every text has to be noted that has found nothing of the person',
  refused: '',
};
