import { Chip, type ChipProps } from '@mui/material';
import { kindNames } from '../../../../server/src/french/labels.ts';
import type { EntryFacts, Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { useResidenceName } from './names.ts';

const t = textsOf('privacy.marks');

interface Props {
  readonly entry: EntryFacts;
  readonly hold?: Trace['hold'];
}

/** Chips: whether somebody waits (« À rappeler »), and what stands in the way of an act. */
export function EntryMarks({ entry: { followUp, pendingErasure, restriction }, hold = null }: Props) {
  const isSaidOtherwise = pendingErasure !== null || hold?.kind === 'limitation';
  const marks: readonly (false | { readonly label: string; readonly color: ChipProps['color'] })[] = [
    followUp !== null && { label: translate(`accueil.leads.followUp.${followUp}`), color: 'warning' },
    pendingErasure !== null && {
      label: t('pending', { at: format.moment(pendingErasure.dueAt) }),
      color: 'error',
    },
    restriction !== null && !isSaidOtherwise && { label: t(restriction), color: 'default' },
    hold !== null && { label: t(hold.kind, { until: format.day(hold.until) }), color: 'warning' },
  ];
  return marks.map((mark) => mark && <Chip key={mark.label} size="small" variant="outlined" {...mark} />);
}

export function EntryLine({ entry: { kind, establishmentId, receivedAt } }: Props) {
  const residence = useResidenceName();
  return format.dotted(
    kindNames[kind],
    residence(establishmentId),
    translate('accueil.privacy.find.received', { at: format.moment(receivedAt) }),
  );
}
