import { change, DeskError } from '../desk/client.ts';
import { fieldLabel } from './field-labels.ts';
import type { Words } from './values.ts';
import type { Fields, HistoryLine } from './whole-entry.ts';

/** Something that is done with an entry. */
export interface Act {
  /** What is changed (`PATCH`), or the last part of the address of an act, such as `spam`. */
  readonly name: 'edit' | 'processed' | 'seen' | 'assign' | 'spam' | 'duplicate' | 'convert' | 'owner';
  readonly body?: Fields;
  /** Another entry than the one of the page: its version is not known here. */
  readonly entryId?: number;
}

/** What others have done since the page was read. */
export interface Conflict {
  readonly version: number;
  readonly changes: readonly HistoryLine[];
}

/** Does something with an entry of which `version` was seen. Rejects with a `DeskError`. */
export function sendAct(entryId: number, act: Act, version: number): Promise<unknown> {
  const path = `/desk/entries/${act.entryId ?? entryId}`;
  // What has no body overwrites nothing that others have done.
  const body =
    act.body === undefined ? undefined : { ...act.body, ...(act.entryId === undefined && { version }) };
  return act.name === 'edit' ? change('PATCH', path, body) : change('POST', `${path}/${act.name}`, body);
}

/** What others have done, when that is why an act has failed. */
export function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof DeskError) || error.status !== 409) return undefined;
  const { body } = error;
  if (typeof body !== 'object' || body === null || !('version' in body) || !('changes' in body)) return;
  const { version, changes } = body;
  if (typeof version !== 'number' || !Array.isArray(changes)) return undefined;
  return { version, changes };
}

/** Why an act has failed, in a sentence. */
export function problemText(error: unknown, { translate }: Pick<Words, 'translate'>): string {
  const say = (key: string, more = {}) => translate(`accueil.entry.problem.${key}`, more);
  if (!(error instanceof DeskError)) return say('failed');
  const { status, field } = error;
  if (field !== undefined) return say('field', { field: fieldLabel(lastPart(field), { translate }) });
  switch (status) {
    case 0:
      return say('unreachable');
    case 401:
      return say('ended');
    case 403:
      return say('forbidden');
    case 404:
      return say('gone');
    default:
      return say('failed');
  }
}

/** `relations[0].email` is about `email`. */
function lastPart(path: string): string {
  return path.split('.').at(-1) ?? path;
}
