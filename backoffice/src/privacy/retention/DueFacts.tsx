import { Typography } from '@mui/material';
import type { RetentionPreview } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { useResidenceName } from '../acts/names.ts';

const t = textsOf('privacy.retention');

export type Due = RetentionPreview['rules'][number];

interface Props {
  readonly due: Due;
  /** The text of how many are due. */
  readonly text?: string;
}

/** What a run would do by a rule. */
export function DueFacts({ due: { due, byEstablishment, oldest, next30Days }, text = 'due' }: Props) {
  const residence = useResidenceName();
  return (
    <>
      <Typography>
        {format.dotted(
          t(text, { smart_count: due, count: format.number(due) }),
          t('next30Days', { smart_count: next30Days, count: format.number(next30Days) }),
          oldest !== null && t('oldest', { day: format.moment(oldest) }),
        )}
      </Typography>
      {byEstablishment.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {byEstablishment
            .map(({ establishmentId, due: here }) =>
              t('at', { residence: residence(establishmentId), count: format.number(here) }),
            )
            .join(' · ')}
        </Typography>
      )}
    </>
  );
}
