import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { request } from '../api/client.ts';
import type { Appointment } from '../api/responses.ts';
import type { AnswerOf } from '../api/routes.ts';
import { recipientOf, tellsOf } from '../entries/detail/VisitConfirmation.tsx';
import { UndoMessage, undoMs } from '../entries/UndoMessage.tsx';
import { format } from '../i18n/format.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { useErrorNotice } from '../ui/error-text.ts';
import { keyOf } from './appointment.ts';

const t = textsOf('entry.confirm');
const agendaKey = ['agenda'] as const;

interface Choice {
  readonly from: string;
  readonly to: string;
  readonly establishmentId: number | undefined;
  readonly personId: number | undefined;
}

/** The appointments of some days. */
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
  const notify = useNotify();
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
      const { entryId: id } = move.appointment;
      const moment = time === null ? format.shortDay(date) : `${format.shortDay(date)} ${time}`;
      const undo = () => request('POST /desk/entries/:id/undo', { id, version });
      const text = translate('accueil.agenda.moved', { moment });
      const act = await tellOf(move);
      const also = act && { also: { text: t('tellButton'), act } };
      notify(<UndoMessage text={text} undo={undo} {...also} />, { autoHideDuration: undoMs });
    },
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: agendaKey }),
  });
  return mutate;
}

/** What tells a family of a visit that was moved; undefined where it was told of nothing before, or can't be. */
async function tellOf({ appointment: { entryId: id, position, stage, kind }, date, time }: Move) {
  if (stage !== 'Visite' || kind !== 'commercial' || time === null) return undefined;
  const writing = await request('GET /desk/entries/:id/writing', { id }).catch(() => undefined);
  const recipient = writing && recipientOf(writing, 'visit-moved', position);
  if (recipient === undefined || !recipient.isTold) return undefined;
  const { to } = recipient;
  return async () => {
    const body = { actions: [{ position, date, time }], ...tellsOf(to) };
    const { version } = await request('PATCH /desk/entries/:id', { id, ...body });
    const undo = () => request('POST /desk/entries/:id/undo', { id, version });
    return { text: t('told', { to }), undo };
  };
}
