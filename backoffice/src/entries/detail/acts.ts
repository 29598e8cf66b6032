import { useQuery } from '@tanstack/react-query';
import { type CallOptions, DeskError, request } from '../../api/client.ts';
import type { EntryDetail, HistoryLine, Letter, Writing } from '../../api/responses.ts';
import type { AnswerOf, InputOf, Route } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { keptValue } from '../../ui/kept-value.ts';
import type { Channel } from '../../ui/LetterInputs.tsx';

/** One entry with everything known about it. */
export function useEntry(id: number) {
  return useQuery({
    queryKey: ['entry', id],
    queryFn: ({ signal }) => request('GET /desk/entries/:id', { id }, { signal }),
    meta: { live: 'entry' },
  });
}

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
  { version, letters = [] }: AnswerOf<Routes[Name]>,
): (() => Promise<unknown>) | undefined {
  const id = act.entryId ?? entry.id;
  if (act.name === 'duplicate' && act.body.of !== null)
    return () => request('POST /desk/entries/:id/duplicate', { id, of: null, version });
  const isClosing = entry.type === 'survey.type.complaint' && entry.comment === null;
  const isComment = act.name === 'edit' && act.body?.comment !== undefined && !isClosing;
  const [message] = letters;
  // A comment stays where its site has read it.
  if (isComment && message !== undefined)
    return async () => {
      await request('POST /desk/letters/:id/cancel', { id: message.id });
      return 'L’e-mail ne part pas ; la réponse reste consignée.';
    };
  if (!undoable.has(act.name) || act.entryId !== undefined || isComment) return undefined;
  return () => request('POST /desk/entries/:id/undo', { id, version });
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
    return leftText(act);
  }
}

/** What an act has done, and what leaves with it and to whom. `told`: what is said of it otherwise. */
export function doneText({ name, body }: Act, letters: AnswerOf<Routes[Name]>['letters'], told?: string) {
  const edit = name === 'edit' || name === 'toCall' ? body : undefined;
  // In the order in which they were written.
  const leaving = (edit?.confirm ?? []).toSorted().flatMap((channel, i) => {
    const message = letters?.[i];
    return message ? [sentText(channel, channel === 'sms' ? edit?.mobile : edit?.to, message.sendsAt)] : [];
  });
  return [told ?? visitText(name === 'edit' ? body : undefined), ...leaving].join(' ');
}

/** Who of an entry can be written to in this way. */
export function peopleBy({ people, mobiles }: Writing, channel: Channel) {
  return channel === 'sms' ? mobiles : people;
}

/** What leaves, to whom and when: an SMS may wait for the morning. */
export function sentText(channel: Channel, to: string | undefined, sendsAt: string): string {
  const isLater = channel === 'sms' && Date.parse(sendsAt) > Date.now() + 60_000;
  return isLater
    ? `Le SMS à ${to} part le ${format.moment(sendsAt)}.`
    : { email: `L’e-mail à ${to} part dans 10 s.`, sms: `Le SMS à ${to} part dans 10 s.` }[channel];
}

type Draft = Pick<Letter, 'channel' | 'to' | 'subject' | 'text'>;

const drafts = keptValue<ReadonlyMap<number, Draft>>(new Map());

/** The message to a person of an entry that was taken back, and is there again under « Écrire », to be corrected. */
export function useLetterDraft(entryId: number) {
  const draft = drafts.use().get(entryId);
  const keep = ({ channel, to, subject, text }: Draft) =>
    drafts.change((before) => new Map([...before, [entryId, { channel, to, subject, text }]]));
  const clear = () => drafts.change((before) => new Map([...before].filter(([id]) => id !== entryId)));
  return { draft, keep, clear } as const;
}

function visitText({ actions = [], confirm }: Edit = {}): string {
  const isPlanned = (one: (typeof actions)[number]) => one.done !== true && Boolean(one.date);
  const visit = actions.find((one) => isPlanned(one) && (one.stage === 'Visite' || confirm !== undefined));
  if (!visit?.date) return 'Enregistré.';
  const moment = `${format.shortDay(visit.date)} ${visit.time ?? ''}`.trim();
  return visit.position === undefined ? `Visite prévue ${moment}.` : `Visite déplacée : ${moment}.`;
}

/** What is said of an act whose message is gone. */
function leftText({ name, body }: Act): string {
  const cancelled = 'La famille est déjà prévenue : planifiez une nouvelle visite.';
  if (name === 'toCall') return cancelled;
  const edit = name === 'edit' ? body : undefined;
  if (edit?.confirm === undefined) return 'La réponse est déjà partie.';
  const isCancelled = edit.actions?.some(({ outcome }) => outcome === 'cancelled');
  return isCancelled || (edit.resultat ?? null) !== null
    ? cancelled
    : 'Le message à la famille est déjà parti, et la visite reste comme elle est. Déplacez-la ou annulez-la : la famille sera prévenue.';
}
