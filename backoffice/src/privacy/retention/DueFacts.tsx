import { Typography } from '@mui/material';
import type { RetentionPreview } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { useResidenceName } from '../acts/names.ts';

const t = textsOf('privacy.retention');

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
          t('shorten.due', { smart_count: due.due, count: format.number(due.due) }),
          ...due.oldest.slice(0, 1).map(({ at }) => t('oldest', { day: format.moment(at) })),
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
        .map(({ establishmentId, due: here }) =>
          t('at', { residence: residence(establishmentId), count: format.number(here) }),
        )
        .join(' · ')}
    </Typography>
  );
}
