import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';
import type { TodayEntry } from './today.ts';

interface Props {
  readonly entry: TodayEntry;
}

/** How long a family has waited, in working hours; red when too long. */
export function WaitingNote({ entry: { waitingMinutes = 0, late = false } }: Props) {
  const translate = useTranslate();
  const hours = Math.floor(waitingMinutes / 60);
  const text =
    hours === 0
      ? translate('accueil.today.waitingMinutes')
      : translate('accueil.today.waitingHours', { smart_count: hours, count: hours });
  if (!late) return text;
  return (
    <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
      {`${text} (${translate('accueil.today.lateMark')})`}
    </Box>
  );
}

export function ReceivedNote({ entry: { receivedAt } }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  return translate('accueil.today.receivedAt', { moment: format.moment(receivedAt) });
}

/** When an action is planned: its time if today, else its day. */
export function PlannedNote({ entry: { nextAction }, today }: Props & { readonly today: string }) {
  const translate = useTranslate();
  const format = useFormat();
  if (nextAction?.date == null) return null;
  if (nextAction.date !== today)
    return translate('accueil.today.plannedOn', { day: format.day(nextAction.date) });
  return nextAction.time === null ? null : translate('accueil.today.plannedAt', { time: nextAction.time });
}
