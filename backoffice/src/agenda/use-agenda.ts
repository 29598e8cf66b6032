import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { request } from '../api/client.ts';
import type { Appointment } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { useErrorNotice } from '../ui/error-text.ts';

export const agendaKey = ['agenda'] as const;

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

/** Moves an appointment to another day and time. */
export function useMoveAppointment(): (move: Move) => void {
  const client = useQueryClient();
  const notify = useNotify();
  const { mutate } = useMutation({
    mutationFn: ({ appointment: { entryId, position }, date, time }: Move) =>
      request('PATCH /desk/entries/:id', { id: entryId, actions: [{ position, date, time }] }),
    onSuccess: (_, { date, time }) => {
      const moment = time === null ? format.shortDay(date) : `${format.shortDay(date)} ${time}`;
      notify('accueil.agenda.moved', { type: 'success', messageArgs: { moment } });
    },
    onError: useErrorNotice(),
    onSettled: () => client.invalidateQueries({ queryKey: agendaKey }),
  });
  return mutate;
}
