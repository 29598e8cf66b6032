import { Chip, type ChipProps } from '@mui/material';
import { kindNames } from '../../../../server/src/french/labels.ts';
import type { EntryFacts, Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { useResidenceName } from './names.ts';

const followUpTexts = {
  'to-call': 'À rappeler',
  planned: 'Prévue',
  unplanned: 'Rien de prévu',
  asleep: 'En sommeil',
};
const markTexts = { limited: 'Traitement limité', erased: 'Données effacées' };

interface Props {
  readonly entry: EntryFacts;
  readonly hold?: Trace['hold'];
}

/** Chips: whether somebody waits (« À rappeler »), and what stands in the way of an act. */
export function EntryMarks({ entry: { followUp, pendingErasure, restriction }, hold = null }: Props) {
  const isSaidOtherwise = pendingErasure !== null || hold?.kind === 'limitation';
  const marks: readonly (false | { readonly label: string; readonly color: ChipProps['color'] })[] = [
    followUp !== null && { label: followUpTexts[followUp], color: 'warning' },
    pendingErasure !== null && {
      label: `À effacer le ${format.moment(pendingErasure.dueAt)}`,
      color: 'error',
    },
    restriction !== null && !isSaidOtherwise && { label: markTexts[restriction], color: 'default' },
    hold !== null && {
      label: {
        hold: `Litige en cours jusqu’au ${format.day(hold.until)}`,
        limitation: `Traitement limité jusqu’au ${format.day(hold.until)}`,
      }[hold.kind],
      color: 'warning',
    },
  ];
  return marks.map((mark) => mark && <Chip key={mark.label} size="small" variant="outlined" {...mark} />);
}

export function EntryLine({ entry: { kind, establishmentId, receivedAt } }: Props) {
  const residence = useResidenceName();
  return format.dotted(kindNames[kind], residence(establishmentId), `reçue le ${format.moment(receivedAt)}`);
}
