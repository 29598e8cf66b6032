import { Typography } from '@mui/material';
import type { RetentionPreview } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { useResidenceName } from '../acts/names.ts';

export type Due = RetentionPreview['rules'][number];

interface Props {
  readonly due: Due;
}

/** What a run would do with fewer days. */
export function DueFacts({ due }: Props) {
  return (
    <>
      <Typography>
        {format.dotted(
          `${format.number(due.due)} déjà au-delà de cette durée`,
          ...due.oldest.slice(0, 1).map(({ at }) => `la plus ancienne : ${format.moment(at)}`),
        )}
      </Typography>
      <DuePlaces due={due} />
    </>
  );
}

export function DuePlaces({ due: { byEstablishment } }: Props) {
  const residence = useResidenceName();
  return (
    <Typography variant="caption" component="p" color="textSecondary">
      {byEstablishment
        .map(({ establishmentId, due: here }) => `${residence(establishmentId)} : ${format.number(here)}`)
        .join(' · ')}
    </Typography>
  );
}
