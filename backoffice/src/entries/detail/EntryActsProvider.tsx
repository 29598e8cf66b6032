import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { useNotify } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import type { EntryDetail, HistoryLine } from '../../api/responses.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import type { Channel } from '../../ui/LetterInputs.tsx';
import { askAnywhere } from '../../ui/Questions.tsx';
import { callerName } from '../entry.ts';
import { problemText } from '../problem-text.ts';
import { useUndoNotice } from '../UndoMessage.tsx';
import { type Act, type Edit, type Requests, requests } from './acts.ts';
import { HistoryLines } from './History.tsx';
import { stayedTexts } from './history-sentences.ts';

/** One entry with everything known about it. */
export function useEntry(id: number) {
  return useQuery({
    queryKey: ['entry', id],
    queryFn: ({ signal }) => request('GET /desk/entries/:id', { id }, { signal }),
    meta: { live: 'entry' },
  });
}

/** The outcome of an act; `abandoned` when the user gave it up because of a conflict. */
export type Sent =
  | { readonly state: 'done' | 'abandoned' }
  | { readonly state: 'failed'; readonly problem: string };

interface Sending {
  /** Sends an act, and asks the user when others have changed the entry first. Never rejects. */
  readonly send: (act: Act, told?: string, onTakenBack?: () => void) => Promise<Sent>;
  /** The same, with a failure shown as a notification. `told`: what the notice says of the act. */
  readonly run: Sending['send'];
}

/** What the parts of an entry's page can do with it. */
interface EntryActs extends Sending {
  readonly entry: EntryDetail;
}

const EntryActsContext = createContext<EntryActs | undefined>(undefined);

/** The acts of the entry around. Throws outside {@link EntryActsProvider}. */
export function useActs(): EntryActs {
  const acts = useContext(EntryActsContext);
  if (acts === undefined) throw new Error('useActs needs an EntryActsProvider around it');
  return acts;
}

interface Watched {
  /** Whether an act is under way. */
  readonly onSending?: ((isSending: boolean) => void) | undefined;
  /** An act is done and the entry still open; called before pages are read again. */
  readonly onSent?: ((act: Act) => void) | undefined;
  /** The last act was taken back. */
  readonly onUndone?: (() => void) | undefined;
}

interface Props extends Watched {
  readonly entry: EntryDetail;
  readonly children: ReactNode;
}

/** Sends acts on an entry, and asks about conflicts in one place. */
export function EntryActsProvider({ entry, children, ...watched }: Props) {
  return <EntryActsContext value={{ entry, ...useSending(entry, watched) }}>{children}</EntryActsContext>;
}

/** Sends acts on an entry; the notice of one takes it back. */
function useSending(entry: EntryDetail, { onSending, onSent, onUndone }: Watched): Sending {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function send(act: Act, told?: string, onTakenBack?: () => void): Promise<Sent> {
    onSending?.(true);
    const sent = await sendOrAsk(act, entry, isOpen);
    onSending?.(false);
    if ('state' in sent) {
      if (sent.state === 'abandoned') await queryClient.invalidateQueries();
      return sent;
    }
    if (isOpen.current) onSent?.(act);
    const text = doneText(act, sent.letters, told);
    const undo = undoOf(act, entry, sent);
    const takeBack = async () => {
      const said = await undo?.();
      onTakenBack?.();
      onUndone?.();
      return said;
    };
    if (undo !== undefined)
      offerUndo({
        text,
        undo: () => orLeft(act, takeBack),
        isKept: sent.letters !== undefined,
        entryId: act.entryId ?? entry.id,
      });
    else if (sent.stayed !== undefined && sent.stayed.length > 0) {
      const what = stayedTexts(sent.stayed, entry).join(', ');
      notify(`Les fiches sont séparées. Changé depuis, et laissé sur la fiche conservée : ${what}.`, {
        type: 'info',
      });
    } else notify(text, { type: 'success' });
    // After the notice: an act is taken back in time only if that is offered at once.
    await queryClient.invalidateQueries();
    return { state: 'done' };
  }

  return {
    send,
    async run(...given) {
      const sent = await send(...given);
      if (sent.state === 'failed') notify(sent.problem, { type: 'error' });
      return sent;
    },
  };
}

/** Sends an act until it is done; the user may give it up. What fails beside an open form is for the form to say. */
async function sendOrAsk(act: Act, entry: EntryDetail, isOpen: { readonly current: boolean }) {
  for (let version = act.version ?? entry.version; ; ) {
    try {
      return await sendAct(entry.id, act, version);
    } catch (error) {
      const conflict = conflictIn(error);
      const problem = problemText(error);
      if (conflict === undefined && isOpen.current) return { state: 'failed', problem } as const;
      const isRepeated = await askAnywhere((onDecided) => (
        <ActQuestionDialog {...{ entry, problem, conflict, onDecided }} />
      ));
      if (!isRepeated) return { state: 'abandoned' } as const;
      version = conflict?.version ?? version;
    }
  }
}

type SentRoute = Requests[Act['name']]['route'];
type Answer = AnswerOf<SentRoute>;

/** Sends an act on the entry as of `version`, or as it is. Rejects with a `DeskError`. */
function sendAct(entryId: number, { name, body, options, ...act }: Act, version?: number) {
  // Without a body there is nothing that could overwrite the work of others.
  const isVersionSent = body !== undefined && (act.entryId === undefined || act.version !== undefined);
  const input = { ...body, id: act.entryId ?? entryId, ...(isVersionSent && { version }) };
  // By its type, the body of an act is that of its route.
  return request<SentRoute>(requests[name].route, input as InputOf<SentRoute>, options);
}

/** What others have changed since the page was read. */
interface Conflict {
  readonly version: number;
  readonly changes: readonly HistoryLine[];
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

interface ActQuestionDialogProps {
  readonly entry: EntryDetail;
  /** Why the act failed; what others have changed, where that is why. */
  readonly problem: string;
  readonly conflict: Conflict | undefined;
  /** True: the act is sent again. */
  readonly onDecided: (isRepeated: boolean) => void;
}

/** Says why an act was not done, such as what others have changed first, and asks whether to go on. */
function ActQuestionDialog({ entry, problem, conflict, onDecided }: ActQuestionDialogProps) {
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} role="alertdialog" fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {conflict ? 'Cette fiche a changé entre-temps' : 'Ce n’est pas enregistré'}
      </DialogTitle>
      <DialogContent>
        <Typography gutterBottom color="textSecondary">
          {format.dotted(callerName(entry), `n° ${entry.id}`)}
        </Typography>
        <Typography>{conflict ? 'Depuis que vous l’avez ouverte :' : problem}</Typography>
        {conflict && <HistoryLines lines={conflict.changes} known={entry} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        <Button onClick={() => onDecided(false)}>Abandonner</Button>
        <Button variant="contained" autoFocus onClick={() => onDecided(true)}>
          {conflict ? 'Reprendre ma saisie sur la nouvelle version' : 'Réessayer'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Returns what takes an act back; undefined where the service does not, as when others have read a comment since. */
function undoOf(
  act: Act,
  entry: Pick<EntryDetail, 'id' | 'type' | 'comment'>,
  { version, letters = [] }: Answer,
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
  if (!('isUndoable' in requests[act.name]) || act.entryId !== undefined || isComment) return undefined;
  return () => request('POST /desk/entries/:id/undo', { id, version });
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

/** What an act has done, and what leaves with it and to whom. `told`: what is said of it otherwise. */
function doneText({ name, body }: Act, letters: Answer['letters'], told?: string) {
  const edit = name === 'edit' || name === 'toCall' ? body : undefined;
  // In the order in which they were written.
  const leaving = (edit?.confirm ?? []).toSorted().flatMap((channel, i) => {
    const message = letters?.[i];
    return message ? [sentText(channel, channel === 'sms' ? edit?.mobile : edit?.to, message.sendsAt)] : [];
  });
  return [told ?? visitText(name === 'edit' ? body : undefined), ...leaving].join(' ');
}

function visitText({ actions = [], confirm }: Edit = {}): string {
  const isPlanned = (one: (typeof actions)[number]) => one.done !== true && Boolean(one.date);
  const visit = actions.find((one) => isPlanned(one) && (one.stage === 'Visite' || confirm !== undefined));
  if (!visit?.date) return 'Enregistré.';
  const moment = `${format.shortDay(visit.date)} ${visit.time ?? ''}`.trim();
  return visit.position === undefined ? `Visite prévue ${moment}.` : `Visite déplacée : ${moment}.`;
}

/** What leaves, to whom and when: an SMS may wait for the morning. */
export function sentText(channel: Channel, to: string | undefined, sendsAt: string): string {
  const isLater = channel === 'sms' && Date.parse(sendsAt) > Date.now() + 60_000;
  return isLater
    ? `Le SMS à ${to} part le ${format.moment(sendsAt)}.`
    : { email: `L’e-mail à ${to} part dans 10 s.`, sms: `Le SMS à ${to} part dans 10 s.` }[channel];
}
