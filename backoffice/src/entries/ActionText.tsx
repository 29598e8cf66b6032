import { Box, Typography } from '@mui/material';
import { contractName } from '../../../server/src/french/labels.ts';
import type { EntryKind } from '../api/enumerations.ts';
import type { ListedAction } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { plannedName } from './planned.ts';

interface Props {
  readonly action: ListedAction | null;
  readonly isPlanned?: boolean;
}

/** What an action of a list is and when: « Visite · 23/11/2026 10:00 ». */
export function listedText(
  { date, time, stage }: ListedAction,
  isPlanned: boolean,
  kind?: EntryKind,
): string {
  const when = [date === null ? undefined : format.day(date), time].filter(Boolean).join(' ');
  return format.dotted(isPlanned ? plannedName(stage, kind) : stage && contractName(stage), when);
}

/** An action in a list: its stage, time and comment. */
export function ActionText({ action, isPlanned = false }: Props) {
  if (action === null) return null;
  const { date, comment } = action;
  const isLate = isPlanned && date !== null && date < today();
  const what = listedText(action, isPlanned);
  return (
    <Box sx={{ minWidth: 120, maxWidth: 190 }}>
      {what !== '' && (
        <Typography
          variant="body2"
          component="div"
          color={isLate ? 'error' : 'textPrimary'}
          sx={{ fontWeight: isLate ? 600 : 400 }}
        >
          {what}
          {isLate && ` (en retard)`}
        </Typography>
      )}
      {comment !== null && (
        <Typography variant="body2" component="div" color="textSecondary" noWrap title={comment}>
          {comment}
        </Typography>
      )}
    </Box>
  );
}
