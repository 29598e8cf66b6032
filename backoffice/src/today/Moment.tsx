import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { plannedName } from '../entries/planned.ts';
import { format } from '../i18n/format.ts';
import type { BlockName, TodayEntry } from './today.ts';

interface Props {
  readonly entry: TodayEntry;
  readonly block: BlockName;
  readonly today: string;
  /** The time of day, `HH:MM`. */
  readonly now: string;
}

/** Since when a family waits, or when something is planned; red when that is late. */
export function Moment({ entry, block, today, now }: Props) {
  const translate = useTranslate();
  const { nextAction, lastContact, attempts, receivedAt, late } = entry;
  if (block === 'appointments' || block === 'late') {
    if (nextAction === null) return null;
    const { date, time, stage } = nextAction;
    const what = plannedName(stage);
    const day = date === null || date === today ? null : format.shortDay(date);
    const when = [day, time].filter((part) => part !== null).join(' ');
    const isPast = date !== null && (date < today || (time !== null && time < now));
    return <Mark isLate={isPast}>{[when, what].filter((part) => part !== '').join(' · ')}</Mark>;
  }
  if (block === 'unplanned')
    return lastContact === null
      ? translate('accueil.today.unplanned')
      : translate('accueil.today.lastContact', { day: format.day(lastContact) });
  const since = translate('accueil.today.since', { moment: format.since(receivedAt) });
  const tries = attempts > 0 && translate('accueil.today.attempts', { smart_count: attempts });
  return <Mark isLate={late}>{[since, tries].filter((part) => part !== false).join(' · ')}</Mark>;
}

function Mark({ isLate, children }: { readonly isLate: boolean; readonly children: ReactNode }) {
  return (
    <Box component="span" sx={isLate ? { color: 'error.main', fontWeight: 600 } : {}}>
      {children}
    </Box>
  );
}
