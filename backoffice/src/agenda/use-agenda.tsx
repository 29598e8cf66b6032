import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import type { Appointment } from '../api/responses.ts';
import type { AnswerOf } from '../api/routes.ts';
import { conflictIn, sentText } from '../entries/detail/EntryActsProvider.tsx';
import { hasCome } from '../entries/detail/timeline.ts';
import { tellsOf, waysOf } from '../entries/detail/VisitConfirmation.tsx';
import { isCallStage } from '../entries/entry.ts';
import { type Offer, useUndoNotice } from '../entries/UndoMessage.tsx';
import { nowIn } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { useErrorNotice } from '../ui/error-text.ts';
import { keyOf } from './appointment.ts';
import type { Slot } from './half-hours.ts';

const agendaKey = ['agenda'] as const;

interface Choice {
  readonly from: string;
  readonly to: string;
  readonly establishmentId: number | undefined;
  readonly personId: number | undefined;
}

export function useAgenda(choice: Choice) {
  return useQuery({
    queryKey: [...agendaKey, choice],
    queryFn: ({ signal }) => request('GET /desk/agenda', choice, { signal }),
    meta: { live: 'summary' },
  });
}

export interface Move {
  readonly appointment: Appointment;
  readonly date: string;
  readonly time: string | null;
}

/** Moves an appointment to another day and time: at once, and back if that fails or is taken back. */
export function useMoveAppointment(): (move: Move) => void {
  const client = useQueryClient();
  const offerUndo = useUndoNotice();
  const failed = useErrorNotice();
  const { mutate } = useMutation({
    mutationFn: ({ appointment: { entryId, position }, date, time }: Move) =>
      request('PATCH /desk/entries/:id', { id: entryId, actions: [{ position, date, time }] }),
    async onMutate({ appointment, date, time }) {
      await client.cancelQueries({ queryKey: agendaKey });
      client.setQueriesData<AnswerOf<'GET /desk/agenda'>>(
        { queryKey: agendaKey },
        (known) =>
          known && {
            ...known,
            data: known.data
              .map((one) => (keyOf(one) === keyOf(appointment) ? { ...one, date, time } : one))
              .toSorted((a, b) => ((a.time ?? '') < (b.time ?? '') ? -1 : 1)),
          },
      );
    },
    async onSuccess({ version }, move) {
      const { date, time } = move;
      const { entryId, stage } = move.appointment;
      const moment = time === null ? format.shortDay(date) : `${format.shortDay(date)} ${time}`;
      const undo = () => request('POST /desk/entries/:id/undo', { id: entryId, version });
      const text = isCallStage(stage) ? `Déplacé au ${moment}.` : `Déplacée au ${moment}.`;
      offerUndo({ text, undo, entryId, ...(await tellOf(move, version, text)) });
    },
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: agendaKey }),
  });
  return mutate;
}

/**
 * What asks whether the family is told of a visit that was moved, as of this version of its entry; nothing where it was told
 * of none before. Where it can't be told now, the notice says so.
 */
async function tellOf(
  { appointment: { entryId, position, stage, kind, zone }, date, time }: Move,
  version: number,
  moved: string,
): Promise<Partial<Offer>> {
  if (stage !== 'Visite' || kind !== 'commercial') return {};
  const writing = await request('GET /desk/entries/:id/writing', { id: entryId }).catch(() => undefined);
  if (writing?.visits.told.some((one) => one.position === position) !== true) return {};
  const told = waysOf(writing, 'visit-moved', position).filter(({ isTold }) => isTold);
  if (told.length === 0 || time === null || hasCome({ date, time }, nowIn(zone)))
    return {
      text: `${moved} La famille connaît encore l’ancien moment : prévenez-la.`,
      severity: 'warning',
      isKept: true,
    };
  const body = { version, actions: [{ position, date, time }], ...tellsOf(told) };
  const act = async (): Promise<Offer> => {
    try {
      const done = await request('PATCH /desk/entries/:id', { id: entryId, ...body });
      const undo = () => request('POST /desk/entries/:id/undo', { id: entryId, version: done.version });
      // In the order in which they were asked for.
      const texts = (done.letters ?? []).map(({ sendsAt }, i) =>
        sentText(told[i]?.channel ?? 'email', told[i]?.to, sendsAt),
      );
      return { text: texts.join(' '), undo, entryId, isKept: true };
    } catch (error) {
      // What the notice offers is of a moment that is no more.
      if (conflictIn(error))
        return {
          text: 'Cette fiche a changé entre-temps : la famille n’est pas prévenue. Vérifiez la visite sur la fiche.',
          severity: 'error',
        };
      throw error;
    }
  };
  return { also: { text: 'Prévenir la famille', act } };
}

export interface AgendaActs {
  readonly mayMove: (appointment: Appointment) => boolean;
  /** Asks for another day and time. */
  readonly onAsk: (appointment: Appointment) => void;
  /** Plans something there; absent for users who may not. */
  readonly onAdd: ((slot: Slot) => void) | undefined;
  readonly onOpenDay: (day: string) => void;
}
