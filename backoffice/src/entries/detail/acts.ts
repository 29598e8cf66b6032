import { useQuery } from '@tanstack/react-query';
import { change, DeskError, read } from '../../api/client.ts';
import type { EntryDetail, HistoryLine } from '../../api/responses.ts';
import { errorKind } from '../../ui/error-text.ts';
import type { Fields } from '../entry.ts';
import type { Undo } from '../UndoMessage.tsx';
import { type Formatters, fieldLabel } from './formatters.ts';
import { isPlanned } from './timeline.ts';

/** One entry with everything known about it. */
export function useEntry(id: number) {
  return useQuery({
    queryKey: ['entry', id],
    queryFn: ({ signal }) => read(`/desk/entries/${id}`, {}, signal),
    meta: { live: 'entry' },
  });
}

/** A change of an entry. */
export interface Act {
  /** `edit` is a `PATCH`; the others are the last part of a route, such as `/desk/entries/1/spam`. */
  readonly name:
    | 'edit'
    | 'processed'
    | 'seen'
    | 'assign'
    | 'spam'
    | 'duplicate'
    | 'convert'
    | 'owner'
    | 'sleep'
    | 'to-call'
    | 'step';
  readonly body?: Fields;
  /** Another entry than that of the page, and its version where it is known. */
  readonly entryId?: number;
  readonly version?: number;
}

const undoable: ReadonlySet<Act['name']> = new Set([
  'edit',
  'processed',
  'assign',
  'spam',
  'owner',
  'sleep',
  'to-call',
  'step',
]);

/** How the service takes an act back; undefined where it does not, as when others have read a comment since. */
export function undoOf({ name, body, entryId }: Act, id: number, version: number): Undo | undefined {
  const path = `/desk/entries/${entryId ?? id}`;
  if (name === 'duplicate' && body?.of !== null)
    return { path: `${path}/duplicate`, body: { of: null, version } };
  const isUndoable =
    undoable.has(name) && entryId === undefined && !(body !== undefined && 'comment' in body);
  return isUndoable ? { path: `${path}/undo`, body: { version } } : undefined;
}

/** What others have changed since the page was read. */
export interface Conflict {
  readonly version: number;
  readonly changes: readonly HistoryLine[];
}

/** What has become of an act. */
interface Done {
  /** The new version of the entry. */
  readonly version: number;
  /** What could not be taken back, because it was changed since. */
  readonly stayed: readonly string[];
}

/** Sends an act on the entry as of `version`. Rejects with a `DeskError`. */
export async function sendAct(entryId: number, act: Act, version: number): Promise<Done> {
  const path = `/desk/entries/${act.entryId ?? entryId}`;
  const isVersionKnown = act.entryId === undefined || act.version !== undefined;
  // Without a body there is nothing that could overwrite the work of others.
  const body = act.body === undefined ? undefined : { ...act.body, ...(isVersionKnown && { version }) };
  const answer =
    act.name === 'edit'
      ? await change('PATCH', path, body)
      : await change('POST', `${path}/${act.name}`, body);
  if (typeof answer !== 'object' || answer === null) return { version, stayed: [] };
  return {
    version: 'version' in answer ? Number(answer.version) : version,
    stayed: 'stayed' in answer && Array.isArray(answer.stayed) ? answer.stayed.map(String) : [],
  };
}

/** The conflict that made an act fail, if any. */
export function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof DeskError) || error.status !== 409) return undefined;
  const { body } = error;
  if (typeof body !== 'object' || body === null || !('version' in body) || !('changes' in body)) return;
  const { version, changes } = body;
  if (typeof version !== 'number' || !Array.isArray(changes)) return undefined;
  return { version, changes };
}

/** Why an act has failed, in a sentence. */
export function problemText(error: unknown, { translate }: Pick<Formatters, 'translate'>): string {
  const t = (key: string, options = {}) => translate(`accueil.entry.problem.${key}`, options);
  const field = error instanceof DeskError ? error.field : undefined;
  if (field === undefined) return t(errorKind(error), { _: t('other') });
  // `relations[0].email` is the field `email`.
  return t('field', { field: fieldLabel(field.split('.').at(-1) ?? field, { translate }) });
}

/** An act by the key of its text, `accueil.entry.act.<name>`. */
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
  | 'reopen'
  | 'owner'
  | 'takeCharge'
  | 'sleep'
  | 'wake'
  | 'toCall'
  | 'unreachable';

/** An act that is offered for an entry. */
export interface Choice {
  readonly name: ActName;
  /** The key of its text, where that is not its name. */
  readonly text?: 'processedMasculine' | 'processedOpinion' | 'answerApplicant';
  /** Whether it has a button; the first is the main one. The others are in a menu. */
  readonly isUsual: boolean;
  /** Sent at once; undefined for an act that needs a form. */
  readonly act?: Act;
}

/** The acts that are offered for an entry in its present state. */
export function choicesFor(entry: EntryDetail): Choice[] {
  const { kind, type, status, spam, duplicateOf, establishmentId, followUp, resultat, actions } = entry;
  const isNew = status === 'new';
  const usual = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: true }));
  const others = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: false }));
  // Everything else is done with the entry that was kept.
  if (duplicateOf !== null) return others(...commentActs(entry));
  const atOnce = (name: ActName, act: Act, isUsual = false): Choice => ({ name, isUsual, act });
  const processed = (isUsual: boolean) =>
    isNew ? [atOnce('processed', { name: 'processed' }, isUsual)] : [];
  const masculine: Choice['text'] =
    type === 'survey.type.contact' ? 'processedMasculine' : 'processedOpinion';
  const ofLeads = [
    ...(followUp === 'asleep' ? [atOnce('wake', { name: 'sleep', body: { sleep: null } })] : []),
    ...(followUp !== null && followUp !== 'asleep' ? others('sleep') : []),
    ...(isNew || spam
      ? []
      : resultat !== null || actions.some(isPlanned)
        ? others('toCall')
        : [atOnce('toCall', { name: 'to-call', body: {} })]),
  ];
  const always: Choice[] = [
    ...others('owner', ...commentActs(entry), establishmentId === null ? 'assignFirst' : 'assign'),
    atOnce(spam ? 'notSpam' : 'spam', { name: 'spam', body: { spam: !spam } }),
  ];
  switch (kind) {
    case 'commercial':
      return [
        ...usual('call', 'planVisit', 'result'),
        ...others('visitDone', 'planCall', 'note'),
        ...processed(false),
        ...ofLeads,
        ...always,
      ];
    case 'survey':
      // A complaint is closed by answering it.
      if (type === 'survey.type.complaint')
        return [
          ...usual(...(isNew ? (['answer'] as const) : []), 'note'),
          ...(isNew ? [] : [atOnce('reopen', { name: 'to-call', body: {} })]),
          ...always,
        ];
      if (type === 'survey.type.contact')
        return [
          ...usual('call', 'convert'),
          ...processed(true).map((choice) => ({ ...choice, text: masculine })),
          ...others('planCall', 'note'),
          ...ofLeads,
          ...always,
        ];
      return [
        ...processed(true).map((choice) => ({ ...choice, text: masculine })),
        ...usual('note'),
        ...always,
      ];
    case 'postuler':
      return [
        { name: 'answer', text: 'answerApplicant', isUsual: true },
        ...processed(true),
        ...usual('note'),
        ...always,
      ];
    default:
      return kind satisfies never;
  }
}

/** The comment is for the site that sent the entry; that of an application is its answer. */
function commentActs({ kind, caller, comment }: EntryDetail): ActName[] {
  return kind === 'postuler' || (caller === null && comment === null) ? [] : ['comment'];
}
