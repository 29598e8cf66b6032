import { useQuery } from '@tanstack/react-query';
import { type CallOptions, DeskError, request } from '../../api/client.ts';
import type { EntryDetail, HistoryLine } from '../../api/responses.ts';
import type { AnswerOf, InputOf, Route } from '../../api/routes.ts';
import { translate } from '../../i18n/texts.ts';
import { isPlanned } from './timeline.ts';

/** One entry with everything known about it. */
export function useEntry(id: number) {
  return useQuery({
    queryKey: ['entry', id],
    queryFn: ({ signal }) => request('GET /desk/entries/:id', { id }, { signal }),
    meta: { live: 'entry' },
  });
}

/** The routes of the acts on an entry. */
const routes = {
  edit: 'PATCH /desk/entries/:id',
  processed: 'POST /desk/entries/:id/processed',
  acknowledged: 'POST /desk/entries/:id/acknowledged',
  seen: 'POST /desk/entries/:id/seen',
  assign: 'POST /desk/entries/:id/assign',
  spam: 'POST /desk/entries/:id/spam',
  duplicate: 'POST /desk/entries/:id/duplicate',
  convert: 'POST /desk/entries/:id/convert',
  owner: 'POST /desk/entries/:id/owner',
  sleep: 'POST /desk/entries/:id/sleep',
  toCall: 'POST /desk/entries/:id/to-call',
  step: 'POST /desk/entries/:id/step',
  consent: 'POST /desk/entries/:id/consent',
} as const satisfies Record<string, Route>;
type Routes = typeof routes;
type Name = keyof Routes;
export type Edit = BodyOf<'edit'>;
type BodyOf<N extends Name> = Omit<InputOf<Routes[N]>, 'id' | 'version'>;

/** A change of an entry. */
export type Act = {
  [N in Name]: {
    readonly name: N;
    /** Another entry than that of the page, and its version where it is known. */
    readonly entryId?: number;
    readonly version?: number;
    /** Its idempotency key, where a message leaves with it. */
    readonly options?: CallOptions;
  } & (object extends BodyOf<N> ? { readonly body?: BodyOf<N> } : { readonly body: BodyOf<N> });
}[Name];

const undoable: ReadonlySet<Name> = new Set([
  'edit',
  'processed',
  'acknowledged',
  'assign',
  'spam',
  'owner',
  'sleep',
  'toCall',
  'step',
  'convert',
]);

/** Returns what takes an act back; undefined where the service does not, as when others have read a comment since. */
export function undoOf(
  act: Act,
  entry: Pick<EntryDetail, 'id' | 'type' | 'comment'>,
  { version, messages = [] }: AnswerOf<Routes[Name]>,
): (() => Promise<unknown>) | undefined {
  const id = act.entryId ?? entry.id;
  if (act.name === 'duplicate' && act.body.of !== null)
    return () => request('POST /desk/entries/:id/duplicate', { id, of: null, version });
  const isClosing = entry.type === 'survey.type.complaint' && entry.comment === null;
  const isComment = act.name === 'edit' && act.body?.comment !== undefined && !isClosing;
  const [message] = messages;
  // A comment stays where its site has read it.
  if (isComment && message !== undefined)
    return async () => {
      await request('POST /desk/messages/:id/cancel', { id: message.id });
      return translate('accueil.entry.answer.stays');
    };
  if (!undoable.has(act.name) || act.entryId !== undefined || isComment) return undefined;
  return () => request('POST /desk/entries/:id/undo', { id, version });
}

/** Whether the family's turn is over with an act: a call was noted, or what comes next is said or left to another. */
export function endsTurn(act: Act, userId: number | undefined): boolean {
  if (act.entryId !== undefined) return false;
  if (act.name === 'owner') return act.body.userId !== null && act.body.userId !== userId;
  if (act.name !== 'edit') return ['sleep', 'assign', 'spam', 'processed'].includes(act.name);
  const { actions = [], resultat, sleep } = act.body ?? {};
  return (
    (resultat ?? null) !== null ||
    sleep !== undefined ||
    actions.some(
      ({ done, outcome }) => done === false || ((outcome ?? null) !== null && outcome !== 'cancelled'),
    )
  );
}

/** What others have changed since the page was read. */
export interface Conflict {
  readonly version: number;
  readonly changes: readonly HistoryLine[];
}

/** Sends an act on the entry as of `version`, or as it is. Rejects with a `DeskError`. */
export function sendAct(entryId: number, { name, body, options, ...act }: Act, version?: number) {
  // Without a body there is nothing that could overwrite the work of others.
  const isVersionSent = body !== undefined && (act.entryId === undefined || act.version !== undefined);
  const input = { ...body, id: act.entryId ?? entryId, ...(isVersionSent && { version }) };
  // By its type, the body of an act is that of its route.
  return request<Routes[Name]>(routes[name], input as InputOf<Routes[Name]>, options);
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

/** Takes an act back. Resolves to what is said where that is too late, because what it has sent is gone. */
export async function orLeft(act: Act, undo: () => Promise<unknown>): Promise<unknown> {
  try {
    return await undo();
  } catch (error) {
    const hasLeft = error instanceof DeskError && /message has already left/.test(error.message);
    if (!hasLeft) throw error;
    return translate(`accueil.entry.confirm.left.${leftText(act)}`);
  }
}

/** What is said of an act whose message is gone, by the key of its text. */
function leftText({ name, body }: Act): string {
  if (name === 'toCall') return 'cancelled';
  const edit = name === 'edit' ? body : undefined;
  if (edit?.confirm === undefined) return 'answer';
  const isCancelled = edit.actions?.some(({ outcome }) => outcome === 'cancelled');
  return isCancelled || (edit.resultat ?? null) !== null ? 'cancelled' : 'visit';
}

/** An act by the key of its text, `accueil.entry.act.<name>`. */
export type ActName =
  | 'planVisit'
  | 'result'
  | 'visitDone'
  | 'planCall'
  | 'planInterview'
  | 'comment'
  | 'processed'
  | 'acknowledged'
  | 'spam'
  | 'notSpam'
  | 'convert'
  | 'answer'
  | 'reopen'
  | 'sleep'
  | 'wake'
  | 'toCall'
  | 'consent'
  | 'write';

/** An act that is offered for an entry. */
export interface Choice {
  readonly name: ActName;
  /** The key of its text, where that is not its name. */
  readonly text?: string;
  /** Whether it has a button; the first is the main one. The others are in a menu. */
  readonly isUsual: boolean;
  /** Sent at once; undefined for an act that needs a form. */
  readonly act?: Act;
}

/** Whether the user may note a call with this entry: not with one that is closed. */
export function isCalled({ kind, type, ...entry }: EntryDetail): boolean {
  const { mayChange, duplicateOf, spam, resultat } = entry;
  const isPerson = kind === 'commercial' || (kind === 'survey' && type !== 'survey.type.survey');
  return isPerson && mayChange && duplicateOf === null && !spam && resultat === null;
}

/** The acts that are offered for an entry in its present state, besides noting a call. */
export function choicesFor(entry: EntryDetail): Choice[] {
  const { kind, type, status, spam, suspicion, duplicateOf, followUp, resultat } = entry;
  const isNew = status === 'new';
  const usual = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: true }));
  const others = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: false }));
  const atOnce = (name: ActName, act: Act, isUsual = false): Choice => ({ name, isUsual, act });
  const always = [
    ...(entry.mayWrite || entry.mayText ? usual('write') : []),
    ...others(...commentActs(entry)),
  ];
  // Everything else is done with the entry that was kept.
  if (duplicateOf !== null) return others(...commentActs(entry));
  // A notice asks about a presumed one.
  if (spam)
    return [atOnce('notSpam', { name: 'spam', body: { spam: false } }, suspicion === null), ...always];
  always.push(atOnce('spam', { name: 'spam', body: { spam: true } }));
  if (kind === 'postuler')
    return [
      { name: 'answer', text: 'answerApplicant', isUsual: true },
      ...(entry.actions.some(isPlanned) ? [] : usual('planInterview')),
      ...processed(true),
      ...always,
    ];
  // A complaint is closed by answering it.
  if (type === 'survey.type.complaint')
    return [
      ...(isNew ? usual('answer') : [atOnce('reopen', { name: 'toCall' })]),
      ...(isNew && entry.acknowledgedOn === null
        ? [atOnce('acknowledged', { name: 'acknowledged' }, true)]
        : []),
      ...always,
    ];
  if (kind === 'survey' && type !== 'survey.type.contact') return [...processed(true), ...always];
  if (resultat !== null)
    return [
      { name: 'toCall', text: 'reopenLead', isUsual: true },
      ...others('result', 'visitDone', 'consent'),
      ...always,
    ];
  const isLead = kind === 'commercial';
  return [
    ...(isLead ? usual('planVisit', 'result') : [...usual('convert'), ...processed(true)]),
    ...(isLead ? others('visitDone') : []),
    ...others('planCall', 'consent'),
    ...(isLead ? processed(false) : []),
    ...(followUp === 'asleep' ? [atOnce('wake', { name: 'sleep', body: { sleep: null } })] : []),
    ...(followUp !== null && followUp !== 'asleep' ? others('sleep') : []),
    ...(isNew
      ? []
      : entry.actions.some(isPlanned)
        ? others('toCall')
        : [atOnce('toCall', { name: 'toCall' })]),
    ...always,
  ];

  function processed(isUsual: boolean): Choice[] {
    const text =
      type === 'survey.type.contact'
        ? 'processedMasculine'
        : kind === 'survey'
          ? 'processedOpinion'
          : 'processed';
    return isNew ? [{ ...atOnce('processed', { name: 'processed' }, isUsual), text }] : [];
  }
}

/** The comment is for the site that sent the entry; that of an application is its answer. */
function commentActs({ kind, caller, comment }: EntryDetail): ActName[] {
  return kind === 'postuler' || (caller === null && comment === null) ? [] : ['comment'];
}
