import { Chip, type ChipProps } from '@mui/material';
import { counted } from '../../../../server/src/french/dates.ts';
import { contractName } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { nowIn, today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { nextText, statusName } from '../entry.ts';
import { objectionText } from '../PhoneNumber.tsx';
import { admissionOf, inOrder, isLate, isPlanned } from './timeline.ts';

const markTexts = { spam: 'Spam', presumed: 'Spam probable' };

interface State {
  readonly text: string;
  readonly color: ChipProps['color'];
}

/** The one state of an entry: « À rappeler depuis dimanche », « Visite prévue mer. 4 mars 14:00 », « Admission réalisée ». */
export function StateChip({ entry }: { readonly entry: EntryDetail }) {
  const { text, color } = stateOf(entry);
  // A long state takes two lines: its end may be the day.
  const wraps = { height: 'auto', minHeight: 32, '& .MuiChip-label': { whiteSpace: 'normal' } };
  return <Chip color={color} label={text} sx={{ maxWidth: '100%', fontWeight: 600, ...wraps }} />;
}

function stateOf(entry: EntryDetail): State {
  const { spam, suspicion, resultat, motif, followUp } = entry;
  if (spam) {
    const mark = suspicion === null ? 'spam' : 'presumed';
    return { text: markTexts[mark], color: 'warning' };
  }
  if (resultat !== null) {
    const names = [resultat, motif].flatMap((value) => (value === null ? [] : contractName(value)));
    if (resultat !== 'commercial.resultat.realisee') return { text: names.join(', '), color: 'default' };
    const day = admissionOf(entry)?.date ?? null;
    if (day === null) return { text: names.join(', '), color: 'success' };
    return {
      text: day > today() ? `Admission le ${format.day(day)}` : `Admission réalisée le ${format.day(day)}`,
      color: 'success',
    };
  }
  if (followUp !== null) return followedUp(entry, followUp);
  return { text: statusName(entry), color: entry.status === 'new' ? 'primary' : 'default' };
}

function followedUp(
  { attempts, asleepUntil, asleepReason, lastContact, receivedAt, actions, zone }: EntryDetail,
  followUp: NonNullable<EntryDetail['followUp']>,
): State {
  const next = inOrder(actions).find(isPlanned);
  const date = next?.date ?? null;
  const called = attempts > 0 && counted(attempts, 'tentative');
  // A day tells more than that a call is due.
  const state = followUp === 'to-call' && date !== null ? 'planned' : followUp;
  switch (state) {
    case 'asleep': {
      const until = asleepUntil === null ? '' : format.day(asleepUntil);
      return { text: format.dotted(`En sommeil jusqu’au ${until}`, asleepReason), color: 'default' };
    }
    case 'unplanned':
      return { text: 'Rien de prévu', color: 'warning' };
    case 'to-call': {
      const waits = lastContact === null ? `À rappeler depuis ${format.since(receivedAt)}` : 'À rappeler';
      return { text: format.dotted(waits, called), color: 'warning' };
    }
    case 'planned': {
      if (next === undefined || date === null) return { text: 'Prévue', color: 'default' };
      const text = format.dotted(nextText(next), followUp === 'to-call' && called);
      return isLate(next, nowIn(zone))
        ? { text: format.dotted(text, 'En retard'), color: 'error' }
        : { text, color: 'info' };
    }
    default:
      return state satisfies never;
  }
}

/** Whether the entry is held, and whether its persons object to being contacted. */
export function PrivacyChips({ entry: { hold, objection, relations } }: { readonly entry: EntryDetail }) {
  const marks = [
    hold !== null &&
      {
        hold: `Litige en cours jusqu’au ${format.day(hold.until)}`,
        limitation: `Traitement limité jusqu’au ${format.day(hold.until)}`,
      }[hold.kind],
    ...[objection, ...relations.map((one) => one.objection)].map(objectionText),
  ];
  return [...new Set(marks)].map(
    (mark) => mark && <Chip key={mark} size="small" color="warning" variant="outlined" label={mark} />,
  );
}
