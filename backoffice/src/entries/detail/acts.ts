import { useQuery } from '@tanstack/react-query';
import { change, DeskError, read } from '../../api/client.ts';
import { entryKey } from '../../desk/entry-key.ts';
import { fieldLabel, type Words } from './formatters.ts';
import type { Fields, HistoryLine, WholeEntry } from './whole-entry.ts';

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

/** An act by its text, `accueil.entry.act.<name>`. */
export type ActName =
  | 'call'
  | 'planVisit'
  | 'result'
  | 'visitDone'
  | 'planCall'
  | 'note'
  | 'comment'
  | 'processed'
  | 'assign'
  | 'assignFirst'
  | 'spam'
  | 'notSpam'
  | 'convert'
  | 'answer'
  | 'owner';

/** Something that can be done with an entry now. */
export interface Choice {
  readonly name: ActName;
  /** Of these there are buttons; the first is the main one. */
  readonly isUsual: boolean;
  /** What is done at once; undefined when a form asks for more. */
  readonly act?: Act;
}

/** What can be done with an entry of its kind, as it stands. */
export function choicesFor({ kind, type, status, spam, establishmentId }: WholeEntry): Choice[] {
  const isNew = status === 'new';
  const usual = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: true }));
  const others = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: false }));
  const processed = (isUsual: boolean): Choice[] =>
    isNew ? [{ name: 'processed', isUsual, act: { name: 'processed' } }] : [];
  const always: Choice[] = [
    ...others('comment', establishmentId === null ? 'assignFirst' : 'assign'),
    {
      name: spam ? 'notSpam' : 'spam',
      isUsual: false,
      act: { name: 'spam', body: { spam: !spam } },
    },
  ];
  switch (kind) {
    case 'commercial':
      return [
        ...usual('call', 'planVisit', 'result'),
        ...others('visitDone', 'planCall', 'note'),
        ...processed(false),
        ...always,
      ];
    case 'survey':
      // A complaint is closed by its answer.
      if (type === 'survey.type.complaint')
        return [...usual(...(isNew ? (['answer'] as const) : []), 'owner', 'note'), ...always];
      return [
        ...processed(true),
        ...usual('note', ...(type === 'survey.type.contact' ? (['convert'] as const) : [])),
        ...always,
      ];
    case 'postuler':
      return [...processed(true), ...usual('note'), ...always];
    default:
      return kind satisfies never;
  }
}

/** One entry with everything known about it. */
export function useEntry(id: string) {
  return useQuery({
    queryKey: [entryKey, id],
    queryFn: ({ signal }) => read<WholeEntry>(`/desk/entries/${encodeURIComponent(id)}`, {}, signal),
  });
}
